/** Computes the degree days of a day and of a month from outdoor temperatures. @module */

import { datesOfMonth, type IsoDate, type IsoMonth } from "@/lib/base/civil_dates.ts";
import { sumOf } from "@/lib/base/sums.ts";

/** Outdoor temperature below which a day has degree days, °C. @spec degree-days.formula "base: 18 degrees" */
export const DJU_BASE_C = 18;

/** Methods that compute the degree days of a day. @spec degree-days.formula */
export const DJU_METHODS = ["meteo", "costic", "mean"] as const;

/**
 * Method that computes the degree days of a day: from its extremes (meteo), from its extremes with the professionals'
 * mid-season correction (costic), or from its mean temperature.
 *
 * @spec degree-days.formula
 */
export type DjuMethod = (typeof DJU_METHODS)[number];

/** Outdoor temperatures of a day, °C; null when not read. */
export interface OutdoorDay {
  /** Tn. */
  readonly minC: number | null;
  /** Tx. */
  readonly maxC: number | null;
  readonly meanC: number | null;
}

/** The temperatures of a day written over known ones: those that it lacks are unchanged. @spec imports.absent-unchanged */
export function completedDay(day: OutdoorDay, known: OutdoorDay | undefined): OutdoorDay {
  return {
    minC: day.minC ?? known?.minC ?? null,
    maxC: day.maxC ?? known?.maxC ?? null,
    meanC: day.meanC ?? known?.meanC ?? null,
  };
}

/** Degree days by civil day; null and absent days were not read. */
export type DailyDju = Readonly<Record<IsoDate, number | null>>;

/** Degree days of a month or a year, as used by the energy balance. */
export interface DjuSum {
  /** Sum of the days read; null when there are none. */
  readonly value: number | null;
  /** Share of the expected days that were read, 0 to 1. */
  readonly completeness: number;
  readonly estimated: boolean;
}

/**
 * Degree days of one day.
 *
 * @spec degree-days.formula "Outdoor degree-day base: 18 degrees"
 * @param day temperatures, °C
 * @returns 0 or more; null when a temperature required by the method is missing, or Tn is above Tx
 * @example
 * ```ts
 * import { strictEqual } from "node:assert/strict";
 * strictEqual(djuOfDay({ minC: 2, maxC: 10, meanC: null }, "meteo"), 12);
 * ```
 */
export function djuOfDay(day: OutdoorDay, method: DjuMethod): number | null {
  const { minC, maxC, meanC } = day;
  if (method === "mean") return meanC === null ? null : belowBase(meanC);
  if (minC === null || maxC === null || minC > maxC) return null;
  return method === "meteo" ? belowBase((minC + maxC) / 2) : costicDju(minC, maxC);
}

/** Expected days of a source. */
interface ExpectedDays {
  /** Last civil day with an expected reading: later days are ignored. */
  readonly until: IsoDate;
  /** Days without degree days of their own, covered by a weekly or monthly value. */
  readonly coveredDates?: ReadonlySet<IsoDate>;
}

/**
 * Degree days of a month, with the share of its days that were read.
 *
 * A missing day is not estimated: it lowers the completeness.
 *
 * @spec degree-days.months, degree-days.formula
 * @param daily degree days by civil day
 * @param month "2024-01"
 */
export function djuOfMonth(
  daily: DailyDju,
  month: IsoMonth,
  { until, coveredDates }: ExpectedDays,
): DjuSum {
  const dates = datesOfMonth(month).filter((date) => date <= until);
  const read = dates.flatMap((date) => daily[date] ?? []);
  const covered = dates.filter((date) => (daily[date] ?? null) === null && coveredDates?.has(date));
  return {
    value: read.length === 0 ? null : sumOf(read),
    completeness: dates.length === 0 ? 0 : (read.length + covered.length) / dates.length,
    estimated: false,
  };
}

function belowBase(meanC: number): number {
  return Math.max(0, DJU_BASE_C - meanC);
}

/** (Tx − Tn)·b·(0,08 + 0,42·b), b = (18 − Tn)/(Tx − Tn), when 18 lies between Tn and Tx. */
function costicDju(minC: number, maxC: number): number {
  if (maxC <= DJU_BASE_C) return belowBase((minC + maxC) / 2);
  if (minC >= DJU_BASE_C) return 0;
  const share = (DJU_BASE_C - minC) / (maxC - minC);
  return (maxC - minC) * share * (0.08 + 0.42 * share);
}
