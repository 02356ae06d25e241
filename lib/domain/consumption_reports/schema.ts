import * as z from "zod/mini";
import {
  anyText,
  figure,
  id,
  idOrNull,
  ids,
  isoMonth,
  named,
  numberBetween,
  numberOrNull,
  version,
} from "@/lib/domain/forms/schema.ts";
import {
  CONSUMPTION_KINDS,
  type ConsumptionAnalysis,
  type ConsumptionItem,
  type ConsumptionReportOrder,
  type ConsumptionReportSettingsDraft,
  type ConsumptionReportSettingsRead,
  type ImageMimeType,
  type WaterHeatingEnergy,
} from "./types.ts";

/** Largest image, characters of base64 (1.5 MB of bytes). */
const IMAGE_MAX_CHARACTERS = 2_000_000;

const waterHeatingEnergy: z.ZodMiniType<WaterHeatingEnergy> = z.enum([
  "electricity",
  "gas",
  "urban",
  "wood",
]);
const imageMimeType: z.ZodMiniType<ImageMimeType> = z.enum(["image/jpeg", "image/png"]);
const reference: z.ZodMiniType<number | null> = z.nullable(numberBetween(0, 1e6));
const pricing: z.ZodMiniType<number | null> = z.nullable(numberBetween(0, 1_000));

const fields = {
  lightsReference: reference,
  plugsReference: reference,
  cookingReference: reference,
  elecPricing: pricing,
  coldWaterReference: reference,
  hotWaterReference: reference,
  waterPricing: pricing,
  waterHeatingEnergy: z.nullable(waterHeatingEnergy),
  waterHeatingPricing: pricing,
  heatingReference: reference,
  tempReference: z.nullable(numberBetween(0, 40)),
  heatingPricing: pricing,
  djuSource: idOrNull,
  image: z.nullable(z.base64().check(z.maxLength(IMAGE_MAX_CHARACTERS))),
  imageMimeType: z.nullable(imageMimeType),
};

/** {@link ConsumptionReportSettingsRead} */
export const consumptionReportSettingsRead: z.ZodMiniType<ConsumptionReportSettingsRead> = named(
  "ConsumptionReportSettings",
  z.object({
    ...fields,
    version: anyText,
  }),
);

/** {@link ConsumptionReportSettingsDraft} */
export const consumptionReportSettingsDraft: z.ZodMiniType<ConsumptionReportSettingsDraft> = z
  .strictObject({ ...fields, version }).check(
    z.refine(({ image, imageMimeType }) => (image === null) === (imageMimeType === null), {
      path: ["imageMimeType"],
    }),
  );

const consumptionItem: z.ZodMiniType<ConsumptionItem> = named(
  "ConsumptionItem",
  z.object({
    kind: z.enum(CONSUMPTION_KINDS),
    unit: anyText,
    value: numberOrNull,
    previousYear: numberOrNull,
    yearToDate: numberOrNull,
    reference: numberOrNull,
    projected: numberOrNull,
    cost: numberOrNull,
    completeness: figure,
  }),
);

/** {@link ConsumptionAnalysis} */
export const consumptionAnalysis: z.ZodMiniType<ConsumptionAnalysis> = named(
  "ConsumptionAnalysis",
  z.object({
    month: isoMonth,
    houses: z.array(z.object({ houseId: id, items: z.array(consumptionItem) })),
    mean: z.array(consumptionItem),
  }),
);

/** {@link ConsumptionReportOrder} */
export const consumptionReportOrder: z.ZodMiniType<ConsumptionReportOrder> = z.strictObject({
  houseIds: ids(5_000),
});
