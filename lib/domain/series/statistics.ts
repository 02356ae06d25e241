import { clamp, round } from "@/lib/domain/numbers/round.ts";
import { known, sumOf } from "@/lib/domain/numbers/sums.ts";

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
