import { type IsoMonth, isoMonth, shiftMonth } from "./civil_dates.ts";

/** The twelve months of a calendar year, in order. */
export function monthsOfYear(year: number): IsoMonth[] {
  return twelveMonths(isoMonth(year, 1));
}

/** Twelve consecutive months from a first month. @throws RangeError when the text is not a civil month */
export function twelveMonths(first: IsoMonth): IsoMonth[] {
  return Array.from({ length: 12 }, (_, index) => shiftMonth(first, index));
}
