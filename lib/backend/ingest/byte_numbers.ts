/**
 * Numbers of few digits, read from their bytes: most of a body is made of them.
 *
 * @module
 */
import { MINUS, NINE, POINT, ZERO } from "./line_characters.ts";

/** Digits of which every whole number, and its quotient by a power of ten, is the nearest double. */
const EXACT_DIGITS = 15;
const POWERS = Float64Array.from(
  { length: EXACT_DIGITS + 1 },
  (_, places) => Number(`1e${places}`),
);

/** The decimal that some bytes write, such as `-20.4`; NaN when it is another, or no number. */
export function shortDecimal(bytes: Uint8Array, from: number, to: number): number {
  const isNegative = bytes[from] === MINUS;
  const start = isNegative ? from + 1 : from;
  let whole = 0;
  let point = -1;
  for (let at = start; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= ZERO && byte <= NINE) whole = whole * 10 + byte - ZERO;
    else if (byte === POINT && point === -1) point = at;
    else return NaN;
  }
  const digits = to - start - (point === -1 ? 0 : 1);
  if (digits < 1 || digits > EXACT_DIGITS) return NaN;
  const value = point === -1 ? whole : whole / (POWERS[to - point - 1] ?? NaN);
  return isNegative ? -value : value;
}

/** The whole number that digits are; NaN when they are too many, or no digits. */
export function shortWhole(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > EXACT_DIGITS) return NaN;
  let whole = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < ZERO || byte > NINE) return NaN;
    whole = whole * 10 + byte - ZERO;
  }
  return whole;
}
