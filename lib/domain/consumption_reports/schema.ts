import * as z from "zod/mini";
import {
  anyText,
  anyTextOrNull,
  figure,
  flag,
  id,
  idOrNull,
  ids,
  instant,
  isoDate,
  isoDateOrNull,
  isoMonth,
  namedObject,
  numberBetween,
  numberOrNull,
  version,
} from "@/lib/domain/forms/schema.ts";
import { CONSUMPTION_KINDS, MEAN_BASES, REPORT_CHANGES, REPORT_NOTICES } from "./types.ts";

/** Largest image of a call, characters of base64 (750 KB of bytes): the body of a call has 1 MiB. */
const IMAGE_MAX_CHARACTERS = 1_000_000;

/** Energy that heats the water. @spec reports.settings */
export type WaterHeatingEnergy = z.output<typeof waterHeatingEnergy>;
const waterHeatingEnergy = z.enum(["electricity", "gas", "urban", "wood"]);
/** Image types of a report. @spec forms.images */
const imageMimeType = z.enum(["image/jpeg", "image/png"]);
const reference: z.ZodMiniType<number | null> = z.nullable(numberBetween(0, 1e6));
const pricing: z.ZodMiniType<number | null> = z.nullable(numberBetween(0, 1_000));

const fields = {
  /** Yearly references of a dwelling, kWh. */
  lightsReference: reference,
  plugsReference: reference,
  cookingReference: reference,
  /** €/kWh */
  elecPricing: pricing,
  /** Yearly references of a person, m³. */
  coldWaterReference: reference,
  hotWaterReference: reference,
  /** €/m³ */
  waterPricing: pricing,
  waterHeatingEnergy: z.nullable(waterHeatingEnergy),
  /** €/kWh */
  waterHeatingPricing: pricing,
  /** Wh/m²/DJU */
  heatingReference: reference,
  /** °C */
  tempReference: z.nullable(numberBetween(0, 40)),
  /** €/kWh */
  heatingPricing: pricing,
  /** Outdoor source whose DJU count. */
  djuSource: idOrNull,
  /** Base64. */
  image: z.nullable(z.base64().check(z.maxLength(IMAGE_MAX_CHARACTERS))),
  imageMimeType: z.nullable(imageMimeType),
};

const settings = z.object(fields);

/** References and prices of the consumption reports; null = not shown. @spec reports.settings */
export type ConsumptionReportSettings = z.output<typeof settings>;

/** {@link ConsumptionReportSettings} as read. */
export type ConsumptionReportSettingsRead = z.output<typeof consumptionReportSettingsRead>;
export const consumptionReportSettingsRead = namedObject("ConsumptionReportSettings", {
  ...fields,
  version: anyText,
});

/** {@link ConsumptionReportSettings} to write. */
export const consumptionReportSettingsDraft = z
  .strictObject({ ...fields, version }).check(
    z.refine(({ image, imageMimeType }) => (image === null) === (imageMimeType === null), {
      path: ["imageMimeType"],
    }),
  );

const kind = z.enum(CONSUMPTION_KINDS);

/**
 * One consumption of a dwelling over the days of its report, in `unit`: kWh, m³, or °C for `temp`. In a running month
 * the days are those that are over.
 */
export type ConsumptionItem = z.output<typeof consumptionItem>;
const consumptionItem = namedObject("ConsumptionItem", {
  kind,
  unit: anyText,
  /** Total of the days; the mean for `temp`. null without readings. */
  value: numberOrNull,
  /** Share of the days that readings account for, 0 to 1; 1 before a day is over. */
  completeness: figure,
  /** € of `value`; null without price or value, and for `temp`. */
  cost: numberOrNull,
  /**
   * Target of the days, of the whole month while it runs; a level for `temp`. null without reference, without the
   * people, area or DJU it depends on, and for heating while the month runs.
   */
  reference: numberOrNull,
  /** `value` as a share of `reference`, %; null for `temp`. */
  referencePercent: numberOrNull,
  progress: z.nullable(z.enum(["good", "bad", "very-bad"])),
  /** The same month of the year before; null unless it was wholly of the same occupancy and read from 95 % on. */
  previousYear: numberOrNull,
  /** `previousYear` × DJU of the month / DJU of the year before: heating of a finished month alone. */
  previousYearCorrected: numberOrNull,
  /** `projected`, or `value` of a finished month, as a share of `previousYear`, %; null for `temp`. */
  previousYearPercent: numberOrNull,
  /** Beside `previousYear`; null when not compared, for a good one with holes in the readings, and for `temp`. */
  status: z.nullable(z.enum(["good", "bad"])),
  /**
   * Mean of the residence's dwellings, 11 at least, each read from 95 % on over the whole month: what a dwelling of
   * the same area (heating) or with as many people (water) takes. null with fewer, and beside a part of a month.
   */
  mean: z.nullable(z.object({ value: figure, basis: z.enum(MEAN_BASES), houseCount: figure })),
  /** Total since 1 January, or since the first day of the occupancy; null for `temp`. */
  yearToDate: numberOrNull,
  /** Whole month as foretold; null for a finished month, for `temp`, and when the occupant leaves in the month. */
  projected: numberOrNull,
  /** Whether it is counted in `electricity` of the same dwelling too: totals leave it out. */
  isPart: flag,
});

