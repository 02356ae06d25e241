import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { dayBounds } from "@/lib/domain/periods/zoned_days.ts";

/** Highest register of a meter: eight digits before the decimal mark. */
export const HIGHEST_INDEX = 999_999_999;

/** Half a day: an index is assumed to be read at noon. */
const NOON_S = 12 * 3_600;

/**
 * The second of a manual index: noon of its day, so that it neither ends the previous day nor begins the next.
 *
 * @spec indexes.readings
 * @returns seconds since 1970
 */
export function manualIndexSecond(date: IsoDate, timeZone: string): number {
  return dayBounds(date, timeZone).from / 1_000 + NOON_S;
}
