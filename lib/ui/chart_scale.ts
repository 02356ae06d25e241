/** Scale and ticks of charts, the box of their plot, and their limits. @module */

import { clamp, round } from "@/lib/base/rounding.ts";

/** Outer size of a chart, px. */
export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

/** A rectangle, px from the top left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Room above and below the plot, px. */
const TOP = 12;
const BOTTOM = 28;
/** Room left of the plot beside the digits of its labels, and for each digit, as large as on a telephone, px. */
const LABEL_GAP = 7;
const DIGIT_WIDTH = 9;
/** Charts with shorter labels begin at the same place. */
const LEAST_DIGITS = 5;

/**
 * The area of a chart within the labels of its axes.
 *
 * @param right room at its right, px
 * @param rows labels of its vertical axis
 */
export function plotWithin(
  { width, height }: ChartSize,
  right: number,
  rows: readonly { readonly label: string }[],
): Box {
  const digits = Math.max(LEAST_DIGITS, ...rows.map(({ label }) => label.length));
  const left = LABEL_GAP + DIGIT_WIDTH * digits;
  return { x: left, y: TOP, width: width - left - right, height: height - TOP - BOTTOM };
}

/** Preferred number of steps of a vertical axis. @spec balance.gap-chart */
export const STEP_COUNT = 5;

/** Number of bars above which they are too narrow for their values. */
export const MAX_VALUED_BARS = 12;

/** Size of a chart as wide as its page, px. */
export const WIDE_CHART: ChartSize = { width: 1_100, height: 300 };

/** A vertical axis: rounded bounds, and its ticks from bottom to top. */
export interface ChartScale {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly ticks: readonly number[];
}

/** Leading digits of readable steps, from the decade below the preferred step to the one above. */
const LEADING_DIGITS = [1, 2, 5, 10, 20, 50, 100];

/** Decimals that remove binary noise from multiples of a step: 3 × 0.1 is not 0.3. */
const CLEAN_DECIMALS = 9;

/** Margin around a single value, as a share of it. */
const LONE_VALUE_ROOM = 0.1;

/** Outside these limits, steps are infinite or zero: no reading reaches them, but sums of bad readings may. */
const LARGEST = 1e300;
const SMALLEST = 1e-300;
/** Relative difference below which two values are equal on an axis. */
const SAME_VALUE = 1e-12;

/**
 * An axis that contains two values: steps of 1, 2 or 5 times a power of ten, bounds rounded outwards to the step, and
 * the step count nearest to the preferred one; on a tie, the tighter axis.
 *
 * @spec balance.gap-chart "y-axis about 5 steps with rounded bounds"
 * @param low at most `high`; equal values get a margin
 * @param high at least `low`; infinite values are clamped to the largest allowed
 * @throws RangeError when a value is NaN
 */
export function chartScale(low: number, high: number, stepCount: number): ChartScale {
  if (Number.isNaN(low) || Number.isNaN(high)) {
    throw new RangeError(`No axis holds ${low} to ${high}`);
  }
  const bounds = withRoom(clamp(low, -LARGEST, LARGEST), clamp(high, -LARGEST, LARGEST));
  const [first, ...others] = stepsFor((bounds.high - bounds.low) / stepCount)
    .map((step) => candidate(bounds, step));
  const best = others.reduce(
    (remaining, other) => isBetter(other, remaining, stepCount) ? other : remaining,
    first ?? candidate(bounds, 1),
  );
  return scaleOf(best);
}

/** Decimals needed by the tick labels of an axis. */
export function stepDecimals(step: number): number {
  return clamp(-Math.floor(Math.log10(step)), 0, CLEAN_DECIMALS);
}

/** The values, with a margin when they are equal on an axis. */
function withRoom(low: number, high: number): { low: number; high: number } {
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low > Math.max(SMALLEST, size * SAME_VALUE)) return { low, high };
  const room = size < SMALLEST ? 1 : size * LONE_VALUE_ROOM;
  return { low: low - room, high: high + room };
}

/** An axis, by the indexes of its first and last steps from zero. */
interface Candidate {
  readonly step: number;
  readonly firstIndex: number;
  readonly lastIndex: number;
}

function stepsFor(wished: number): number[] {
  const exponent = Math.floor(Math.log10(wished)) - 1;
  return LEADING_DIGITS.map((digit) =>
    round(digit * 10 ** exponent, Math.max(0, CLEAN_DECIMALS - exponent))
  );
}

function candidate({ low, high }: { low: number; high: number }, step: number): Candidate {
  return {
    step,
    firstIndex: Math.floor(round(low / step, CLEAN_DECIMALS)),
    lastIndex: Math.ceil(round(high / step, CLEAN_DECIMALS)),
  };
}

function isBetter(one: Candidate, other: Candidate, stepCount: number): boolean {
  const excess = Math.abs(countOf(one) - stepCount) - Math.abs(countOf(other) - stepCount);
  if (excess !== 0) return excess < 0;
  return countOf(one) * one.step < countOf(other) * other.step;
}

function countOf({ firstIndex, lastIndex }: Candidate): number {
  return lastIndex - firstIndex;
}

function scaleOf({ step, firstIndex, lastIndex }: Candidate): ChartScale {
  const decimals = Math.max(0, CLEAN_DECIMALS - Math.floor(Math.log10(step)));
  const tick = (index: number) => round(index * step, decimals);
  return {
    min: tick(firstIndex),
    max: tick(lastIndex),
    step,
    ticks: Array.from({ length: lastIndex - firstIndex + 1 }, (_, i) => tick(firstIndex + i)),
  };
}
