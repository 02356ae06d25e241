import { type IsoDate, isoDate, type IsoMonth, isoMonth, shiftMonth } from "./civil_dates.ts";

/** The twelve months of a calendar year, in order. */
export function monthsOfYear(year: number): IsoMonth[] {
  return twelveMonths(isoMonth(year, 1));
}

/** Twelve consecutive months from a first month. @throws RangeError when the text is not a civil month */
export function twelveMonths(first: IsoMonth): IsoMonth[] {
  return Array.from({ length: 12 }, (_, index) => shiftMonth(first, index));
}

/**
 * The days of a calendar year.
 *
 * @returns its first day, and the first day of the next year
 * @throws RangeError when the year or the next one does not have four digits
 */
export function wholeYear(year: number): { from: IsoDate; to: IsoDate } {
  return { from: isoDate(year, 1, 1), to: isoDate(year + 1, 1, 1) };
}
