import { shortWhole } from "./byte_numbers.ts";
import { textOf } from "./line_characters.ts";

const TIMESTAMP = /^-?\d{1,20}$/;
const MOST_DIGITS = 20;

/** Where a timestamp stands among bytes, and how many digits of it are left out. */
export interface WrittenTime {
  readonly start: number;
  readonly end: number;
  readonly decimals: number;
}

/**
 * The time that some bytes write, without its last digits; undefined when it is no timestamp.
 *
 * Nanoseconds do not fit a number: the digits left out are cut as text.
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
  // Just before 1970 is no reading of ours: any second before 0 is refused later.
  return isNegative ? -whole - 1 : whole;
}
