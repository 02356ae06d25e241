import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { epochOfClock } from "@/lib/domain/periods/zoned_days.ts";

/** Highest register of a meter: nine digits before the decimal mark. */
export const HIGHEST_INDEX = 999_999_999;

/** Noon on the clock, s since midnight: an index is assumed to be read then. */
const NOON_S = 12 * 3_600;

/**
 * The second of a manual index: noon of its day, so that it neither ends the previous day nor begins the next.
 *
 * @spec indexes.readings
 * @returns seconds since 1970
 */
export function manualIndexSecond(date: IsoDate, timeZone: string): number {
  return epochOfClock(date, NOON_S, timeZone);
}
