/** Chooses the range a page shows: offered types, a change of type, the nearest valid range. @module */

import {
  type DateParts,
  dateParts,
  daysInMonth,
  type IsoDate,
  type IsoMonth,
  isoWeekOf,
  monthParts,
} from "./civil_dates.ts";
import type { PeriodInstant } from "./period_instants.ts";
import { NUMBER_COUNTS, periodPath } from "./period_paths.ts";
import {
  daysOfMonth,
  FIRST_YEAR,
  isPeriodType,
  isShifted,
  LAST_YEAR,
  levelOf,
  type PeriodLevel,
  type PeriodRange,
  type PeriodType,
  rangeFrom,
  SHIFT_MONTHS,
  SHIFT_WEEKS,
  startDate,
} from "./periods.ts";
import { clamp } from "./rounding.ts";

/** A choice of the period selector. @spec periods.switch */
export type PeriodOption = "month" | "week" | "day" | "hour" | "five-minute";

/** The period type control: a selector, or a static label. @spec periods.switch */
type PeriodSelector =
  | { kind: "options"; options: readonly PeriodOption[] }
  | { kind: "static"; label: "year" | "month" };

/** The periods allowed on a page: fine data by role and project, or a single type. */
export interface PeriodChoices {
  isHourlyAllowed?: boolean;
  isFiveMinuteAllowed?: boolean;
  isYearOnly?: boolean;
  isMonthOnly?: boolean;
}

/**
 * The period selector of a page: months, weeks and days, plus hours and five minutes when allowed. A page restricted
 * to years or to months has a static label instead.
 *
 * @spec periods.switch
 */
export function periodSelector(choices: PeriodChoices): PeriodSelector {
  if (choices.isYearOnly) return { kind: "static", label: "year" };
  if (choices.isMonthOnly) return { kind: "static", label: "month" };
  const options: PeriodOption[] = ["month", "week", "day"];
  if (choices.isHourlyAllowed) options.push("hour");
  if (choices.isFiveMinuteAllowed) options.push("five-minute");
  return { kind: "options", options };
}

export function isOffered({ type }: PeriodRange, choices: PeriodChoices): boolean {
  const selector = periodSelector(choices);
  if (selector.kind === "options") {
    return type !== "halfhourly" && selector.options.includes(optionOf(type));
  }
  return optionOf(type) === (selector.label === "year" ? "month" : "day");
}

/** The option of a period type, shifted or not. */
export function optionOf(type: PeriodType): PeriodOption {
  return OPTIONS[type];
}

/**
 * The range shown after choosing an option: that of the date one looks at for days, hours and five minutes, of the same
 * year for months and weeks. These preserve each other's shifted variant; choosing the current option changes nothing.
 *
 * @spec periods.switch, periods.current-date
 * @throws RangeError "Bad period" when the range does not exist
 */
export function switchPeriod(
  range: PeriodRange,
  option: PeriodOption,
  date = startDate(range),
): PeriodRange {
  if (option === optionOf(range.type)) return range;
  const type = typeOf(option, isShifted(range.type));
  const isYears = option === "month" || option === "week";
  const { year, month, day } = dateParts(isYears ? startDate(range) : date);
  return rangeFrom(type, year, month, day);
}

/**
 * The range that shows a view of single instants (each dwelling in a year, in a month, on a day), of the date one looks
 * at; the days of its month where its hours are not shown.
 *
 * @spec periods.views
 */
export function rangeOfMode(
  mode: PeriodLevel,
  date: IsoDate,
  choices: PeriodChoices,
): PeriodRange {
  const range = rangeOn(RANGE_TYPES[mode], date);
  return isOffered(range, choices)
    ? range
    : rangeOn(choices.isYearOnly ? "monthly" : "daily", date);
}

function rangeOn(type: PeriodType, date: IsoDate): PeriodRange {
  const { year, month, day } = dateParts(date);
  return rangeFrom(type, year, month, day);
}

/**
 * The URL of the same page for another range: the segments of the previous range are replaced with those of the
 * new one.
 *
 * @spec periods.switch
 * @param path URL path of the page for the previous range, without its query
 */
export function switchedPath(path: string, from: PeriodRange, to: PeriodRange): string {
  const segments = path.replace(/\/+$/, "").split("/");
  const fromCount = periodPath(from).split("/").length;
  return [...segments.slice(0, -fromCount), periodPath(to)].join("/");
}

const RANGE_TYPES: Readonly<Record<PeriodLevel, PeriodType>> = {
  year: "monthly",
  month: "daily",
  day: "hourly",
};

const OPTIONS: Readonly<Record<PeriodType, PeriodOption>> = {
  "monthly": "month",
  "monthly-shifted": "month",
  "weekly": "week",
  "weekly-shifted": "week",
  "daily": "day",
  "hourly": "hour",
  "halfhourly": "hour",
  "fivemin": "five-minute",
};

function typeOf(option: PeriodOption, shifted: boolean): PeriodType {
  switch (option) {
    case "month":
      return shifted ? "monthly-shifted" : "monthly";
    case "week":
      return shifted ? "weekly-shifted" : "weekly";
    case "day":
      return "daily";
    case "hour":
      return "hourly";
    case "five-minute":
      return "fivemin";
  }
}

