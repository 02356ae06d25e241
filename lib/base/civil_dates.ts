/** Computes with civil days, months and ISO weeks, without hours or time zones. @module */
import { memo } from "./memo.ts";

/** A civil day, "2024-07-15": no hour, no time zone. */
export type IsoDate = string;

/** The last day: people and other programs write it for "without end". */
export const LAST_DATE: IsoDate = "9999-12-31";

/** A civil month, "2024-07". */
export type IsoMonth = string;

/** Year, month 1–12 and day 1–31 of a civil date. */
export interface DateParts {
  year: number;
  month: number;
  day: number;
}

/**
 * Whether the text is a calendar day, written "2024-07-15", between years 0001 and 9999.
 *
 * @returns false for another format and for a day that does not exist ("2023-02-29")
 */
export function isIsoDate(text: string): text is IsoDate {
  if (!DATE.test(text) || !isIsoMonth(text.slice(0, 7))) return false;
  const day = Number(text.slice(8));
  return day >= 1 && day <= daysInMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
}

/** Whether the text is a month written "2024-07", between years 0001 and 9999. */
export function isIsoMonth(text: string): text is IsoMonth {
  if (!MONTH.test(text)) return false;
  const month = Number(text.slice(5));
  return text.slice(0, 4) !== "0000" && month >= 1 && month <= 12;
}

