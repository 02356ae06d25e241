/** Moves a period to the previous and next one, or to the year before. @module */

import { addDays, addMonths, addYears, dateParts, type IsoDate } from "./civil_dates.ts";
import {
  BAD_PERIOD,
  isPeriodRange,
  levelOf,
  type PeriodLevel,
  type PeriodRange,
  type PeriodType,
  SHIFT_MONTHS,
  SHIFT_WEEKS,
  startDate,
} from "./periods.ts";
import { civilDays } from "./slots.ts";

/** A line of the period navigator, with the targets of its previous and next links. @spec periods.steps */
export interface PeriodLine {
  level: PeriodLevel;
  previous: PeriodRange | null;
  next: PeriodRange | null;
}

/**
 * The lines of the navigator: the year; the month for days, hours and five minutes; the day for hours and five
 * minutes.
 *
 * @spec periods.steps
 * @throws RangeError "Bad period" when the range does not exist
 */
export function periodLines(range: PeriodRange): PeriodLine[] {
  const lastLine = LEVELS.indexOf(levelOf(range.type));
  return LEVELS.slice(0, lastLine + 1).map((level) => ({
    level,
    previous: steppedPeriod(range, level, -1),
    next: steppedPeriod(range, level, 1),
  }));
}

/**
 * The range one year earlier, for the comparison of a chart: a season with a season, a day clamped to its month.
 *
 * @returns null before the first year
 */
export function yearBefore(range: PeriodRange): PeriodRange | null {
  if (range.month === undefined) return existing({ ...range, year: range.year - 1 });
  const { year, month, day } = dateParts(addYears(startDate(range), -1));
  const before = { ...range, year, month };
  return existing(range.day === undefined ? before : { ...before, day });
}

/**
 * Whether the range starts after a day, such as today: the navigator does not go beyond the present. Weeks start on
 * their first Monday, up to six days before 4 January.
 *
 * @spec gas.years
 */
export function startsAfter(range: PeriodRange, date: IsoDate): boolean {
  return civilDays(range).from > date;
}

/** Whether the range starts before a day: the navigator does not go back beyond the first data. */
export function startsBefore(range: PeriodRange, date: IsoDate): boolean {
  return startDate(range) < date;
}

/**
 * The day a number of years, months or days later (earlier when negative), clamped to its month.
 *
 * @spec periods.steps
 */
function movedBy(date: IsoDate, level: PeriodLevel, count: number): IsoDate {
  return MOVES[level](date, count);
}

/**
 * The date one looks at after a step: as far as its range moved, half a year for a year of months or weeks.
 *
 * @spec periods.current-date
 */
export function steppedDate(
  date: IsoDate,
  type: PeriodType,
  { level, direction }: { readonly level: PeriodLevel; readonly direction: Direction },
): IsoDate {
  if (SHIFT_PAIRS[type] === undefined) return movedBy(date, level, direction);
  return type.startsWith("weekly")
    ? addDays(date, 7 * SHIFT_WEEKS * direction)
    : addMonths(date, SHIFT_MONTHS * direction);
}

/** Later, or earlier. */
export type Direction = 1 | -1;

const LEVELS: readonly PeriodLevel[] = ["year", "month", "day"];

const MOVES: Readonly<Record<PeriodLevel, (date: IsoDate, count: number) => IsoDate>> = {
  year: addYears,
  month: addMonths,
  day: addDays,
};

/** The half-year steps of ranges of months or weeks. */
const SHIFT_PAIRS: Partial<Record<PeriodType, { other: PeriodType; isSecond: boolean }>> = {
  "monthly": { other: "monthly-shifted", isSecond: false },
  "monthly-shifted": { other: "monthly", isSecond: true },
  "weekly": { other: "weekly-shifted", isSecond: false },
  "weekly-shifted": { other: "weekly", isSecond: true },
};

/**
 * The range one year, month or day later, or earlier. Yearly ranges of months and weeks step through their shifted
 * variant: monthly 2023, monthly-shifted 2023, monthly 2024. A day missing from the new month is clamped.
 *
 * @spec periods.steps
 * @returns null before the first year and past the last one
 * @throws RangeError "Bad period" when the range does not exist or has no such level
 */
export function steppedPeriod(
  range: PeriodRange,
  level: PeriodLevel,
  direction: Direction,
): PeriodRange | null {
  if (!isPeriodRange(range) || LEVELS.indexOf(level) > LEVELS.indexOf(levelOf(range.type))) {
    throw new RangeError(BAD_PERIOD);
  }
  const pair = SHIFT_PAIRS[range.type];
  if (pair !== undefined) {
    // Steps the pair (year, shifted), never a date: 26 weeks from July 2020 is still ISO 2020.
    const leavesYear = pair.isSecond === (direction === 1);
    return existing({ type: pair.other, year: range.year + (leavesYear ? direction : 0) });
  }
  const { year, month, day } = dateParts(movedBy(startDate(range), level, direction));
  const moved = { ...range, year, month };
  return existing(range.day === undefined ? moved : { ...moved, day });
}

function existing(range: PeriodRange): PeriodRange | null {
  return isPeriodRange(range) ? range : null;
}
