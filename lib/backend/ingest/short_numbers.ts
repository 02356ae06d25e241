/**
 * Numbers of few digits, read where they stand: most of a body is made of them.
 *
 * @module
 */

/** Digits of which every whole number, and its quotient by a power of ten, is the nearest double. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, places) => Number(`1e${places}`));

const ZERO = 48;
const NINE = 57;
const POINT = 46;
const MINUS = 45;

/** The decimal that a part of a text is, such as `-20.4`; NaN when it is another, or no number. */
export function shortDecimal(text: string, from: number, to: number): number {
  const isNegative = text.charCodeAt(from) === MINUS;
  const start = isNegative ? from + 1 : from;
  let whole = 0;
  let point = -1;
  for (let at = start; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) whole = whole * 10 + code - ZERO;
    else if (code === POINT && point === -1) point = at;
    else return NaN;
  }
  const digits = to - start - (point === -1 ? 0 : 1);
  if (digits < 1 || digits > EXACT_DIGITS) return NaN;
  const value = point === -1 ? whole : whole / (POWERS[to - point - 1] ?? NaN);
  return isNegative ? -value : value;
}

/** The whole number that digits are; NaN when they are too many, or no digits. */
export function shortWhole(text: string, from: number, to: number): number {
  if (to - from > EXACT_DIGITS) return NaN;
  let whole = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code < ZERO || code > NINE) return NaN;
    whole = whole * 10 + code - ZERO;
  }
  return whole;
}
