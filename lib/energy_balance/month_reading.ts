/** Reading of a series over a month, and the days that several readings all cover. @module */

import type { IsoMonth } from "@/lib/base/civil_dates.ts";
import { exactTotal } from "@/lib/base/sums.ts";
import type { WholeDays } from "@/lib/base/whole_days.ts";
import type { MaybeDoubtful } from "@/lib/timeseries/rollups.ts";
import type { MeterMark } from "@/lib/timeseries/schema.ts";

/**
 * A meter event within a month, or the part of a register fall within the month.
 *
 * @spec series.meter-events
 */
export type MonthMeterEvent = Omit<MeterMark, "slot">;

/** Value of one series, or one DJU source, over the finished days of one month. */
export interface MonthReading extends MaybeDoubtful {
  /** Consumption in the unit of the series, or DJU; null without readings. */
  readonly value: number | null;
  /** Share of the readings expected so far that arrived, 0 to 1. */
  readonly completeness: number;
  /** True when a part was estimated rather than read. */
  readonly estimated: boolean;
  /** Replacements and resets of its meter within the month, in order; absent when there are none. */
  readonly events?: readonly MonthMeterEvent[] | undefined;
  /** Daily values from the first day; null for a day not fully read. Absent when every reading is whole. */
  readonly days?: readonly (number | null)[] | undefined;
  /** Known only for the whole month, such as DJU typed by month; absent otherwise. */
  readonly wholeMonth?: true | undefined;
  /** The month is running and its reading is not due yet; absent otherwise. */
  readonly awaited?: true | undefined;
}

/** The months of one series; a month without entry was not read. */
export type MonthReadings = Readonly<Record<IsoMonth, MonthReading>>;

/** One flag for each whole day of a month, from the first: true when the day counts. */
export type DayFlags = readonly boolean[];

/** Consecutive days of a month, 1 to 31, bounds included. */
export interface DayRun {
  readonly from: number;
  readonly to: number;
}

/** Completeness from which a finished month without daily values counts as read whole. */
const WHOLE_MONTH = 0.995;

/**
 * The whole days of a month covered by every reading. This function alone decides which days are compared.
 *
 * A reading without any value is missing; it has its own warning. A reading known only for the whole month (typed
 * DJU, wood entered once a month) covers all of its days or none: none while the month runs, and none when another
 * reading covers only some of its days.
 *
 * @spec balance.whole-days
 */
export function coveredDays(readings: readonly MonthReading[], whole: WholeDays): DayFlags {
  const read = readings.filter(({ value }) => value !== null);
  const days = Array.from({ length: whole.count }, () => true);
  if (read.some(({ wholeMonth }) => wholeMonth)) {
    const isCovered = !whole.isRunning && read.every(isWhole);
    return days.map(() => isCovered);
  }
  return days.map((_, day) => read.every((reading) => isKnown(reading, day)));
}

/**
 * The value of a reading over some whole days of its month.
 *
 * @returns null without value, without a counted day, or when the reading has no daily values
 */
export function amountOver({ value, days }: MonthReading, covered: DayFlags): number | null {
  if (value === null || !covered.includes(true)) return null;
  if (!covered.includes(false)) return value;
  if (days === undefined) return null;
  return exactTotal(days.flatMap((amount, day) => covered[day] && amount !== null ? amount : []));
}

/** Flagged days, grouped into runs of consecutive days. */
export function dayRuns(flags: DayFlags): DayRun[] {
  const runs: { from: number; to: number }[] = [];
  for (const [index, isFlagged] of flags.entries()) {
    const day = index + 1;
    const last = runs.at(-1);
    if (!isFlagged) continue;
    if (last?.to === day - 1) last.to = day;
    else runs.push({ from: day, to: day });
  }
  return runs;
}

function isWhole({ wholeMonth, days, completeness }: MonthReading): boolean {
  const isKnownByDay = wholeMonth === undefined && days === undefined;
  return isKnownByDay || completeness >= WHOLE_MONTH;
}

function isKnown({ days }: MonthReading, day: number): boolean {
  return days === undefined || (days[day] ?? null) !== null;
}
