import { round } from "../numbers/round.ts";
import type { RollupSlot } from "./types.ts";

/** What several periods of one series come to. */
export interface Statistics {
  /** Total of the periods; null when the series does not add up or nothing is known. */
  readonly sum: number | null;
  /** Mean of all the readings; null for an index or a state. */
  readonly mean: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Readings counted. */
  readonly count: number;
  /** Share of the time that readings account for, 0 to 1. */
  readonly completeness: number;
  /** A figure at one end was drawn across a long gap. */
  readonly estimated: boolean;
}

/**
 * Statistics of consecutive periods of one series.
 *
 * @spec B §7 "stats, rangestats"
 * @param slots months, days or hours of one series, in time order
 */
export function statistics(slots: readonly RollupSlot[]): Statistics {
  const read = slots.filter(({ mean }) => mean !== null);
  const count = total(read.map((slot) => slot.count));
  const weighted = total(read.map((slot) => (slot.mean ?? 0) * slot.count));
  const mins = known(slots.map(({ min }) => min));
  const maxes = known(slots.map(({ max }) => max));
  const lengthS = total(slots.map((slot) => slot.lengthS));
  return {
    sum: knownTotal(slots.map(({ sum }) => sum)),
    mean: count === 0 ? null : inMillionths(weighted / count),
    min: mins.length === 0 ? null : Math.min(...mins),
    max: maxes.length === 0 ? null : Math.max(...maxes),
    count: total(slots.map((slot) => slot.count)),
    completeness: lengthS === 0 ? 0 : total(slots.map((slot) => slot.coveredS)) / lengthS,
    estimated: slots[0]?.estimated === true || slots.at(-1)?.estimated === true,
  };
}

/**
 * A figure to the millionth of its unit, as fine as what is kept: what a division leaves beyond says nothing.
 *
 * @param value in the series' unit
 */
export function inMillionths(value: number): number {
  return round(value, 6);
}

/**
 * Total of sums that are whole numbers of millionths: days make up their month to the last digit.
 *
 * @param sums quantities in the series' unit
 */
export function exactTotal(sums: readonly number[]): number {
  return sums.reduce((sum, value) => sum + Math.round(value * 1e6), 0) / 1e6;
}

/**
 * Exact total of the quantities that are known.
 *
 * @returns null when none is
 */
export function knownTotal(values: readonly (number | null)[]): number | null {
  const sums = known(values);
  return sums.length === 0 ? null : exactTotal(sums);
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function known(values: readonly (number | null)[]): readonly number[] {
  return values.filter((value) => value !== null);
}
