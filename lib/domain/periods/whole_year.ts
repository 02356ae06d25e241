import { type IsoDate, isoDate } from "./civil_dates.ts";

/**
 * The days of a calendar year.
 *
 * @returns its first day, and the first one of the next year
 * @throws RangeError for a year that has no four digits, or whose next one has not
 */
export function wholeYear(year: number): { from: IsoDate; to: IsoDate } {
  return { from: isoDate(year, 1, 1), to: isoDate(year + 1, 1, 1) };
}
