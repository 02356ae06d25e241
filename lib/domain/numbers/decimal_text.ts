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

/** Significant digits guaranteed by a double. */
const SURE_DIGITS = 15;

/** Keeps the reliable digits of a number: digits beyond may be arithmetic errors. */
export function sureDigits(value: number): number {
  return Number(value.toPrecision(SURE_DIGITS));
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
