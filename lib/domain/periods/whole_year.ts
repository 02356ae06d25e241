import { type IsoDate, isoDate } from "./civil_dates.ts";

/**
 * The days of a calendar year.
 *
 * @returns its first day, and the first day of the next year
 * @throws RangeError when the year or the next one does not have four digits
 */
export function wholeYear(year: number): { from: IsoDate; to: IsoDate } {
  return { from: isoDate(year, 1, 1), to: isoDate(year + 1, 1, 1) };
}
