/** Declares the schemas of report settings, analyses, sheets, mails and queued files. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import { draft, namedObject, versionedObject } from "@/lib/base/object_schemas.ts";
import { placeNames } from "@/lib/housing/schema.ts";
import { CONSUMPTION_KINDS } from "@/lib/timeseries/units.ts";

/** Size by which the mean of the residence is scaled, so that dwellings compare. @spec reports.mean */
const MEAN_BASES = ["dwelling", "area", "people"] as const;

/** Warnings of a report. @spec reports.notices */
const REPORT_NOTICES = [
  "not-read",
  "doubtful",
  "partly-read",
  "not-compared",
  "occupancy-began",
  "occupancy-ended",
] as const;

/** Change of the month since the same month a year before. @spec reports.headline */
const REPORT_CHANGES = ["up", "down", "steady", "unknown"] as const;

/** Maximum length of an image in base64 (750 KB of bytes): the body of a call is limited to 1 MiB. */
const IMAGE_MAX_CHARACTERS = 1_000_000;

/** Energy that heats the water. @spec reports.settings */
export type WaterHeatingEnergy = z.output<typeof waterHeatingEnergy>;
const waterHeatingEnergy = z.enum(["electricity", "gas", "urban", "wood"]);
/** Image types of a report. @spec forms.images */
const imageMimeType = z.enum(["image/jpeg", "image/png"]);
const reference: z.ZodMiniType<number | null> = z.nullable(field.numberBetween(0, 1e6));
const pricing: z.ZodMiniType<number | null> = z.nullable(field.numberBetween(0, 1_000));

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
  tempReference: z.nullable(field.numberBetween(0, 40)),
  /** €/kWh */
  heatingPricing: pricing,
  /** Outdoor source whose DJU count. */
  djuSource: field.idOrNull,
  /** Base64. */
  image: z.nullable(z.base64().check(z.maxLength(IMAGE_MAX_CHARACTERS))),
  imageMimeType: z.nullable(imageMimeType),
};

const settings = z.object(fields);

/** References and prices of the consumption reports; null when not shown. @spec reports.settings */
export type ConsumptionReportSettings = z.output<typeof settings>;

/** {@link ConsumptionReportSettings} as read. */
export type ConsumptionReportSettingsRead = z.output<typeof consumptionReportSettingsRead>;
export const consumptionReportSettingsRead = versionedObject("ConsumptionReportSettings", {
  ...fields,
});

/** Draft of {@link ConsumptionReportSettings}. */
export const consumptionReportSettingsDraft = draft(fields).check(
  z.refine(({ image, imageMimeType }) => (image === null) === (imageMimeType === null), {
    path: ["imageMimeType"],
  }),
);

const kind = z.enum(CONSUMPTION_KINDS);

/**
 * A consumption of a dwelling over the days of its report, in `unit`: kWh, m³, or °C for `temp`. In a running month,
 * only finished days count.
 */
export type ConsumptionItem = z.output<typeof consumptionItem>;
const consumptionItem = namedObject("ConsumptionItem", {
  kind,
  unit: field.anyText,
  /** Total of the days; the mean for `temp`. null without readings. */
  value: field.numberOrNull,
  /** Share of the days covered by readings, 0 to 1; 1 before a day is over. */
  completeness: field.figure,
  /** € of `value`; null without price or value, and for `temp`. */
  cost: field.numberOrNull,
  /**
   * Target for the days, or for the whole month while it runs; a level for `temp`. null without a reference, without
   * the people, area or DJU it requires, and for heating while the month runs.
   */
  reference: field.numberOrNull,
  /** `value` as a share of `reference`, %; null for `temp`. */
  referencePercent: field.numberOrNull,
  progress: z.nullable(z.enum(["good", "bad", "very-bad"])),
  /** The same month a year before; null unless it was entirely of the same occupancy, at least 95 % read, and not doubtful. */
  previousYear: field.numberOrNull,
  /** `previousYear` × DJU of the month / DJU of the year before; only for heating of a finished month. */
  previousYearCorrected: field.numberOrNull,
  /** `projected`, or `value` of a finished month, as a percentage of `previousYear`; null when doubtful, and for `temp`. */
  previousYearPercent: field.numberOrNull,
  /** Comparison with `previousYear`; null when not compared, when doubtful, when good with missing readings, and for `temp`. */
  status: z.nullable(z.enum(["good", "bad"])),
  /**
   * Mean of at least 11 dwellings of the residence, each at least 95 % read over the whole month and not doubtful, scaled to the same
   * area (heating) or number of people (water). null with fewer dwellings, and for a partial month.
   */
  mean: z.nullable(
    z.object({ value: field.figure, basis: z.enum(MEAN_BASES), houseCount: field.figure }),
  ),
  /** Total since 1 January, or since the first day of the occupancy; null for `temp`. */
  yearToDate: field.numberOrNull,
  /** Projection of the whole month; null for a finished month, for `temp`, and if the occupant leaves in the month. */
  projected: field.numberOrNull,
  /** Whether it is also counted in `electricity` of the same dwelling: totals leave it out. */
  isPart: field.flag,
  /** An index that is not counted, or a jump of the register, touches `value` or `projected`; absent otherwise. */
  doubtful: z.optional(z.literal(true)),
  /** The same for `yearToDate`. */
  doubtfulYear: z.optional(z.literal(true)),
});

