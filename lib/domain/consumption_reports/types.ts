import type { ConsumptionReportSettings } from "./schema.ts";

export type * from "./schema.ts";

/** Kinds of consumption reports. @spec reports.settings */
export const CONSUMPTION_KINDS = [
  "electricity",
  "lights",
  "plugs",
  "cooking",
  "gas",
  "coldWater",
  "hotWater",
  "waterHeating",
  "heating",
  "temp",
] as const;

/** One of {@link CONSUMPTION_KINDS}; `electricity` and `gas` are the general meters of a dwelling. */
export type ConsumptionKind = typeof CONSUMPTION_KINDS[number];

/** Size by which the mean of the residence is scaled, so that dwellings compare. @spec reports.mean */
export const MEAN_BASES = ["dwelling", "area", "people"] as const;

/** Warnings of a report. @spec reports.notices */
export const REPORT_NOTICES = [
  "not-read",
  "doubtful",
  "partly-read",
  "not-compared",
  "occupancy-began",
  "occupancy-ended",
] as const;

/** Change of the month since the same month a year before. @spec reports.headline */
export const REPORT_CHANGES = ["up", "down", "steady", "unknown"] as const;

export type ReportReferences = Omit<ConsumptionReportSettings, "image" | "imageMimeType">;
