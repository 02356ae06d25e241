import { round } from "../numbers/round.ts";

/** A vertical axis: rounded bounds, and the values marked on it from bottom to top. */
export interface ChartScale {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly ticks: readonly number[];
}

/** Decimals that clean a sum of steps: 3 × 0.1 is not 0.3 in binary. */
const TICK_DECIMALS = 9;

/**
 * The step of 1, 2 or 5 times a power of ten that cuts a length in about so many parts.
 *
 * @spec B §9 "y-axis about 5 steps"
 * @param length above 0
 * @param stepCount wished
 * @throws RangeError when the length is not above 0
 */
export function roundStep(length: number, stepCount: number): number {
  if (!(length > 0) || !Number.isFinite(length)) throw new RangeError(`No step cuts ${length}`);
  const wished = length / stepCount;
  const exponent = Math.floor(Math.log10(wished));
  const leading = wished / 10 ** exponent;
  return round(roundLeading(leading) * 10 ** exponent, Math.max(0, TICK_DECIMALS - exponent));
}

/**
 * An axis that holds two values, its bounds rounded outwards to the step.
 *
 * @spec B §9 "y-axis about 5 steps with rounded bounds"
 * @param low below or equal to `high`; equal values are given room around them
 * @param high above or equal to `low`
 * @param stepCount wished
 */
export function chartScale(low: number, high: number, stepCount: number): ChartScale {
  const room = low === high ? Math.abs(low) * 0.1 || 1 : 0;
  const step = roundStep(high - low + 2 * room, stepCount);
  const firstIndex = Math.floor(round((low - room) / step, TICK_DECIMALS));
  const lastIndex = Math.ceil(round((high + room) / step, TICK_DECIMALS));
  const ticks = Array.from(
    { length: lastIndex - firstIndex + 1 },
    (_, index) => round((firstIndex + index) * step, TICK_DECIMALS),
  );
  return { min: ticks[0] ?? low, max: ticks.at(-1) ?? high, step, ticks };
}

function roundLeading(leading: number): number {
  if (leading < 1.5) return 1;
  if (leading < 3.5) return 2;
  return leading < 7.5 ? 5 : 10;
}