/** Facts of the largest change; its sentence is in lib/text. @spec reports.headline */
export type ReportHeadline = z.output<typeof reportHeadline>;
const reportHeadline = namedObject("ReportHeadline", {
  /** `steady` when nothing changed by more than 5 %; `unknown` when nothing is compared. */
  change: z.enum(REPORT_CHANGES),
  /** The consumption that changed most; null for `steady` and `unknown`. */
  kind: z.nullable(kind),
  /** Signed, % of the year before; null after a year of 0. Uses the projection while the month runs. */
  percent: field.numberOrNull,
  /** Signed, €; null without a price. */
  euros: field.numberOrNull,
  /** For heating: signed, % of the year before corrected for the weather of this month. */
  correctedPercent: field.numberOrNull,
});

/** A warning of a report, with its consumptions or its day. @spec reports.notices */
export type ReportNotice = z.output<typeof reportNotice>;
const reportNotice = namedObject("ReportNotice", {
  code: z.enum(REPORT_NOTICES),
  kinds: z.array(kind),
  /** First day of an occupancy that began, last day of an occupancy that ended. */
  date: field.isoDateOrNull,
});

const reportFields = {
  houseId: field.id,
  /** First and last day counted: the days of the month within one occupancy. */
  from: field.isoDate,
  to: field.isoDate,
  /** Whether another occupancy or a vacancy also has days in the month. */
  isShared: field.flag,
  /** Whether nobody lives there on them: they are between two occupancies, or after the last. */
  isVacant: field.flag,
  /** Habitable area, m². */
  area: field.numberOrNull,
  people: field.numberOrNull,
  /** Degree days of the counted days, and of the same month a year before; null unless at least 95 % read. */
  dju: field.numberOrNull,
  djuYearBefore: field.numberOrNull,
  items: z.array(consumptionItem),
  /** € of the consumptions with a price, each part counted once; null when there are none. */
  totalCost: field.numberOrNull,
  headline: reportHeadline,
  notices: z.array(reportNotice),
};

/** The month of a dwelling, limited to the caller's access. */
export type AnalysedHouse = z.output<typeof analysedHouse>;
const analysedHouse = namedObject("AnalysedHouse", reportFields);

const monthFields = {
  /** Of a plausible year, also from another host: pages show it beside the same month a year before. */
  month: field.typedMonth,
  /** Whether the month is running: its values then cover the days up to `until`. */
  isRunning: field.flag,
  /** Last finished day of the month; null on the 1st. */
  until: field.isoDateOrNull,
};

/** A month of the residence, dwelling by dwelling. @spec reports.analysis */
export type ConsumptionAnalysis = z.output<typeof consumptionAnalysis>;
export const consumptionAnalysis = namedObject("ConsumptionAnalysis", {
  ...monthFields,
  /** Dwellings whose reports the caller may read. */
  houses: z.array(analysedHouse),
  /** Means of at least 11 dwellings of the residence for each figure; their own `mean` is null. */
  mean: z.array(consumptionItem),
});

/** All the data of a dwelling's report of a month: pages and PDFs only draw it. @spec reports.sheet */
export type ReportSheet = z.output<typeof reportSheet>;
export const reportSheet = namedObject("ReportSheet", {
  ...reportFields,
  projectId: field.id,
  ...placeNames,
  /** null without a recorded occupant, and for callers who may not read occupants. */
  occupant: field.anyTextOrNull,
  ...monthFields,
  /** Energy that heats the water, shown beside its label; null when unspecified. */
  waterHeatingEnergy: z.nullable(waterHeatingEnergy),
  /** Whether it has the landlord's image. */
  hasImage: field.flag,
});

/** The landlord's image for the reports; null when there is none. @spec reports.image */
export type ReportImage = z.output<typeof reportImage>;
export const reportImage = namedObject("ReportImage", {
  image: fields.image,
  imageMimeType: fields.imageMimeType,
});

/** Settings of the report mails, number of recipients, and last mails. @spec reports.mails */
export type ConsumptionReportMails = z.output<typeof consumptionReportMails>;
export const consumptionReportMails = versionedObject("ConsumptionReportMails", {
  isOn: field.flag,
  /** The first month whose reports are mailed; null while mails are off. */
  firstMonth: z.nullable(field.isoMonth),
  /** Number of dwellings whose current occupant has an address. */
  houseCount: field.figure,
  /** The last mailed month, its number of mails, and the time of the last one; null before the first mail. */
  last: z.nullable(z.object({ month: field.isoMonth, mailCount: field.figure, at: field.instant })),
});

export const consumptionReportMailsDraft = draft({ isOn: field.flag });

/** The dwellings whose reports are ordered. @spec reports.orders */
export const consumptionReportOrder = z.strictObject({
  /** Empty for all. */
  houseIds: field.ids(5_000),
});

export type QueuedReportState = z.output<typeof state>;
const state = z.enum(["queued", "running", "done", "failed"]);

/** A report generated in the background for a user. @spec queued-reports.owner */
export type QueuedReport = z.output<typeof queuedReport>;
export const queuedReport = namedObject("QueuedReport", {
  id: field.id,
  /** Its title, in French. */
  label: field.anyText,
  projectId: field.idOrNull,
  createdAt: field.instant,
  state,
  /** 0 to 100. */
  progress: z.number().check(z.gte(0), z.lte(100)),
  /** null until done. */
  fileName: field.anyTextOrNull,
});
