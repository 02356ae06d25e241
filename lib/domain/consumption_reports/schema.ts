import { z } from "zod";
import {
  id,
  idOrNull,
  ids,
  isoMonth,
  numberBetween,
  numberOrNull,
  version,
} from "../forms/schema.ts";
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

const waterHeatingEnergy: z.ZodType<WaterHeatingEnergy> = z.enum([
  "electricity",
  "gas",
  "urban",
  "wood",
]);
const imageMimeType: z.ZodType<ImageMimeType> = z.enum(["image/jpeg", "image/png"]);
const reference: z.ZodType<number | null> = numberBetween(0, 1e6).nullable();
const pricing: z.ZodType<number | null> = numberBetween(0, 1_000).nullable();

const fields = {
  lightsReference: reference,
  plugsReference: reference,
  cookingReference: reference,
  elecPricing: pricing,
  coldWaterReference: reference,
  hotWaterReference: reference,
  waterPricing: pricing,
  waterHeatingEnergy: waterHeatingEnergy.nullable(),
  waterHeatingPricing: pricing,
  heatingReference: reference,
  tempReference: numberBetween(0, 40).nullable(),
  heatingPricing: pricing,
  djuSource: idOrNull,
  image: z.base64().max(IMAGE_MAX_CHARACTERS).nullable(),
  imageMimeType: imageMimeType.nullable(),
};

/** {@link ConsumptionReportSettingsRead} */
export const consumptionReportSettingsRead: z.ZodType<ConsumptionReportSettingsRead> = z.object({
  ...fields,
  version: z.string(),
}).meta({ id: "ConsumptionReportSettings" });

/** {@link ConsumptionReportSettingsDraft} */
export const consumptionReportSettingsDraft: z.ZodType<ConsumptionReportSettingsDraft> = z
  .strictObject({ ...fields, version })
  .refine(({ image, imageMimeType }) => (image === null) === (imageMimeType === null), {
    path: ["imageMimeType"],
  });

const consumptionItem: z.ZodType<ConsumptionItem> = z.object({
  kind: z.enum(CONSUMPTION_KINDS),
  unit: z.string(),
  value: numberOrNull,
  previousYear: numberOrNull,
  yearToDate: numberOrNull,
  reference: numberOrNull,
  projected: numberOrNull,
  cost: numberOrNull,
  completeness: z.number(),
}).meta({ id: "ConsumptionItem" });

/** {@link ConsumptionAnalysis} */
export const consumptionAnalysis: z.ZodType<ConsumptionAnalysis> = z.object({
  month: isoMonth,
  houses: z.array(z.object({ houseId: id, items: z.array(consumptionItem) })),
  mean: z.array(consumptionItem),
}).meta({ id: "ConsumptionAnalysis" });

/** {@link ConsumptionReportOrder} */
export const consumptionReportOrder: z.ZodType<ConsumptionReportOrder> = z.strictObject({
  houseIds: ids(5_000),
});
