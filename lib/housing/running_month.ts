/** Computes a dwelling's running month, and its status against the month before and the mean. @module */

import {
  addDays,
  dateParts,
  daysInMonth,
  type IsoDate,
  monthStart,
} from "@/lib/base/civil_dates.ts";
import { cleanPercent, PERCENT_BOUNDS } from "@/lib/base/rounding.ts";
import { exactTotal, inMillionths, sumBy } from "@/lib/base/sums.ts";
import { doubtfulOf, type MaybeDoubtful } from "@/lib/timeseries/rollups.ts";

/** Comparison of a month with the same month a year before. @spec reports.running-month */
export type ConsumptionStatus = "good" | "bad";

/** Severity of a progress bar. @spec reports.progress-bar */
export type ProgressStatus = "good" | "bad" | "very-bad";

/** Increase over the year before above which a month is bad. @spec reports.running-month "by more than 5 percent" */
export const STATUS_TOLERANCE_PERCENT = 5;

/** Number of days whose mean projects the remaining days. @spec reports.running-month "the 7-day average" */
export const MEAN_DAYS = 7;

/** Tolerance, so that exactly 5 % is still good in binary arithmetic. @spec reports.running-month */
const SMALL_SHARE = 1e-9;

/**
 * Whether a month exceeds the same month a year before; exactly 5 % more is still good.
 *
 * @spec reports.running-month "bad when the projected month exceeds the same month last year by more than 5 percent, else good"
 * @param month consumption of the whole month, measured or projected, in the unit of the series
 * @param yearBefore the same month a year before
 * @returns null when either is unknown
 */
export function consumptionStatus(
  month: number | null,
  yearBefore: number | null,
): ConsumptionStatus | null {
  if (month === null || yearBefore === null) return null;
  const most = yearBefore * (100 + STATUS_TOLERANCE_PERCENT) / 100;
  return month - most > Math.abs(most) * SMALL_SHARE ? "bad" : "good";
}

/** Severity of a progress bar. @spec reports.progress-bar @param percent share of the reference, % */
export function progressStatus(percent: number): ProgressStatus {
  const share = cleanPercent(percent);
  if (share >= PERCENT_BOUNDS.full) return "very-bad";
  return share >= PERCENT_BOUNDS.bad ? "bad" : "good";
}

/** Completeness from which a month is compared, 0 to 1: a gap of 5 % would hide a rise of 5 %. */
export const LEAST_COMPARED = PERCENT_BOUNDS.compared / 100;

export interface MonthRead extends MaybeDoubtful {
  /** null without readings. */
  readonly value: number | null;
  /** Share of the month covered by readings of one occupancy, 0 to 1. */
  readonly completeness: number;
}

/** A month without readings, or without readings that the caller may see. */
export const MONTH_UNREAD: MonthRead = { value: null, completeness: 0 };

/**
 * Value of a month for comparison: partly occupied, partly read or doubtful months would bias it.
 *
 * @spec series.doubtful
 * @returns null without readings, with too few of them, or when doubtful
 */
export function comparedValue({ value, completeness, doubtful }: MonthRead): number | null {
  return completeness >= LEAST_COMPARED && !doubtful ? value : null;
}

export interface DayTaken extends MaybeDoubtful {
  readonly date: IsoDate;
  /** null without readings. */
  readonly value: number | null;
  /** Share of the day covered by readings, 0 to 1. */
  readonly completeness: number;
}

interface RunningMonthInput {
  /** Days of the month, and the last seven days; others are ignored. */
  readonly days: readonly DayTaken[];
  /** Today, which is excluded: a partial day does not show its total. */
  readonly today: IsoDate;
  readonly yearBefore: MonthRead;
}

/** A running month and the same month a year before, in the unit of the series. */
export interface RunningMonth extends MaybeDoubtful {
  /** Up to yesterday; null without readings, or on the 1st. */
  readonly toDate: number | null;
  /** Projected consumption of the month; null when the last seven days are unknown. */
  readonly projected: number | null;
  readonly yearBefore: MonthRead;
  /** Consumption to date as a share of the year before, %; null without reference. */
  readonly percent: number | null;
  readonly status: ConsumptionStatus | null;
  /** Share of the finished days covered by readings, 0 to 1; null on the 1st, when no day is finished. */
  readonly completeness: number | null;
}

/**
 * Consumption and projection of a running month: its finished days, plus the mean of the last seven days for each
 * remaining day, today included.
 *
 * @spec reports.running-month "month-to-date plus the 7-day average times remaining days"
 */
export function runningMonth({ days, today, yearBefore }: RunningMonthInput): RunningMonth {
  const { year, month, day } = dateParts(today);
  const [first, firstOfLast] = [monthStart(today), addDays(today, -MEAN_DAYS)];
  const finished = days.filter(({ date }) => date >= first && date < today);
  const lastDays = valuesOf(days.filter(({ date }) => date >= firstOfLast && date < today));
  const counted = valuesOf(finished);
  const toDate = counted.length === 0 ? null : exactTotal(counted);
  const mark = doubtfulOf(days.filter(({ date }) => date < today));
  const daysLeft = daysInMonth(year, month) - day + 1;
  const projected = lastDays.length === 0
    ? null
    : inMillionths((toDate ?? 0) + daysLeft * exactTotal(lastDays) / lastDays.length);
  const compared = mark.doubtful ? null : comparedValue(yearBefore);
  const percent = percentOf({ value: toDate, whole: compared });
  const completeness = day === 1 ? null : sumBy(finished, (one) => one.completeness) / (day - 1);
  return {
    toDate,
    projected,
    yearBefore,
    percent,
    status: surestStatus(consumptionStatus(projected, compared), completeness ?? 1),
    completeness,
    ...mark,
  };
}

/**
 * A status that missing readings cannot contradict: unread days hide consumption, so a rise remains a rise, and a month
 * with gaps is never good.
 *
 * @param completeness share of the days covered by readings, 0 to 1
 * @returns null for a good status with too many gaps
 */
export function surestStatus(
  status: ConsumptionStatus | null,
  completeness: number,
): ConsumptionStatus | null {
  return status === "good" && completeness < LEAST_COMPARED ? null : status;
}

/** A value as a percentage of another. @returns %; null when either is unknown or the reference is 0 */
export function percentOf(
  { value, whole }: { readonly value: number | null; readonly whole: number | null },
): number | null {
  return value === null || whole === null || whole <= 0 ? null : 100 * value / whole;
}

function valuesOf(days: readonly DayTaken[]): number[] {
  return days.flatMap(({ value }) => value ?? []);
}
