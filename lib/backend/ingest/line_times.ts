import { shortWhole } from "./short_numbers.ts";

const TIMESTAMP = /^-?\d{1,20}$/;
const MOST_DIGITS = 20;

/**
 * The time that a part of a text is, without its last digits; undefined when it is no timestamp.
 *
 * Nanoseconds do not fit a number: the digits left out are cut as text.
 */
export function timeOf(
  text: string,
  { start, end, decimals }: {
    readonly start: number;
    readonly end: number;
    readonly decimals: number;
  },
): number | undefined {
  const cut = Math.max(start, end - decimals);
  const whole = shortWhole(text, start, cut);
  const isShort = end - start <= MOST_DIGITS && !Number.isNaN(whole) &&
    !Number.isNaN(shortWhole(text, cut, end));
  return isShort ? whole : wholeTime(text.slice(start, end), decimals);
}

function wholeTime(written: string, decimals: number): number | undefined {
  if (!TIMESTAMP.test(written)) return undefined;
  if (decimals === 0) return Number(written);
  const isNegative = written.startsWith("-");
  const whole = Number(written.slice(isNegative ? 1 : 0, -decimals));
  // Just before 1970 is no reading of ours: any second before 0 is refused later.
  return isNegative ? -whole - 1 : whole;
}
