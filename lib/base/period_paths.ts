/** Reads and writes the range of a period in the addresses of pages and calls. @module */

import { padded } from "./civil_dates.ts";
import { isPeriodRange, isPeriodType, levelOf, PERIOD_TYPES, type PeriodRange } from "./periods.ts";

/**
 * The end of a page URL for a range: "monthly/2023", "daily/2023/07", "hourly/2023/07/15".
 *
 * @spec periods.addresses
 */
export function periodPath(range: PeriodRange): string {
  return [range.type, ...numbersOf(range)].join("/");
}

/**
 * Parses the end of a page URL; months and days may lack their leading zero.
 *
 * @spec periods.bad-period
 * @returns null for a bad period: unknown type, wrong count of numbers, a day that does not exist, a year outside
 * 1970–2100
 */
export function readPeriodPath(path: string): PeriodRange | null {
  const [type = "", ...numbers] = path.split("/");
  return readRange(type, numbers);
}

/**
 * A range as a segment of a call: "monthly-2023", "monthly-shifted-2023", "daily-2023-07", "fivemin-2023-07-15".
 *
 * @spec periods.addresses
 */
export function rangeSegment(range: PeriodRange): string {
  return [range.type, ...numbersOf(range)].join("-");
}

/**
 * Parses a range in a segment of a call; months and days may lack their leading zero.
 *
 * @returns null for a bad period, as readPeriodPath()
 */
export function readRangeSegment(segment: string): PeriodRange | null {
  const [type = "", ...numbers] = segmentParts(segment);
  return readRange(type, numbers);
}

/** Splits a segment of a call into type, year, month and day, unvalidated. */
export function segmentParts(segment: string): string[] {
  const type = TYPES_LONGEST_FIRST.find((known) => segment.startsWith(`${known}-`));
  return type === undefined ? [] : [type, ...segment.slice(type.length + 1).split("-")];
}

const TYPES_LONGEST_FIRST = /* @__PURE__ */ PERIOD_TYPES.toSorted((a, b) => b.length - a.length);
const YEAR = /^\d{4}$/;
const MONTH_OR_DAY = /^\d{1,2}$/;

function numbersOf(range: PeriodRange): string[] {
  const numbers = [range.year, range.month, range.day].filter((one) => one !== undefined);
  return numbers.map((number) => padded(number));
}

function readRange(type: string, numbers: readonly string[]): PeriodRange | null {
  const [year = "", month, day] = numbers;
  const isShort = [month, day].every((text) => text === undefined || MONTH_OR_DAY.test(text));
  if (!isPeriodType(type) || !YEAR.test(year) || !isShort) return null;
  if (numbers.length !== NUMBER_COUNTS[levelOf(type)]) return null;
  const range = {
    type,
    year: Number(year),
    ...month !== undefined && { month: Number(month) },
    ...day !== undefined && { day: Number(day) },
  };
  return isPeriodRange(range) ? range : null;
}

/** How many numbers follow a type in an address, by level. */
export const NUMBER_COUNTS = { year: 1, month: 2, day: 3 } as const;
