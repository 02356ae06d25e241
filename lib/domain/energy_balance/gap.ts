import { round } from "@/lib/domain/numbers/round.ts";
import { DEFAULT_THRESHOLD_PERCENT } from "./constants.ts";
import { cleanSum, quotient } from "./sums.ts";
import type { GapColour, GapStatus } from "./types.ts";

/** Decimals at which gaps are compared: in binary, 105 / 100 − 1 is not 5 %. */
const COMPARED_DECIMALS = 9;

/**
 * Gap between the heating used and its target.
 *
 * @spec balance.gap "Gap percent = (actual / target − 1) × 100"
 * @param actualKWh NC
 * @param targetKWh N'B
 * @returns percent; null when a term is unknown or the target is 0 (nothing to compare)
 * @example
 * ```ts
 * import { strictEqual } from "node:assert/strict";
 * strictEqual(gapPercent({ actualKWh: 150, targetKWh: 100 }), 50);
 * ```
 */
export function gapPercent(
  { actualKWh, targetKWh }: {
    readonly actualKWh: number | null;
    readonly targetKWh: number | null;
  },
): number | null {
  // (actual / target − 1) would lose the digits common to both.
  const excessKWh = actualKWh === null || targetKWh === null
    ? null
    : cleanSum([actualKWh, -targetKWh]);
  return quotient(excessKWh === null ? null : 100 * excessKWh, targetKWh);
}

/**
 * Status of a gap: good up to 0, bad up to the threshold, very bad above.
 *
 * @spec balance.gap "Gap ≤ 0 is 'good'; ≤ threshold is 'bad'; above is 'very-bad'"
 * @param percent null when there is no gap
 * @param thresholdPercent in force; null before the first settings
 */
export function gapStatus(
  percent: number | null,
  thresholdPercent: number | null = null,
): GapStatus | null {
  if (percent === null) return null;
  const gap = round(percent, COMPARED_DECIMALS);
  if (gap <= 0) return "good";
  return gap <= (thresholdPercent ?? DEFAULT_THRESHOLD_PERCENT) ? "bad" : "very-bad";
}

/**
 * Colour of a gap bar: green below 0, orange from 0 to below the threshold, red from the threshold.
 *
 * @spec balance.gap
 * @param percent null when there is no gap
 * @param thresholdPercent in force; null before the first settings
 */
export function gapColour(
  percent: number | null,
  thresholdPercent: number | null = null,
): GapColour | null {
  if (percent === null) return null;
  const gap = round(percent, COMPARED_DECIMALS);
  if (gap < 0) return "green";
  return gap < (thresholdPercent ?? DEFAULT_THRESHOLD_PERCENT) ? "orange" : "red";
}
