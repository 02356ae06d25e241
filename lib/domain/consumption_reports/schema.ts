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
import { CONSUMPTION_KINDS } from "./types.ts";

/** Largest image, characters of base64 (1.5 MB of bytes). */
const IMAGE_MAX_CHARACTERS = 2_000_000;

/** Energy that heats the water. @spec B §3 "waterHeatingEnergy" */
export type WaterHeatingEnergy = z.output<typeof waterHeatingEnergy>;

const waterHeatingEnergy = z.enum([
  "electricity",
  "gas",
  "urban",
  "wood",
]);
/** Image types of a report. @spec forms.images */
export type ImageMimeType = z.output<typeof imageMimeType>;

const imageMimeType = z.enum(["image/jpeg", "image/png"]);
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

/** {@link ConsumptionReportSettings} as read. */
export type ConsumptionReportSettingsRead = z.output<typeof consumptionReportSettingsRead>;

export const consumptionReportSettingsRead = named(
  "ConsumptionReportSettings",
  z.object({
    ...fields,
    version: anyText,
  }),
);

/** {@link ConsumptionReportSettings} to write. */
export type ConsumptionReportSettingsDraft = z.output<typeof consumptionReportSettingsDraft>;

export const consumptionReportSettingsDraft = z
  .strictObject({ ...fields, version }).check(
    z.refine(({ image, imageMimeType }) => (image === null) === (imageMimeType === null), {
      path: ["imageMimeType"],
    }),
  );

/** One consumption of a dwelling over a month. */
export type ConsumptionItem = z.output<typeof consumptionItem>;

const consumptionItem = named(
  "ConsumptionItem",
  z.object({
    kind: z.enum(CONSUMPTION_KINDS),
    unit: anyText,
    /** null without readings. */
    value: numberOrNull,
    /** The same month of the year before. */
    previousYear: numberOrNull,
    /** Since 1 January. */
    yearToDate: numberOrNull,
    /** The month's target; null without reference. */
    reference: numberOrNull,
    /** Projected consumption of the month; null for a past month. */
    projected: numberOrNull,
    /** € of the month; null without price. */
    cost: numberOrNull,
    /** 0 to 1. */
    completeness: figure,
  }),
);

/** A month of the residence, dwelling by dwelling. @spec B §7 "analysis/{yyyy-mm}" */
export type ConsumptionAnalysis = z.output<typeof consumptionAnalysis>;

export const consumptionAnalysis = named(
  "ConsumptionAnalysis",
  z.object({
    month: isoMonth,
    houses: z.array(z.object({ houseId: id, items: z.array(consumptionItem) })),
    /** Mean of the residence, to compare with. */
    mean: z.array(consumptionItem),
  }),
);

/** The dwellings whose reports are wanted. @spec B §7 "consumption report pdf … for all with a select" */
export type ConsumptionReportOrder = z.output<typeof consumptionReportOrder>;

export const consumptionReportOrder = z.strictObject({
  /** None = all. */
  houseIds: ids(5_000),
});
