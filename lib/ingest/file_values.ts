/** Reads the numbers and times that files write, repeated hours included. @module */

import { addDays, isIsoDate, type IsoDate } from "@/lib/base/civil_dates.ts";
import { MONTH_NAMES, SHORT_MONTHS } from "@/lib/base/date_format.ts";
import { epochOfClock, isSkippedTime, repeatedInstant } from "@/lib/base/time_zones.ts";
import { plainName, type Separator } from "@/lib/files/csv_headings.ts";
import type { DateOrder, DecimalMark as Mark } from "./readings_file_options.ts";

/** Error for a comma found after numbers were read with a point: the file must be read again from the start. */
export class CommaFound extends Error {
  override readonly name = "CommaFound";
}

/**
 * The decimal mark of a file, detected while reading: a comma, unless some number has a point and none has a comma.
 * Before the first mark, numbers read the same with both.
 */
export class DecimalMark {
  #found: Mark | null;

  /** @param known mark of the whole file; with comma-separated cells, the mark is the point */
  constructor(separator: Separator, known: Mark | null) {
    this.#found = separator === "," ? "." : known;
    this.#isSettled = this.#found !== null;
  }

  readonly #isSettled: boolean;

  get mark(): Mark {
    return this.#found ?? ",";
  }

  /** @throws CommaFound when earlier numbers were read with a point */
  look(cell: string): void {
    if (this.#isSettled || this.#found === ",") return;
    if (cell.includes(",")) {
      if (this.#found === ".") throw new CommaFound();
      this.#found = ",";
    } else if (/\d\.\d/.test(cell)) this.#found = ".";
  }
}

/** @returns null when the text is not a number with this decimal mark */
export function numberOf(text: string, decimal: Mark): number | null {
  const digits = text.replace(/[\s\u00A0\u202F]/g, "");
  const written = decimal === "," ? digits.replace(",", ".") : digits;
  // When the decimal mark is a comma, the meaning of a point is unknown.
  const isUnclear = decimal === "," && digits.includes(".");
  if (isUnclear || !/^[+-]?\d+(?:\.\d+)?$/.test(written)) return null;
  const value = Number(written);
  return Number.isFinite(value) ? value : null;
}

/** An instant of a file, with its date order. */
export interface FileInstant {
  readonly epochS: number;
  /** Second instant of a time without offset that the clock shows twice; absent for other times. */
  readonly laterS?: number | undefined;
  /** True for a time that the clock skips; absent for other times. */
  readonly isSkipped?: true;
  readonly order: DateOrder;
}

const CLOCK = String.raw`(?:[T ]+(\d{1,2})[:hH](\d{2})(?::(\d{2})(?:\.\d+)?)?)?`;
const YEAR_FIRST = new RegExp(
  String.raw`^(\d{4})([-/])(\d{2})(?:\2(\d{2}))?${CLOCK} ?(Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?$`,
);
/** An hour without its minutes, as files of the product name it: `2026-02-01T00`. */
const HOUR_ALONE = /^(\d{4}-\d{2}-\d{2}T\d{2})(?=$|[Z+-])/;
const DAY_FIRST = new RegExp(String.raw`^(?:(\d{1,2})[/.-])?(\d{1,2})[/.-](\d{4})${CLOCK}$`);
const SHORT_YEAR = new RegExp(String.raw`^(\d{1,2})[/.](\d{1,2})[/.](\d{2})${CLOCK}$`);
/** « 15 novembre 2020 », « nov. 2020 ». */
const NAMED_MONTH = new RegExp(String.raw`^(?:(\d{1,2})(?:er)? )?([a-z]{3,9})\.? (\d{4})${CLOCK}$`);
const MONTHS = new Map(
  MONTH_NAMES.map((name, at) => [plainName(name), at + 1] as const).concat(
    SHORT_MONTHS.map((name, at) => [plainName(name).replace(".", ""), at + 1] as const),
  ),
);
/** Seconds, or milliseconds, since 1970: from 2001 on, so that day numbers and compact dates differ. */
const UNIX = /^(\d{10})(?:\d{3})?(?:[.,]\d{1,9})?$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
/** A day number of a spreadsheet, with the time of day after the decimal mark. */
const SERIAL = /^(\d{5})(?:[.,](\d{1,15}))?$/;
/** Day 0 of spreadsheets, and the number of 1 January 1970. */
const SERIAL_ORIGIN = "1899-12-30";
const FIRST_SERIAL = 25_569;

/**
 * Parses a date with or without a time: `01/02/2026 00:00`, `01/02/26`, `2026-02-01T00:00:00+01:00`, `2026-02-01T00`, `20260201`,
 * `2026/02/01`, `02/2026`, `février 2026`, `1769900400` seconds or as many milliseconds since 1970, or `46054,5`, the
 * number of noon of 1 February 2026 in spreadsheets.
 *
 * Defaults: midnight, the first of the month, and the time zone of the caller.
 *
 * @returns null when it is not a date
 */
export function readInstant(text: string, timeZone: string): FileInstant | null {
  const written = text.trim().replace(HOUR_ALONE, "$1:00");
  const compact = COMPACT.exec(written);
  if (compact) return instantOf(compact.slice(1), [], { order: "ymd", timeZone });
  const yearFirst = YEAR_FIRST.exec(written);
  if (yearFirst) {
    const [, year, , month, day = "01", hour, minute, second, offset] = yearFirst;
    const order = "ymd";
    return instantOf([year, month, day], [hour, minute, second], { order, timeZone, offset });
  }
  const dayFirst = DAY_FIRST.exec(written);
  if (dayFirst) {
    const [, day = "01", month, year, hour, minute, second] = dayFirst;
    return instantOf([year, month, day], [hour, minute, second], { order: "dmy", timeZone });
  }
  const short = SHORT_YEAR.exec(written);
  if (short) {
    const [, day, month, year, hour, minute, second] = short;
    return instantOf([`20${year}`, month, day], [hour, minute, second], { order: "dmy", timeZone });
  }
  const unix = UNIX.exec(written);
  if (unix) return { epochS: Number(unix[1]), order: "unix" };
  return serialInstant(written, timeZone) ?? namedInstant(written, timeZone);
}

/** The instant of a date whose month is in letters. */
function namedInstant(written: string, timeZone: string): FileInstant | null {
  const [, day = "01", name = "", year, hour, minute, second] =
    NAMED_MONTH.exec(plainName(written)) ?? [];
  const month = MONTHS.get(name)?.toString();
  if (month === undefined) return null;
  return instantOf([year, month, day], [hour, minute, second], { order: "dmy", timeZone });
}

/** The instant of a spreadsheet's day number; its time is rounded to the second. */
function serialInstant(written: string, timeZone: string): FileInstant | null {
  const [, days, fraction = "0"] = SERIAL.exec(written) ?? [];
  if (days === undefined || Number(days) < FIRST_SERIAL) return null;
  const secondOfDay = Math.round(Number(`0.${fraction}`) * 86_400);
  const date = addDays(SERIAL_ORIGIN, Number(days));
  return onClock(date, secondOfDay, { order: "serial", timeZone });
}

function onClock(
  date: IsoDate,
  secondOfDay: number,
  { order, timeZone }: { order: DateOrder; timeZone: string },
): FileInstant {
  const epochS = epochOfClock(date, secondOfDay, timeZone);
  if (isSkippedTime({ date, secondOfDay, epochS }, timeZone)) {
    return { epochS, isSkipped: true, order };
  }
  const laterS = repeatedInstant(date, epochS, timeZone);
  return laterS === undefined ? { epochS, order } : { epochS, laterS, order };
}

type Parts = readonly (string | undefined)[];

function instantOf(
  [year = "", month = "", day = ""]: Parts,
  [hour = "0", minute = "0", second = "0"]: Parts,
  { order, timeZone, offset }: { order: DateOrder; timeZone: string; offset?: string | undefined },
): FileInstant | null {
  const date: IsoDate = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (!isIsoDate(date) || Number(minute) > 59 || Number(second) > 59) return null;
  const secondOfDay = Number(hour) * 3_600 + Number(minute) * 60 + Number(second);
  if (secondOfDay > 86_400) return null;
  if (offset === undefined) return onClock(date, secondOfDay, { order, timeZone });
  return { epochS: Date.parse(`${date}T00:00:00Z`) / 1_000 + secondOfDay - offsetS(offset), order };
}

function offsetS(offset: string): number {
  if (offset === "Z") return 0;
  const sign = offset.startsWith("-") ? -1 : 1;
  return sign * (Number(offset.slice(1, 3)) * 3_600 + Number(offset.slice(-2)) * 60);
}

/**
 * Dates the lines of a file in the hour that the clock shows twice: in the order of the file, the lines of a series are in
 * one of the two hours until their time goes back, or forward in a file with the newest line first, then in the other.
 *
 * @spec imports.repeated-hours
 */
export class RepeatedHours {
  /** The last instant of each series that has lines in such an hour. */
  readonly #lastOf = new Map<string, number>();
  #lineS = NaN;
  /** Positive when most lines are later than the line before. */
  #trend = 0;

  /** Notes the instant of the next line. */
  addLine({ epochS }: Pick<FileInstant, "epochS">): void {
    if (epochS > this.#lineS) this.#trend++;
    else if (epochS < this.#lineS) this.#trend--;
    this.#lineS = epochS;
  }

  /** The second of a value of the last line. @param series name of its series, with its dwelling */
  secondOf(series: string, { epochS, laterS }: Pick<FileInstant, "epochS" | "laterS">): number {
    if (laterS === undefined) return epochS;
    const before = this.#lastOf.get(series);
    const isLater = this.#trend < 0
      ? before === undefined || before > laterS
      : before !== undefined && before >= epochS;
    const second = isLater ? laterS : epochS;
    this.#lastOf.set(series, second);
    return second;
  }
}
