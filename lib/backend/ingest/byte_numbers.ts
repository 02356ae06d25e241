/** Parses short numbers from bytes: most of a body consists of them. @module */
import { isDigit, ZERO } from "./line_characters.ts";

/** Maximum digits for which whole numbers, and their quotients by a power of ten, are the nearest doubles. */
export const EXACT_DIGITS = 15;
/** Powers of ten by decimal places, all exact. */
export const POWERS: Float64Array = Float64Array.from(
  { length: EXACT_DIGITS + 1 },
  (_, places) => Number(`1e${places}`),
);

/** Parses digits as a whole number; NaN when there are too many, or a byte is not a digit. */
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
