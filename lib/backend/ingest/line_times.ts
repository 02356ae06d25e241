import { shortWhole } from "./byte_numbers.ts";
import { textOf } from "./line_characters.ts";

const TIMESTAMP = /^-?\d{1,20}$/;
const MOST_DIGITS = 20;

/** Position of a timestamp among bytes, and the number of its digits to drop. */
interface WrittenTime {
  readonly start: number;
  readonly end: number;
  readonly decimals: number;
}

/**
 * The time written in some bytes, without its last digits; undefined when it is not a timestamp.
 *
 * Nanoseconds do not fit a number: the extra digits are dropped from the text.
 */
export function timeOf(
  bytes: Uint8Array,
  { start, end, decimals }: WrittenTime,
): number | undefined {
  const cut = Math.max(start, end - decimals);
  const whole = shortWhole(bytes, start, cut);
  const isShort = end - start <= MOST_DIGITS && !Number.isNaN(whole) &&
    !Number.isNaN(shortWhole(bytes, cut, end));
  return isShort ? whole : wholeTime(textOf(bytes.subarray(start, end)), decimals);
}

function wholeTime(written: string, decimals: number): number | undefined {
  if (!TIMESTAMP.test(written)) return undefined;
  if (decimals === 0) return Number(written);
  const isNegative = written.startsWith("-");
  const whole = Number(written.slice(isNegative ? 1 : 0, -decimals));
  // A time just before 1970 becomes negative: any second before 0 is refused later.
  return isNegative ? -whole - 1 : whole;
}
