import { type DecimalText, decimalText, sureDigits } from "./decimal_text.ts";

/**
 * Rounds to a number of decimals, based on the decimal value: 1.005 to two decimals is 1.01, and 427.5 × 4.6, which is
 * 1966.4999999999998 in binary, is 1967 to the unit.
 *
 * This is the only rounding rule of displayed figures.
 *
 * @spec texts.rounding
 * @param value any number; NaN and infinities are returned unchanged
 * @param decimals number of decimals; negative rounds to tens, hundreds…
 * @returns the rounded value, halves rounded away from zero, never -0
 * @throws RangeError when decimals is not an integer
 * @example
 * ```ts
 * import { strictEqual } from "node:assert/strict";
 * strictEqual(round(-2.5, 0), -3);
 * ```
 */
export function round(value: number, decimals: number): number {
  if (!Number.isInteger(decimals)) throw new RangeError(`Cannot round to ${decimals} decimals`);
  if (!Number.isFinite(value)) return value;
  const magnitude = Math.abs(value);
  const rounded = roundedFarFromHalf(magnitude, decimals) ?? roundedText(magnitude, decimals);
  // Never -0.
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

/**
 * The value limited to its bounds.
 *
 * @spec forms.numbers
 * @returns min when the value is below it, max when it is above; max when the bounds cross
 */
export function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

/** Decimals of an amount in €. */
export const CENTS = 2;

const POWERS_OF_TEN = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
/** Relative error that a few operations may leave: four to eight units in the last place. */
const MOST_ERROR = 2 ** -50;
const FIVE = "5".charCodeAt(0);

/**
 * The rounded value when multiplication by the power of ten is unambiguous, which is nearly always.
 *
 * @returns null when the product is too close to a half: arithmetic errors could decide
 */
function roundedFarFromHalf(magnitude: number, decimals: number): number | null {
  const power = POWERS_OF_TEN[decimals];
  if (power === undefined) return null;
  const scaled = magnitude * power;
  const whole = Math.floor(scaled);
  const fraction = scaled - whole;
  // The fifteenth digit is exact to 2^-47. Above 2^46 or at infinity, no value is far enough from a half; below,
  // whole / power is exactly rounded.
  if (!(Math.abs(fraction - 0.5) > scaled * 2 ** -47)) return null;
  return (fraction < 0.5 ? whole : whole + 1) / power;
}

function roundedText(magnitude: number, decimals: number): number {
  const sure = sureDigits(magnitude);
  const isNear = Math.abs(magnitude - sure) <= magnitude * MOST_ERROR;
  const isSure = isNear && isHalf(decimalText(sure), decimals);
  return textAtDecimals(decimalText(isSure ? sure : magnitude), decimals) ?? magnitude;
}

/** Whether a number lies exactly between two numbers of this many decimals. */
function isHalf({ digits, exponent }: DecimalText, decimals: number): boolean {
  return exponent === -decimals - 1 && digits.endsWith("5");
}

/** @returns null when no rounding is needed */
function textAtDecimals({ digits, exponent }: DecimalText, decimals: number): number | null {
  const droppedCount = -exponent - decimals;
  if (droppedCount <= 0) return null;
  const cut = digits.length - droppedCount;
  const halfOrMore = cut >= 0 && digits.charCodeAt(cut) >= FIVE;
  const kept = BigInt(digits.slice(0, Math.max(0, cut))) + (halfOrMore ? 1n : 0n);
  return Number(`${kept}e${-decimals}`);
}
