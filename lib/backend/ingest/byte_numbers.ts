/** Numbers of few digits, read from their bytes: most of a body is made of them. @module */
import { isDigit, ZERO } from "./line_characters.ts";

/** Digits of which every whole number, and its quotient by a power of ten, is the nearest double. */
export const EXACT_DIGITS = 15;
/** Powers of ten by decimal places, all exact. */
export const POWERS: Float64Array = Float64Array.from(
  { length: EXACT_DIGITS + 1 },
  (_, places) => Number(`1e${places}`),
);

/** The whole number that digits are; NaN when they are too many, or no digits. */
export function shortWhole(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > EXACT_DIGITS) return NaN;
  let whole = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (!isDigit(byte)) return NaN;
    whole = whole * 10 + byte - ZERO;
  }
  return whole;
}
