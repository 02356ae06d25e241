/** Rounds and limits numbers by their decimal value: to decimals, steps or whole percents. @module */

/** A magnitude as whole digits times a power of ten: 12.5 is "125" × 10^-1. */
export interface DecimalText {
  digits: string;
  exponent: number;
}

/** The shortest digits of a number, and their power of ten. @param magnitude finite, 0 or above */
export function decimalText(magnitude: number): DecimalText {
  const text = magnitude.toExponential();
  const mark = text.indexOf("e");
  const digits = text.charAt(0) + text.slice(2, mark);
  return { digits, exponent: Number(text.slice(mark + 1)) - (digits.length - 1) };
}

/**
 * Formats a number without exponent, with a decimal point: 1e-7 is "0.0000001".
 *
 * @param value finite
 * @returns "0" for -0
 */
export function plainNumber(value: number): string {
  const text = String(value);
  if (!text.includes("e")) return text;
  const { digits, exponent } = decimalText(Math.abs(value));
  const sign = value < 0 ? "-" : "";
  if (exponent >= 0) return sign + digits + "0".repeat(exponent);
  const padded = digits.padStart(1 - exponent, "0");
  return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}

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
/** Significant digits guaranteed by a double. */
const SURE_DIGITS = 15;

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
  // Digits beyond may be arithmetic errors.
  const sure = Number(magnitude.toPrecision(SURE_DIGITS));
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
  const rounded = BigInt(digits.slice(0, Math.max(0, cut))) + (halfOrMore ? 1n : 0n);
  return Number(`${rounded}e${-decimals}`);
}

/** Decimals that remove binary noise from a percentage: 100 × 10.6 / 10 is 106, and 100 × 1.16 / 1.45 is 80. */
const PERCENT_DECIMALS = 6;

/** A percentage without binary noise, so that its status and its text are on the same side of a bound. */
export function cleanPercent(percent: number): number {
  return round(percent, PERCENT_DECIMALS);
}

/** Bounds of figures in percent: a progress bar is bad, a month is compared, a bar is very bad or all is known. */
export const PERCENT_BOUNDS = { bad: 80, compared: 95, full: 100 } as const;

/**
 * Rounds to the nearest whole percent, after removing binary noise, but never up to a bound: 90.95 % is displayed as
 * 91 %, and 99.6 % as 99 %.
 *
 * @spec reports.progress-bar
 * @param percent any number, %
 * @returns whole percent
 */
export function wholePercent(percent: number): number {
  const exact = cleanPercent(percent);
  const rounded = round(exact, 0);
  const isUpToBound = exact < rounded &&
    Object.values(PERCENT_BOUNDS).some((bound) => bound === rounded);
  return isUpToBound ? rounded - 1 : rounded;
}

/** A share in whole percent, as {@link wholePercent} rounds it. @param share 0 to 1 */
export function wholePercentOf(share: number): number {
  return wholePercent(100 * share);
}