/** What changed most, as facts; the sentence is in lib/text. @spec reports.headline */
export type ReportHeadline = z.output<typeof reportHeadline>;
const reportHeadline = namedObject("ReportHeadline", {
  /** `steady` when nothing changed by more than 5 %; `unknown` when nothing is compared. */
  change: z.enum(REPORT_CHANGES),
  /** The consumption that changed most; null for `steady` and `unknown`. */
  kind: z.nullable(kind),
  /** Signed, % of the year before, null after a year of 0; of the projected month while it runs. */
  percent: numberOrNull,
  /** Signed, €; null without price. */
  euros: numberOrNull,
  /** For heating, signed, % of the year before brought to the weather of this month. */
  correctedPercent: numberOrNull,
});

/** A warning of a report, with the consumptions it is about, or its day. @spec reports.notices */
export type ReportNotice = z.output<typeof reportNotice>;
const reportNotice = namedObject("ReportNotice", {
  code: z.enum(REPORT_NOTICES),
  kinds: z.array(kind),
  /** First day of an occupancy that began, last day of one that ended. */
  date: isoDateOrNull,
});

const reportFields = {
  houseId: id,
  /** First and last day counted: the days of the month that are of one occupancy. */
  from: isoDate,
  to: isoDate,
  /** Whether another occupancy, or a vacancy, has days of the month too. */
  isShared: flag,
  /** Whether nobody lives there on them: they are between two occupancies, or after the last. */
  isVacant: flag,
  /** Habitable area, m². */
  area: numberOrNull,
  people: numberOrNull,
  /** Degree days of the days counted, and of the same month a year before; null unless read from 95 % on. */
  dju: numberOrNull,
  djuYearBefore: numberOrNull,
  items: z.array(consumptionItem),
  /** € of what has a price, each part once; null when nothing has. */
  totalCost: numberOrNull,
  headline: reportHeadline,
  notices: z.array(reportNotice),
};

/** The month of one dwelling, as far as the caller may see it. */
export type AnalysedHouse = z.output<typeof analysedHouse>;
const analysedHouse = namedObject("AnalysedHouse", reportFields);

/** A month of the residence, dwelling by dwelling. @spec reports.analysis */
export type ConsumptionAnalysis = z.output<typeof consumptionAnalysis>;
export const consumptionAnalysis = namedObject("ConsumptionAnalysis", {
  month: isoMonth,
  /** Whether the month runs: its values are of the days up to `until`. */
  isRunning: flag,
  /** Last day that is over, of the month. null on the 1st. */
  until: isoDateOrNull,
  /** Those whose reports the caller may read. */
  houses: z.array(analysedHouse),
  /** Means of the residence's dwellings, 11 at least for each figure; `mean` is null in them. */
  mean: z.array(consumptionItem),
});

/** Everything that one dwelling's report of a month says: pages and PDFs only draw it. @spec reports.sheet */
export type ReportSheet = z.output<typeof reportSheet>;
export const reportSheet = namedObject("ReportSheet", {
  ...reportFields,
  projectId: id,
  /** Name of the residence. */
  residence: anyText,
  /** Name of the dwelling. */
  dwelling: anyText,
  /** null without a recorded occupant, and for callers who may not read who lives there. */
  occupant: anyTextOrNull,
  month: isoMonth,
  isRunning: flag,
  until: isoDateOrNull,
  /** What heats the water, beside its label; null when not said. */
  waterHeatingEnergy: z.nullable(waterHeatingEnergy),
  /** Whether the landlord's image stands on it. */
  hasImage: flag,
});

/** The landlord's image for the reports; null when there is none. @spec reports.image */
export type ReportImage = z.output<typeof reportImage>;
export const reportImage = namedObject("ReportImage", {
  image: fields.image,
  imageMimeType: fields.imageMimeType,
});

/** Whether reports are mailed to occupants, to how many, and what was mailed last. @spec reports.mails */
export type ConsumptionReportMails = z.output<typeof consumptionReportMails>;
export const consumptionReportMails = namedObject("ConsumptionReportMails", {
  isOn: flag,
  /** The first month whose reports are mailed; null while they are not. */
  firstMonth: z.nullable(isoMonth),
  /** Dwellings whose occupant of today has an address. */
  houseCount: figure,
  /** The last month that was mailed, how often, and when for the last time; null before the first mail. */
  last: z.nullable(z.object({ month: isoMonth, mailCount: figure, at: instant })),
  version: anyText,
});

export const consumptionReportMailsDraft = z.strictObject({ isOn: flag, version });

/** The dwellings whose reports are wanted. @spec reports.orders */
export const consumptionReportOrder = z.strictObject({
  /** None = all. */
  houseIds: ids(5_000),
});
