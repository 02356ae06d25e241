/** Sums, extremes and means of numbers, unknown ones left out. @module */

import { clamp, round } from "./rounding.ts";

/** The sum of numbers, added in order. */
export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** The sum of a figure of each element, added in order. */
export function sumBy<Thing>(things: readonly Thing[], figure: (thing: Thing) => number): number {
  return things.reduce((sum, thing) => sum + figure(thing), 0);
}

/** The numbers among values, without the unknown ones. */
export function known(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}

/** The lowest known value; null when there is none. */
export function lowest(values: readonly (number | null)[]): number | null {
  return extreme(values, Math.min);
}

/** The highest known value; null when there is none. */
export function highest(values: readonly (number | null)[]): number | null {
  return extreme(values, Math.max);
}

/** One by one: a call takes about a hundred thousand arguments at most. */
function extreme(
  values: readonly (number | null)[],
  of: (one: number, other: number) => number,
): number | null {
  return known(values).reduce<number | null>(
    (found, value) => found === null ? value : of(found, value),
    null,
  );
}

/** A value, null when unknown, and its weight in a mean. */
export interface Weighted {
  readonly value: number | null;
  readonly weight: number;
}

/** The mean of the known values by their weights; null when no known value has a weight above 0. */
export function weightedMean(values: readonly Weighted[]): number | null {
  const read = values.filter(({ value, weight }) => value !== null && weight > 0);
  const weighted = sumBy(read, ({ value, weight }) => (value ?? 0) * weight);
  return read.length === 0 ? null : weighted / sumBy(read, ({ weight }) => weight);
}

/** @param values at least one */
export function meanOf(values: readonly number[]): number {
  return sumOf(values) / values.length;
}

/**
 * A quantile of sorted values, between its two neighbours (type 7).
 *
 * @param sorted at least one, ascending
 * @param share 0 to 1
 */
export function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (place % 1) * (above - below);
}

/** Rounds a figure to the millionth of its unit, the stored precision. @param value in the series' unit */
export function inMillionths(value: number): number {
  return round(value, 6);
}

/** A figure, or null when a sum overflowed. */
export function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/**
 * Total of sums that are whole numbers of millionths: days add up exactly to their month.
 *
 * @param sums quantities in the series' unit
 */
export function exactTotal(sums: readonly number[]): number {
  const millionths = sums.reduce((sum, value) => sum + Math.round(value * 1e6), 0);
  if (Math.abs(millionths) <= Number.MAX_SAFE_INTEGER) return millionths / 1e6;
  // Beyond this, no total is exact; an overflow is clamped to the largest number.
  return clamp(sumOf(sums), -Number.MAX_VALUE, Number.MAX_VALUE);
}

/** Exact total of the known quantities. @returns null when none is known */
export function knownTotal(values: readonly (number | null)[]): number | null {
  const sums = known(values);
  return sums.length === 0 ? null : exactTotal(sums);
}
