/** Resolutions of readings, from days to five minutes, and that of each range. @module */

import type { PeriodType } from "@/lib/base/periods.ts";

/** Granularities, from the coarsest: days include weeks, months and years. */
export const FINENESSES = ["day", "hour", "five-minutes"] as const;

export type Resolution = typeof FINENESSES[number];

/** Whether a granularity is allowed; never when `allowed` is null. */
export function reaches(allowed: Resolution | null, wanted: Resolution): boolean {
  return allowed !== null && FINENESSES.indexOf(allowed) >= FINENESSES.indexOf(wanted);
}

/** Granularity of the slots of a range. */
export function allowedResolution(type: PeriodType): Resolution {
  if (type === "hourly") return "hour";
  return type === "fivemin" || type === "halfhourly" ? "five-minutes" : "day";
}
