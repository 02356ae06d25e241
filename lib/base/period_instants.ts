/** Reads and writes one slot of a period: a month, week, day, hour or five minutes. @module */

import {
  isIsoDate,
  isIsoMonth,
  type IsoDate,
  type IsoMonth,
  padded,
  weeksInIsoYear,
} from "./civil_dates.ts";
import { isYear } from "./periods.ts";

/**
 * A slot of time on the local calendar and clock: a month, an ISO week, a day, an hour 0–23, or five minutes named
 * by their first minute. A time shown twice by the clock, when summer time ends, has its offset from UTC; without
 * an offset it is the first of the two.
 *
 * @spec periods.addresses
 */
export type PeriodInstant =
  | { type: "monthly"; month: IsoMonth }
  | { type: "weekly"; weekYear: number; week: number }
  | { type: "daily"; date: IsoDate }
  | { type: "hourly"; date: IsoDate; hour: number; offset?: string }
  | { type: "fivemin"; date: IsoDate; hour: number; minute: number; offset?: string };

/**
 * An instant as a segment of a call: "2023-07", "2023-W05", "2023-07-15", "2023-07-15T08",
 * "2023-07-15T08:05", "2026-10-25T02+01:00"; numbers are padded.
 *
 * @spec periods.addresses, periods.repeated-hours
 */
export function instantSegment(instant: PeriodInstant): string {
  switch (instant.type) {
    case "monthly":
      return instant.month;
    case "weekly":
      return `${instant.weekYear}-W${padded(instant.week)}`;
    case "daily":
      return instant.date;
    case "hourly":
      return `${instant.date}T${padded(instant.hour)}${instant.offset ?? ""}`;
    case "fivemin":
      return `${instant.date}T${clockOfInstant(instant)}${instant.offset ?? ""}`;
  }
}

/** The clock time at which an hour or five minutes start, "08:05"; "" for a longer slot. */
export function clockOfInstant(instant: PeriodInstant): string {
  if (instant.type === "hourly") return `${padded(instant.hour)}:00`;
  return instant.type === "fivemin" ? `${padded(instant.hour)}:${padded(instant.minute)}` : "";
}

/**
 * Parses an instant in a segment of a call; numbers may lack their leading zero.
 *
 * @returns null for another format, a day or a week that does not exist, a minute that starts no five-minute
 * slot, or a year outside 1970–2100
 */
export function readInstantSegment(segment: string): PeriodInstant | null {
  const week = WEEK.exec(segment);
  if (week !== null) return readWeek(Number(week[1]), Number(week[2]));
  const [, year = "", month = "", day, hour, minute, offset] = CLOCK.exec(segment) ?? [];
  if (!isYear(Number(year))) return null;
  const isoMonth = `${year}-${padded(month)}`;
  if (day === undefined) return isIsoMonth(isoMonth) ? { type: "monthly", month: isoMonth } : null;
  const date = `${isoMonth}-${padded(day)}`;
  if (!isIsoDate(date)) return null;
  if (hour === undefined) return { type: "daily", date };
  if (Number(hour) > 23) return null;
  const clock = { date, hour: Number(hour), ...offset === undefined ? {} : { offset } };
  if (minute === undefined) return { type: "hourly", ...clock };
  if (Number(minute) > 55 || Number(minute) % 5 !== 0) return null;
  return { type: "fivemin", ...clock, minute: Number(minute) };
}

/** The end of a one-day page's URL: "daily/2023/07/15". @spec periods.addresses */
export function dayPath(date: IsoDate): string {
  return `daily/${date.replaceAll("-", "/")}`;
}

/**
 * Parses the end of a one-day page's URL; months and days may lack their leading zero.
 *
 * @returns null for another format, a day that does not exist or a year outside 1970–2100
 */
export function readDayPath(path: string): IsoDate | null {
  const [type, ...numbers] = path.split("/");
  if (type !== "daily" || numbers.length !== 3) return null;
  const instant = readInstantSegment(numbers.join("-"));
  return instant?.type === "daily" ? instant.date : null;
}

const WEEK = /^(\d{4})-W(\d{1,2})$/;
const CLOCK =
  /^(\d{4})-(\d{1,2})(?:-(\d{1,2})(?:T(\d{1,2})(?::(\d{1,2}))?([+-][01]\d:[0-5]\d)?)?)?$/;

function readWeek(weekYear: number, week: number): PeriodInstant | null {
  const exists = isYear(weekYear) && week >= 1 && week <= weeksInIsoYear(weekYear);
  return exists ? { type: "weekly", weekYear, week } : null;
}
