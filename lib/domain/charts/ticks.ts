import { round } from "../numbers/round.ts";

/** A vertical axis: rounded bounds, and the values marked on it from bottom to top. */
export interface ChartScale {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly ticks: readonly number[];
}

/** Steps that read well, from the decade below the wished one to that above. */
const LEADING_DIGITS = [1, 2, 5, 10, 20, 50, 100];

/** Decimals that clean a product of steps: 3 × 0.1 is not 0.3 in binary. */
const CLEAN_DECIMALS = 9;

/** Room left around a single value, as a share of it. */
const LONE_VALUE_ROOM = 0.1;

/**
 * An axis that holds two values: steps of 1, 2 or 5 times a power of ten, bounds rounded outwards
 * to the step, and the step count nearest to the wish; of two as near, the tighter axis.
 *
 * @spec B §9 "y-axis about 5 steps with rounded bounds"
 * @param low below or equal to `high`; equal values are given room around them
 * @param high above or equal to `low`
 * @param stepCount wished
 * @throws RangeError when a value is not finite
 */
export function chartScale(low: number, high: number, stepCount: number): ChartScale {
  if (!Number.isFinite(low) || !Number.isFinite(high)) {
    throw new RangeError(`No axis holds ${low} to ${high}`);
  }
  const room = low === high ? Math.abs(low) * LONE_VALUE_ROOM || 1 : 0;
  const bounds = { low: low - room, high: high + room };
  const [first, ...others] = stepsFor((bounds.high - bounds.low) / stepCount)
    .map((step) => candidate(bounds, step));
  const best = others.reduce(
    (kept, other) => isBetter(other, kept, stepCount) ? other : kept,
    first ?? candidate(bounds, 1),
  );
  return scaleOf(best);
}

/** An axis from so many steps below zero to so many above. */
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
