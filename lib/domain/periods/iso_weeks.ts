import { addDays, dayOfYear, epochDay, type IsoDate, isoDate, yearOf } from "./civil_dates.ts";

/** Day of the week: 1 is Monday, 7 is Sunday. */
export function weekday(date: IsoDate): number {
  // 1 January 1970 was a Thursday.
  return ((epochDay(date) + 3) % 7 + 7) % 7 + 1;
}

/**
 * The ISO week of a day: weeks start on Monday and belong to the year of their Thursday.
 *
 * @returns the week-year, which may differ from the date's year, and the week 1–53
 */
export function isoWeekOf(date: IsoDate): { year: number; week: number } {
  const thursday = addDays(date, 4 - weekday(date));
  return { year: yearOf(thursday), week: Math.floor((dayOfYear(thursday) - 1) / 7) + 1 };
}

/** Weeks of an ISO week-year: 52 or 53. @spec periods.iso-weeks */
export function weeksInIsoYear(year: number): number {
  // 28 December is always in the last week of its year.
  return isoWeekOf(isoDate(year, 12, 28)).week;
}

/** Monday of an ISO week. @param week counted from the week of 4 January; 54 is the week after the 53rd */
export function mondayOf(year: number, week: number): IsoDate {
  const fourJanuary = isoDate(year, 1, 4);
  return addDays(fourJanuary, 1 - weekday(fourJanuary) + 7 * (week - 1));
}
