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

/** One of {@link CONSUMPTION_KINDS}; `electricity` and `gas` are meters of everything in a dwelling. */
export type ConsumptionKind = typeof CONSUMPTION_KINDS[number];

/** What the mean of the residence is proportional to, so that dwellings compare. @spec reports.mean */
export const MEAN_BASES = ["dwelling", "area", "people"] as const;

/** What a reader of a report is warned of. @spec reports.notices */
export const REPORT_NOTICES = [
  "not-read",
  "partly-read",
  "not-compared",
  "occupancy-began",
  "occupancy-ended",
] as const;

/** How the month is beside the same month a year before, in one word. @spec reports.headline */
export const REPORT_CHANGES = ["up", "down", "steady", "unknown"] as const;

export type ReportReferences = Omit<ConsumptionReportSettings, "image" | "imageMimeType">;