/** Writes a civil day. @returns "2024-07-05" @throws RangeError when the day does not exist */
export function isoDate(year: number, month: number, day: number): IsoDate {
  const text = `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
  return checkedDate(text);
}

/** Writes a civil month. @returns "2024-07" @throws RangeError when the month does not exist */
export function isoMonth(year: number, month: number): IsoMonth {
  return checkedMonth(`${padded(year, 4)}-${padded(month, 2)}`);
}

/** Year, month and day of a civil date. @throws RangeError when the text is not a civil date */
export function dateParts(date: IsoDate): DateParts {
  checkedDate(date);
  return {
    year: Number(date.slice(0, 4)),
    month: Number(date.slice(5, 7)),
    day: Number(date.slice(8)),
  };
}

/** Year and month of a civil month. @throws RangeError when the text is not a civil month */
export function monthParts(month: IsoMonth): { year: number; month: number } {
  checkedMonth(month);
  return { year: Number(month.slice(0, 4)), month: Number(month.slice(5)) };
}

/**
 * The month of a day.
 *
 * @returns "2024-07" for "2024-07-15"
 * @throws RangeError when the text is not a civil date
 */
export function monthOf(date: IsoDate): IsoMonth {
  return checkedDate(date).slice(0, 7);
}

/** The year of a day or a month. @param date a civil day or a civil month */
export function yearOf(date: IsoDate | IsoMonth): number {
  return Number(date.slice(0, 4));
}

/** Whether the Gregorian year has a 29 February. */
function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysInYear(year: number): number {
  return isLeapYear(year) ? 366 : 365;
}

/** The value of a month among those of twelve. @param month 1–12 @throws RangeError for another month */
export function atMonth<T>(values: readonly T[], month: number): T {
  const value = values[month - 1];
  if (value === undefined) throw new RangeError(`No month ${month}`);
  return value;
}

/** Days of a month. @param month 1–12 @throws RangeError for another month */
export function daysInMonth(year: number, month: number): number {
  const days = atMonth(MONTH_DAYS, month);
  return month === 2 && isLeapYear(year) ? 29 : days;
}

/**
 * The day a number of days later, or earlier when negative, clamped to years 1 to 9999: "9999-12-31" is typed for a
 * period without end.
 *
 * @throws RangeError when the text is not a civil date
 */
export function addDays(date: IsoDate, days: number): IsoDate {
  return dateOfEpochDay(Math.max(FIRST_DAY, Math.min(epochDay(date) + days, LAST_DAY)));
}

/**
 * The same day some months later (earlier when negative), clamped to the month: one month after 31 January is 28
 * or 29 February.
 *
 * @spec periods.steps
 * @throws RangeError when the text is not a civil date
 */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const { day } = dateParts(date);
  const month = monthParts(shiftMonth(monthOf(date), months));
  return isoDate(month.year, month.month, Math.min(day, daysInMonth(month.year, month.month)));
}

/**
 * The same day some years later (earlier when negative); 29 February becomes 28 in other years.
 *
 * @throws RangeError when the text is not a civil date
 */
export function addYears(date: IsoDate, years: number): IsoDate {
  return addMonths(date, years * 12);
}

/**
 * The month a number of months later, or earlier when negative.
 *
 * @throws RangeError when the text is not a civil month
 */
export function shiftMonth(month: IsoMonth, months: number): IsoMonth {
  const parts = monthParts(month);
  const index = parts.year * 12 + parts.month - 1 + months;
  return isoMonth(Math.floor(index / 12), modulo(index, 12) + 1);
}

/** Days from the first date to the second; negative when the second is earlier. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return epochDay(to) - epochDay(from);
}

export function firstDayOf(month: IsoMonth): IsoDate {
  return `${checkedMonth(month)}-01`;
}

/** The last day of a month. @throws RangeError when the text is not a civil month */
export function lastDayOf(month: IsoMonth): IsoDate {
  const { year, month: position } = monthParts(month);
  return isoDate(year, position, daysInMonth(year, position));
}

/** The first day of a day's month. @throws RangeError when the text is not a civil date */
export function monthStart(date: IsoDate): IsoDate {
  return firstDayOf(monthOf(date));
}

/**
 * Every day of a month, in order, computed once: a page of many residences asks for the same months hundreds of times.
 *
 * @throws RangeError when the text is not a civil month
 */
export const datesOfMonth: (month: IsoMonth) => readonly IsoDate[] = memo((month) => {
  const parts = monthParts(month);
  const count = daysInMonth(parts.year, parts.month);
  return Array.from({ length: count }, (_, index) => `${month}-${padded(index + 1, 2)}`);
});

/** Rank of the day in its year: 1 for 1 January, 365 or 366 for 31 December. */
export function dayOfYear(date: IsoDate): number {
  return daysBetween(isoDate(yearOf(date), 1, 1), date) + 1;
}

/** Days since 1 January 1970, which is day 0. @throws RangeError when the text is not a civil date */
export function epochDay(date: IsoDate): number {
  const { year, month, day } = dateParts(date);
  // Years run from March, so that the leap day is the last day of its year.
  const marchYear = month <= 2 ? year - 1 : year;
  const daysFromMarch = Math.floor((153 * modulo(month - 3, 12) + 2) / 5) + day - 1;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) +
    Math.floor(marchYear / 400);
  return marchYear * 365 + leapDays + daysFromMarch - MARCH_YEAR_0_TO_1970;
}

/** The civil day at a count of days since 1 January 1970. @throws RangeError outside years 1 to 9999 */
export function dateOfEpochDay(days: number): IsoDate {
  const fromMarch0 = days + MARCH_YEAR_0_TO_1970;
  const era = Math.floor(fromMarch0 / 146_097);
  const dayOfEra = fromMarch0 - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfMarchYear = dayOfEra -
    (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfMarchYear + 2) / 153);
  const day = dayOfMarchYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = modulo(monthFromMarch + 2, 12) + 1;
  return isoDate(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day);
}

/** 0001-01-01 and 9999-12-31. */
const FIRST_DAY = -719_162;
const LAST_DAY = 2_932_896;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const MONTH = /^\d{4}-\d{2}$/;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Days from 1 March of year 0 to 1 January 1970. */
const MARCH_YEAR_0_TO_1970 = 719_468;

function checkedDate(text: string): IsoDate {
  if (!isIsoDate(text)) throw new RangeError(`Not a civil date: "${text}"`);
  return text;
}

function checkedMonth(text: string): IsoMonth {
  if (!isIsoMonth(text)) throw new RangeError(`Not a civil month: "${text}"`);
  return text;
}

/** A number with zeros before it. */
export function padded(value: number | string, length = 2): string {
  return String(value).padStart(length, "0");
}

function modulo(value: number, size: number): number {
  return ((value % size) + size) % size;
}

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