/**
 * The detail range of a slot of a page: the days of a month, the hours of a day, the five-minute slots of an hour's
 * day.
 *
 * @spec periods.switch
 * @returns null for a week, which no range splits, and for periods the page does not allow
 */
export function finerRange(instant: PeriodInstant, choices: PeriodChoices): PeriodRange | null {
  switch (instant.type) {
    case "monthly":
      return daysOfMonth(instant.month);
    case "daily":
      return choices.isHourlyAllowed ? { type: "hourly", ...dateParts(instant.date) } : null;
    case "hourly":
      return choices.isFiveMinuteAllowed ? { type: "fivemin", ...dateParts(instant.date) } : null;
    default:
      return null;
  }
}

/**
 * The range of the same type that contains an instant as a slot: the year of a month or a week, the month of a day,
 * the day of an hour.
 */
export function rangeAround(instant: PeriodInstant): PeriodRange {
  switch (instant.type) {
    case "monthly":
      return { type: "monthly", year: monthParts(instant.month).year };
    case "weekly":
      return { type: "weekly", year: instant.weekYear };
    case "daily": {
      const { year, month } = dateParts(instant.date);
      return { type: "daily", year, month };
    }
    case "hourly":
    case "fivemin":
      return { type: instant.type, ...dateParts(instant.date) };
  }
}

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
 * @param requested the date that the page before looked at
 */
export function dayWithin(range: PeriodRange, present: IsoDate, requested?: IsoDate): IsoDate {
  const day = containedIn(range, requested) ?? containedIn(range, present) ?? startDate(range);
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

/** Why a URL names no period of its page. */
export type PeriodFault =
  | { readonly kind: "no-period" }
  | {
    readonly kind: "no-such-year";
    readonly year: number;
    readonly first: number;
    readonly last: number;
  }
  | { readonly kind: "no-such-month"; readonly year: number; readonly month: number }
  | {
    readonly kind: "no-such-day";
    readonly year: number;
    readonly month: number;
    readonly day: number;
  }
  /** The month is in the future. */
  | { readonly kind: "not-begun"; readonly month: IsoMonth }
  /** The period exists, but the page does not offer its type. */
  | { readonly kind: "not-offered"; readonly type: PeriodType };

interface NearestPeriod {
  readonly fault: PeriodFault;
  readonly range: PeriodRange;
}

/**
 * The error of a period that a page does not offer, and the nearest period that it offers.
 *
 * @param parts of the period in the URL: its type, then its year, month and day
 * @param today used when the URL names no period
 */
export function nearestPeriod(
  [type = "", ...numbers]: readonly string[],
  { choices, today }: { choices: PeriodChoices; today: IsoDate },
): NearestPeriod {
  const isWritten = numbers.length > 0 && numbers.every((text) => /^\d{1,6}$/.test(text));
  if (!isPeriodType(type) || !isWritten) {
    return { fault: { kind: "no-period" }, range: runningRange(choices, today) };
  }
  // A year type has neither month nor day; the first ones always exist.
  const [year = 0, month = 1, day = 1] = numbers.map(Number);
  const near = clamp(year, FIRST_YEAR, LAST_YEAR);
  const nearMonth = clamp(month, 1, 12);
  const nearDay = clamp(day, 1, daysInMonth(near, nearMonth));
  const fault = faultOf(type, { year, month, day }, { year: near, month: nearMonth, day: nearDay });
  const isWhole = numbers.length === NUMBER_COUNTS[levelOf(type)];
  return {
    fault: isWhole || fault.kind !== "not-offered" ? fault : { kind: "no-period" },
    range: asOffered(rangeFrom(type, near, nearMonth, nearDay), choices),
  };
}

function faultOf(type: PeriodType, typed: DateParts, near: DateParts): PeriodFault {
  const { year, month, day } = typed;
  if (year !== near.year) return { kind: "no-such-year", year, first: FIRST_YEAR, last: LAST_YEAR };
  if (month !== near.month) return { kind: "no-such-month", year, month };
  if (day !== near.day) return { kind: "no-such-day", year, month, day };
  return { kind: "not-offered", type };
}

/** The current month when the page shows months of days, otherwise the current year. */
function runningRange(choices: PeriodChoices, today: IsoDate): PeriodRange {
  return rangeAt(choices.isMonthOnly ? "daily" : "monthly", today);
}

/** The range itself when the page offers it, otherwise the coarser range with the same start. */
function asOffered(range: PeriodRange, choices: PeriodChoices): PeriodRange {
  if (isOffered(range, choices)) return range;
  const { year, month, day } = range;
  if (choices.isYearOnly) {
    return rangeFrom(isShifted(range.type) ? "monthly-shifted" : "monthly", year);
  }
  const selector = periodSelector(choices);
  const showsHours = selector.kind === "options" && selector.options.includes("hour");
  if (range.type === "fivemin" && showsHours) return switchPeriod(range, "hour");
  if (range.type === "halfhourly" && showsHours) return rangeFrom("hourly", year, month, day);
  return switchPeriod(range, "day");
}
