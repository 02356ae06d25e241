/** Types of periods, the ranges they span, and the finished days of a month. @module */

import {
  addDays,
  daysInMonth,
  type IsoDate,
  isoDate,
  type IsoMonth,
  isoMonth,
  monthParts,
} from "./civil_dates.ts";

/**
 * The level of each period type, in the order of the specification. No page offers `halfhourly`, but segments may
 * contain it.
 *
 * @spec periods.ranges
 */
const LEVELS = {
  "monthly": "year",
  "monthly-shifted": "year",
  "weekly": "year",
  "weekly-shifted": "year",
  "daily": "month",
  "hourly": "day",
  "halfhourly": "day",
  "fivemin": "day",
} as const satisfies Readonly<Record<string, PeriodLevel>>;

/** Slots of a range: months or weeks of a year, days of a month, hours of a day… */
export type PeriodType = keyof typeof LEVELS;

export const PERIOD_TYPES: readonly PeriodType[] = /* @__PURE__ */ Object.keys(LEVELS).filter(
  isPeriodType,
);

/**
 * A range of time and the type of its slots. `month` (1–12) is present from `daily` down, `day` (1–31) from
 * `hourly` down; a shifted range is named after the year it starts in.
 *
 * @spec periods.ranges
 */
export interface PeriodRange {
  readonly type: PeriodType;
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
}

/** Depth of the year, month and day of a page's URL. */
export type PeriodLevel = "year" | "month" | "day";

/** Message of the error for an unknown period. @spec periods.bad-period */
export const BAD_PERIOD = "Bad period";

export const FIRST_YEAR = 1970;

export const LAST_YEAR = 2100;

/** Weeks between a weekly range and its shifted variant. @spec periods.steps */
export const SHIFT_WEEKS = 26;

/** Months between a monthly range and its shifted variant. @spec periods.steps */
export const SHIFT_MONTHS = 6;

export function isPeriodType(text: string): text is PeriodType {
  return Object.hasOwn(LEVELS, text);
}

/** The level of a period type in a URL: a year, a month or a day. @spec periods.addresses */
export function levelOf(type: PeriodType): PeriodLevel {
  return LEVELS[type];
}

/** Whether the period spans two calendar years, like a season. @spec periods.ranges */
export function isShifted(type: PeriodType): boolean {
  return type === "monthly-shifted" || type === "weekly-shifted";
}

/** Whether the range exists: known type, year from 1970 to 2100, and exactly the month and day its type needs. */
export function isPeriodRange(range: PeriodRange): boolean {
  const level = isPeriodType(range.type) ? LEVELS[range.type] : null;
  if (level === null || !isYear(range.year)) return false;
  if (level === "year") return range.month === undefined && range.day === undefined;
  const { month, day } = range;
  if (!isWithin(month, 12)) return false;
  if (level === "month") return day === undefined;
  return isWithin(day, daysInMonth(range.year, month));
}

/**
 * First day of a range: 1 January (monthly), 4 January (weekly), 1 July (shifted by 6 months),
 * 4 January and 26 weeks (weekly shifted), the 1st of the month (daily), the day itself.
 *
 * @spec periods.ranges
 * @throws RangeError "Bad period" when the range does not exist
 */
export function startDate(range: PeriodRange): IsoDate {
  if (!isPeriodRange(range)) throw new RangeError(BAD_PERIOD);
  const { type, year, month = 1, day = 1 } = range;
  if (type === "monthly-shifted") return isoDate(year, 1 + SHIFT_MONTHS, 1);
  if (type === "weekly") return isoDate(year, 1, 4);
  if (type === "weekly-shifted") return addDays(isoDate(year, 1, 4), 7 * SHIFT_WEEKS);
  return isoDate(year, month, day);
}

/**
 * The range of a type that starts from a year, month and day; parts that the type does not use are left out.
 *
 * @throws RangeError "Bad period" when the date is outside 1970–2100 or the type is unknown
 */
export function rangeFrom(type: PeriodType, year: number, month = 1, day = 1): PeriodRange {
  const level = isPeriodType(type) ? LEVELS[type] : "year";
  const range = { type, year, ...level !== "year" && { month }, ...level === "day" && { day } };
  if (!isPeriodRange(range)) throw new RangeError(BAD_PERIOD);
  return range;
}

/** Whether periods and the lists by year have this year. */
export function isYear(year: number): boolean {
  return Number.isInteger(year) && year >= FIRST_YEAR && year <= LAST_YEAR;
}

function isWithin(value: number | undefined, max: number): value is number {
  return value !== undefined && Number.isInteger(value) && value >= 1 && value <= max;
}

export function daysOfMonth(month: IsoMonth): PeriodRange {
  return { type: "daily", ...monthParts(month) };
}

/** The month of a range of days; January for a year. */
export function monthOfRange({ year, month = 1 }: PeriodRange): IsoMonth {
  return isoMonth(year, month);
}
