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
 * First day of another view of a range: the present day in the current range, otherwise the first day.
 *
 * @spec periods.current-date
 * @param present today, or the last finished day
 */
export function dayWithin(range: PeriodRange, present: IsoDate): IsoDate {
  const running = rangeAt(range.type, present);
  return startDate(running) === startDate(range) ? present : startDate(range);
}

function rangeYear(type: PeriodType, date: IsoDate, year: number): number {
  if (type === "monthly-shifted") return dateParts(date).month > SHIFT_MONTHS ? year : year - 1;
  if (type !== "weekly" && type !== "weekly-shifted") return year;
  const iso = isoWeekOf(date);
  return type === "weekly" || iso.week > SHIFT_WEEKS ? iso.year : iso.year - 1;
}
