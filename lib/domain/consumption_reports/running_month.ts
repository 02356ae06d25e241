import { round } from "@/lib/domain/numbers/round.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { addDays, dateParts, daysInMonth, monthOf } from "@/lib/domain/periods/civil_dates.ts";
import { exactTotal } from "@/lib/domain/series/statistics.ts";

/** How a month compares with the same month a year before. @spec reports.running-month */
export type ConsumptionStatus = "good" | "bad";

/** How serious a progress bar looks. @spec B §9 "Consumption progress bar" */
export type ProgressStatus = "good" | "bad" | "very-bad";

/** More than the year before by this much is bad. @spec reports.running-month "by more than 5 percent" */
export const STATUS_TOLERANCE_PERCENT = 5;

/** From these shares on, %, a progress bar is bad, then very bad. @spec B §9 "bad from 80 to 100, very bad from 100" */
const PROGRESS_BAD_PERCENT = 80;
const PROGRESS_VERY_BAD_PERCENT = 100;

/** Days whose mean foretells the days to come. @spec reports.running-month "the 7-day average" */
export const MEAN_DAYS = 7;

/** 5 % exactly is still good, whatever binary numbers make of 1.05. @spec domain §4 "compare with a small tolerance" */
const SMALL_SHARE = 1e-9;

/**
 * Whether a month takes more than the same month a year before: 5 % more exactly is still good.
 *
 * @spec reports.running-month "bad when the projected month exceeds the same month last year by more than 5 percent, else good"
 * @param month what the whole month takes, or is heading to, in the unit of the series
 * @param yearBefore the same month a year before
 * @returns null when either is not known
 */
export function consumptionStatus(
  month: number | null,
  yearBefore: number | null,
): ConsumptionStatus | null {
  if (month === null || yearBefore === null) return null;
  const most = yearBefore * (100 + STATUS_TOLERANCE_PERCENT) / 100;
  return month - most > Math.abs(most) * SMALL_SHARE ? "bad" : "good";
}

/**
 * How serious a progress bar looks.
 *
 * @spec B §9 "good below 80 %, bad from 80 to 100, very bad from 100"
 * @param percent share of what it is compared with, %
 */
export function progressStatus(percent: number): ProgressStatus {
  if (percent >= PROGRESS_VERY_BAD_PERCENT) return "very-bad";
  return percent >= PROGRESS_BAD_PERCENT ? "bad" : "good";
}

/** From this share of a month read on, 0 to 1, it is compared: a hole of 5 % would hide a rise of 5 %. */
export const LEAST_COMPARED = 1 - STATUS_TOLERANCE_PERCENT / 100;

/** What was read of a month. */
export interface MonthRead {
  /** null when nothing was read. */
  readonly value: number | null;
  /** Share of it that readings of the same occupancy account for, 0 to 1. */
  readonly completeness: number;
}

/** A month of which nothing was read, or nothing that concerns whoever it is told to. */
export const MONTH_UNREAD: MonthRead = { value: null, completeness: 0 };

/**
 * A month as another may be compared with it: what was lived or read in part would make any other look worse.
 *
 * @returns null when nothing was read, or too little of it
 */
export function comparedValue({ value, completeness }: MonthRead): number | null {
  return completeness >= LEAST_COMPARED ? value : null;
}

/** What a day took. */
export interface DayTaken {
  readonly date: IsoDate;
  /** null when nothing was read. */
  readonly value: number | null;
  /** Share of the day that readings account for, 0 to 1. */
  readonly completeness: number;
}

/** The days a running month is told from. */
export interface RunningMonthInput {
  /** Days of the month, and those before it of the last seven; others are not looked at. */
  readonly days: readonly DayTaken[];
  /** The day that runs, which does not count: what it took so far tells nothing of it. */
  readonly today: IsoDate;
  /** What was read of the same month a year before. */
  readonly yearBefore: MonthRead;
}

/** A running month beside the same month a year before, in the unit of the series. */
export interface RunningMonth {
  /** Up to yesterday; null when nothing was read, or on the 1st. */
  readonly toDate: number | null;
  /** What the whole month is heading to; null when the last seven days are not known. */
  readonly projected: number | null;
  readonly yearBefore: MonthRead;
  /** What was taken to date as a share of the year before, %; null when there is nothing to compare. */
  readonly percent: number | null;
  readonly status: ConsumptionStatus | null;
  readonly progress: ProgressStatus | null;
  /** Share of the finished days that readings account for, 0 to 1; 0 on the 1st. */
  readonly completeness: number;
}

/**
 * What a running month took, and what it is heading to: its finished days, and the mean of the last seven for each
 * day that is left, today included.
 *
 * @spec reports.running-month "month-to-date plus the 7-day average times remaining days"
 */
export function runningMonth({ days, today, yearBefore }: RunningMonthInput): RunningMonth {
  const { year, month, day } = dateParts(today);
  const finished = days.filter(({ date }) => monthOf(date) === monthOf(today) && date < today);
  const lastDays = valuesOf(
    days.filter(({ date }) => date >= addDays(today, -MEAN_DAYS) && date < today),
  );
  const taken = valuesOf(finished);
  const toDate = taken.length === 0 ? null : exactTotal(taken);
  const daysLeft = daysInMonth(year, month) - day + 1;
  const projected = lastDays.length === 0
    ? null
    : (toDate ?? 0) + daysLeft * exactTotal(lastDays) / lastDays.length;
  const compared = comparedValue(yearBefore);
  const percent = percentOf(toDate, compared);
  const completeness = finished.reduce((sum, one) => sum + one.completeness, 0) /
    Math.max(1, day - 1);
  return {
    toDate,
    projected,
    yearBefore,
    percent,
    status: surestStatus(consumptionStatus(projected, compared), day === 1 ? 1 : completeness),
    progress: percent === null ? null : progressStatus(percent),
    completeness,
  };
}

/**
 * A status that holes in the readings cannot belie: days that were not read hide what they took, so that a rise stays
 * one, and a month with holes is not said to be good.
 *
 * @param completeness share of the days told that readings account for, 0 to 1
 * @returns null for a good one with too many holes
 */
export function surestStatus(
  status: ConsumptionStatus | null,
  completeness: number,
): ConsumptionStatus | null {
  return status === "good" && completeness < LEAST_COMPARED ? null : status;
}

/**
 * A value as a share of another.
 *
 * @returns %; null when either is not known, or there is nothing to compare with
 */
export function percentOf(value: number | null, whole: number | null): number | null {
  return value === null || whole === null || whole <= 0 ? null : 100 * value / whole;
}

/** A share as it is read: 99.6 % is no 100 %, which would be very bad. */
export function wholePercent(percent: number): number {
  return Math.floor(round(percent, SHARE_DECIMALS));
}

/** Decimals that clean a share: 100 × 10.6 / 10 is 106. */
const SHARE_DECIMALS = 6;

function valuesOf(days: readonly DayTaken[]): number[] {
  return days.flatMap(({ value }) => value ?? []);
}
