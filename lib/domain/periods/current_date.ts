import { dateParts, isIsoDate, type IsoDate, yearOf } from "./civil_dates.ts";
import { isoWeekOf } from "./iso_weeks.ts";
import {
  FIRST_YEAR,
  isPeriodType,
  LAST_YEAR,
  levelOf,
  type PeriodLevel,
  type PeriodRange,
  type PeriodType,
  rangeFrom,
  SHIFT_MONTHS,
  SHIFT_WEEKS,
  startDate,
} from "./period.ts";
import { movedBy, nextPeriod, previousPeriod } from "./steps.ts";

/** A mode that shows one moment: a year, a month or a day. @spec periods.current-date */
export type InstantMode = PeriodLevel;

/** How the current date is looked at: an instant, or a range cut by a period type. @spec periods.current-date */
export type DateMode = InstantMode | PeriodType;

/** The one date a person is looking at, and how; it lives in the address. @spec periods.current-date */
export interface CurrentDate {
  date: IsoDate;
  mode: DateMode;
}

/**
 * Whether a mode is of type instant or range.
 *
 * @spec periods.current-date
 */
export function modeKind(mode: DateMode): "instant" | "range" {
  return Object.hasOwn(RANGE_MODES, mode) ? "instant" : "range";
}

/**
 * The instant mode of a range: months and weeks become the year, days the month, hours the day.
 *
 * @spec F §4 "Range to instant"
 * @returns an instant mode unchanged
 */
export function instantMode(mode: DateMode): InstantMode {
  return isInstantMode(mode) ? mode : levelOf(mode);
}

/**
 * The range mode of an instant: the year becomes months, the month days, the day hours.
 *
 * @spec F §4 "Instant to range"
 * @returns a range mode unchanged
 */
export function rangeMode(mode: DateMode): PeriodType {
  return isInstantMode(mode) ? RANGE_MODES[mode] : mode;
}

/** The current date of a page over a range: its start date, in the range's mode. */
export function currentDateOf(range: PeriodRange): CurrentDate {
  return { date: startDate(range), mode: range.type };
}

/**
 * The range that holds the current date: the season for a shifted mode, the ISO week-year for
 * weeks. A date before the first year becomes the first year.
 */
export function rangeAt(current: CurrentDate): PeriodRange {
  const type = rangeMode(current.mode);
  const { year, month, day } = dateParts(current.date);
  return rangeFrom(type, Math.max(FIRST_YEAR, rangeYear(type, current.date, year)), month, day);
}

/**
 * The day of a range that another view begins with: the present one in the range that runs, else the first.
 *
 * @param present today, or the last finished day
 */
export function dayWithin(range: PeriodRange, present: IsoDate): IsoDate {
  const running = rangeAt({ date: present, mode: range.type });
  return startDate(running) === startDate(range) ? present : startDate(range);
}

/**
 * The current date one year, month or day later (1) or earlier (-1). A range moves as its
 * navigator does; an instant keeps its day, clamped to the month.
 *
 * @spec F §4 "through a 6-month shift of the date (weekly shifted: 26 weeks)"
 * @returns null outside 1970–2100
 */
export function movedDate(
  current: CurrentDate,
  level: PeriodLevel,
  direction: 1 | -1,
): CurrentDate | null {
  if (isInstantMode(current.mode)) {
    const date = movedBy(current.date, level, direction);
    return isWithinYears(date) ? { ...current, date } : null;
  }
  const step = direction === 1 ? nextPeriod : previousPeriod;
  const range = step(rangeAt(current), level);
  return range === null ? null : currentDateOf(range);
}

/**
 * Reads the current date in a query: `date=2024-07-15&mode=month`.
 *
 * @param fallback replaces a missing or invalid date or mode
 */
export function readCurrentDate(params: URLSearchParams, fallback: CurrentDate): CurrentDate {
  const date = params.get("date") ?? "";
  const mode = params.get("mode") ?? "";
  return {
    date: isIsoDate(date) && isWithinYears(date) ? date : fallback.date,
    mode: isDateMode(mode) ? mode : fallback.mode,
  };
}

/** Writes the current date as a query, without "?"; the page's other parameters stay in front. */
export function writeCurrentDate(current: CurrentDate, kept = new URLSearchParams()): string {
  const query = new URLSearchParams(kept);
  query.set("date", current.date);
  query.set("mode", current.mode);
  return query.toString();
}

const RANGE_MODES: Readonly<Record<InstantMode, PeriodType>> = {
  year: "monthly",
  month: "daily",
  day: "hourly",
};

function isInstantMode(mode: string): mode is InstantMode {
  return Object.hasOwn(RANGE_MODES, mode);
}

function isDateMode(mode: string): mode is DateMode {
  return isInstantMode(mode) || isPeriodType(mode);
}

function isWithinYears(date: IsoDate): boolean {
  return yearOf(date) >= FIRST_YEAR && yearOf(date) <= LAST_YEAR;
}

function rangeYear(type: PeriodType, date: IsoDate, year: number): number {
  if (type === "monthly-shifted") return dateParts(date).month > SHIFT_MONTHS ? year : year - 1;
  if (type !== "weekly" && type !== "weekly-shifted") return year;
  const iso = isoWeekOf(date);
  return type === "weekly" || iso.week > SHIFT_WEEKS ? iso.year : iso.year - 1;
}
