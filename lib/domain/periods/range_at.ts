import { dateParts, type IsoDate } from "./civil_dates.ts";
import { isoWeekOf } from "./iso_weeks.ts";
import {
  FIRST_YEAR,
  type PeriodRange,
  type PeriodType,
  rangeFrom,
  SHIFT_MONTHS,
  SHIFT_WEEKS,
  startDate,
} from "./period.ts";

/**
 * The range of a type that contains a date: the season for a shifted type, the ISO week-year for
 * weeks. A date before the first year is replaced by the first year.
 */
export function rangeAt(type: PeriodType, date: IsoDate): PeriodRange {
  const { year, month, day } = dateParts(date);
  return rangeFrom(type, Math.max(FIRST_YEAR, rangeYear(type, date, year)), month, day);
}

/**
 * The date one looks at in a range: the one asked for, if the range contains it, else the present day in the current
 * range, else the first day; never a day to come.
 *
 * @spec periods.current-date
 * @param present today, or the last finished day
 * @param asked the date that the page before looked at
 */
export function dayWithin(range: PeriodRange, present: IsoDate, asked?: IsoDate): IsoDate {
  const day = containedIn(range, asked) ?? containedIn(range, present) ?? startDate(range);
  return day < present ? day : present;
}

/** The date itself when the range of its type that contains it is this one. */
function containedIn(range: PeriodRange, date: IsoDate | undefined): IsoDate | null {
  if (date === undefined) return null;
  return startDate(rangeAt(range.type, date)) === startDate(range) ? date : null;
}

function rangeYear(type: PeriodType, date: IsoDate, year: number): number {
  if (type === "monthly-shifted") return dateParts(date).month > SHIFT_MONTHS ? year : year - 1;
  if (type !== "weekly" && type !== "weekly-shifted") return year;
  const iso = isoWeekOf(date);
  return type === "weekly" || iso.week > SHIFT_WEEKS ? iso.year : iso.year - 1;
}
