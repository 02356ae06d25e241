/** Parses files of outdoor temperatures from Météo-France, by day or by hour, and files of monthly degree days. @module */

import {
  dateOfEpochDay,
  epochDay,
  firstDayOf,
  isIsoDate,
  isIsoMonth,
  type IsoDate,
  type IsoMonth,
} from "@/lib/base/civil_dates.ts";
import { CallError } from "@/lib/base/errors.ts";
import { round } from "@/lib/base/rounding.ts";
import { highest, known, lowest, meanOf } from "@/lib/base/sums.ts";
import { isTypedDate } from "@/lib/base/typed_dates.ts";
import { completedDay, type OutdoorDay } from "@/lib/facilities/degree_days.ts";
import { readCsv } from "@/lib/files/csv_reader.ts";
import type { FileError } from "@/lib/ingest/csv_file.ts";
import { IMPORT_MESSAGES } from "@/lib/ingest/import_text.ts";
import { ERRORS_SHOWN } from "@/lib/ingest/readings_file_options.ts";
import { readNumber } from "@/lib/ui/number_input.ts";
import { plainWord } from "@/lib/ui/search.ts";
import { MONTH_DJU_MAX } from "./schema.ts";

export interface StationDays {
  lineCount: number;
  days: Map<IsoDate, OutdoorDay>;
  /** Line of each day. */
  lines: Map<IsoDate, number>;
  /** Lines of other stations, repeated days, and days without any usable temperature. */
  ignoredCount: number;
  refusedCount: number;
  errors: FileError[];
}

interface DayFileQuery {
  /** Number or name of the station; empty when the file has only one. */
  station: string;
  /** Last possible day of a measurement. */
  today: IsoDate;
}

/** What tells a file of days from one of hours. */
const COLUMNS = {
  days: ["NUM_POSTE", "NOM_USUEL", "AAAAMMJJ", "TN", "TX"],
  hours: ["NUM_POSTE", "NOM_USUEL", "AAAAMMJJHH", "T"],
} as const;
/** Météo-France's quality code of a value under review, which is not used. */
const DOUBTFUL = "2";
const COLDEST_C = -60;
const HOTTEST_C = 60;
const STATIONS_NAMED = 5;
/** Maximum number of lines of a file: the stations of a department since their start, within the body limit. */
const MOST_LINES = 500_000;
/** Maximum number of station names and numbers in a file: more than the network has. */
const MOST_STATIONS = 50_000;
/** No station of the network is older. */
const FIRST_DATE = "1800-01-01";

const KINDS = ["days", "hours"] as const;

type Cell = (column: string) => string | undefined;

/**
 * Reads a file of Météo-France's open data for one station: the TN, TX and TM of its days (`Q_…_RR-T-Vent.csv`), or the
 * days that its hours make (`H_…csv`).
 *
 * @spec degree-days.formula
 * @returns null when it is not such a file, or an empty one
 * @throws CallError when it is beyond a limit
 */
export async function readStationDays(
  text: string,
  wanted: DayFileQuery,
): Promise<StationDays | null> {
  const reading = new StationReading(wanted);
  let head: ReadonlyMap<string, number> | null = null;
  let unevenLine = 0;
  const fault = await readCsv(text, { delimiter: ";", maxLines: MOST_LINES }, ({ line, cells }) => {
    if (head === null) {
      head = new Map(cells.map((name, at) => [name, at]));
      return;
    }
    if (cells.length < head.size) unevenLine ||= line;
    const places = head;
    reading.add(line, (column) => cells[places.get(column) ?? -1]);
  });
  const line = fault === null ? unevenLine : fault.line;
  if (line > 0) return unread({ line, column: null, message: IMPORT_MESSAGES.badCsv });
  return reading.end();
}

function unread(error: FileError): StationDays {
  return { ...nothingRead(), errors: [error] };
}

function nothingRead(): StationDays {
  return {
    lineCount: 0,
    days: new Map(),
    lines: new Map(),
    ignoredCount: 0,
    refusedCount: 0,
    errors: [],
  };
}

/** Reads the days of the requested station, line by line. */
class StationReading {
  readonly #result = nothingRead();
  readonly #names = new Set<string>();
  readonly #isWanted = new Map<string, boolean>();
  readonly #wanted: string;
  readonly #hours = new StationHours();
  #kind: keyof typeof COLUMNS | null = null;
  #isFound = false;

  constructor(private readonly query: DayFileQuery) {
    this.#wanted = plain(query.station);
  }

  add(line: number, cell: Cell): void {
    if (++this.#result.lineCount === 1) {
      const has = (column: string) => cell(column) !== undefined;
      this.#kind = KINDS.find((kind) => COLUMNS[kind].every(has)) ?? null;
    }
    if (this.#kind === null) return;
    if (this.#names.size <= STATIONS_NAMED) this.#names.add(cell("NOM_USUEL") ?? "");
    if (!this.#isOfStation(cell)) {
      this.#result.ignoredCount++;
      return;
    }
    this.#isFound = true;
    const at = { line, today: this.query.today };
    if (this.#kind === "days") addDay(this.#result, cell, at);
    else addHour(this.#result, cell, { ...at, hours: this.#hours });
  }

  end(): StationDays | null {
    if (this.#kind === null) return null;
    for (const [date, day] of this.#hours.days()) this.#result.days.set(date, day);
    const message = this.#problem();
    if (message === null) return this.#result;
    const { lineCount } = this.#result;
    return { ...unread({ line: 1, column: null, message }), lineCount, refusedCount: lineCount };
  }

  #problem(): string | null {
    const { station } = this.query;
    if (station !== "") return this.#isFound ? null : IMPORT_MESSAGES.otherStation(station);
    if (this.#names.size <= 1) return null;
    const named = [...this.#names].slice(0, STATIONS_NAMED).join(", ");
    return IMPORT_MESSAGES.severalStations(
      this.#names.size > STATIONS_NAMED ? `${named}…` : named,
    );
  }

  #isOfStation(cell: Cell): boolean {
    if (this.query.station === "") return true;
    return ["NUM_POSTE", "NOM_USUEL"].some((column) => this.#isName(cell(column) ?? ""));
  }

  /** Cached: a file repeats a few names on many lines. */
  #isName(name: string): boolean {
    const known = this.#isWanted.get(name);
    if (known !== undefined) return known;
    if (this.#isWanted.size >= MOST_STATIONS) throw new CallError("too-many-names");
    const isWanted = plain(name) === this.#wanted;
    this.#isWanted.set(name, isWanted);
    return isWanted;
  }
}

/** A name without accents or signs: « Nancy-Ochey » and "NANCY OCHEY" are one station. */
function plain(name: string): string {
  return plainWord(name).replace(/[^a-z0-9]+/g, " ").trim();
}

interface LinePlace {
  readonly line: number;
  readonly today: IsoDate;
}

function addDay(result: StationDays, cell: Cell, { line, today }: LinePlace): void {
  const date = dateOf(cell("AAAAMMJJ") ?? "");
  const wrong = wrongDate("AAAAMMJJ", date, today) ?? wrongTemperature(cell, ["TN", "TX", "TM"]);
  if (wrong !== null || date === null) return refuse(result, line, wrong);
  const day = {
    minC: celsius(cell, "TN"),
    maxC: celsius(cell, "TX"),
    meanC: celsius(cell, "TM"),
  };
  if (day.minC === null && day.maxC === null && day.meanC === null) result.ignoredCount++;
  else {
    const repeated = result.lines.get(date);
    if (repeated !== undefined) {
      const message = IMPORT_MESSAGES.repeatedDay(line);
      addError(result, { line: repeated, column: "AAAAMMJJ", message });
      result.ignoredCount++;
    }
    result.days.set(date, completedDay(day, result.days.get(date)));
    result.lines.set(date, line);
  }
}

function addHour(
  result: StationDays,
  cell: Cell,
  { line, today, hours }: LinePlace & { readonly hours: StationHours },
): void {
  const [, day = "", hour = ""] = /^(\d{8})(\d{2})$/.exec(cell("AAAAMMJJHH") ?? "") ?? [];
  const date = Number(hour) < 24 ? dateOf(day) : null;
  const wrong = wrongDate("AAAAMMJJHH", date, today) ?? wrongTemperature(cell, ["TN", "TX", "T"]);
  if (wrong !== null || date === null) return refuse(result, line, wrong);
  const endC = celsius(cell, "T");
  const minC = celsius(cell, "TN") ?? endC;
  const maxC = celsius(cell, "TX") ?? endC;
  const isRepeated = hours.add(date, Number(hour), { endC, minC, maxC });
  if (isRepeated || (minC === null && maxC === null)) result.ignoredCount++;
  result.lines.set(date, line);
}

type Wrong = Omit<FileError, "line">;

function wrongDate(column: string, date: IsoDate | null, today: IsoDate): Wrong | null {
  if (date === null) return { column, message: IMPORT_MESSAGES.badDate };
  return date > today ? { column, message: IMPORT_MESSAGES.futureDate } : null;
}

/** @param columns those of the minimum, of the maximum, then another one */
function wrongTemperature(cell: Cell, columns: readonly [string, string, string]): Wrong | null {
  const bad = columns.find((column) => celsiusOf(cell, column) === "wrong");
  if (bad !== undefined) return { column: bad, message: IMPORT_MESSAGES.badTemperature };
  const [minC, maxC] = columns.map((column) => celsius(cell, column));
  const isCrossed = typeof minC === "number" && typeof maxC === "number" && minC > maxC;
  return isCrossed ? { column: columns[0], message: IMPORT_MESSAGES.crossedTemperatures } : null;
}

function refuse(result: StationDays, line: number, wrong: Wrong | null): void {
  if (wrong !== null) addError(result, { line, ...wrong });
  result.refusedCount++;
}

function addError(result: StationDays, error: FileError): void {
  if (result.errors.length < ERRORS_SHOWN) result.errors.push(error);
}

function dateOf(text: string): IsoDate | null {
  if (!/^\d{8}$/.test(text)) return null;
  const date = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  return isIsoDate(date) && date >= FIRST_DATE ? date : null;
}

/** The temperature of a column; null when it is absent, under review or wrong. */
function celsius(cell: Cell, column: string): number | null {
  const read = celsiusOf(cell, column);
  return read === "wrong" ? null : read;
}

function celsiusOf(cell: Cell, column: string): number | null | "wrong" {
  const text = cell(column);
  if (text === undefined || text.trim() === "" || cell(`Q${column}`) === DOUBTFUL) return null;
  const value = readNumber(text);
  return value !== null && value >= COLDEST_C && value <= HOTTEST_C ? value : "wrong";
}

interface MonthDju {
  month: IsoMonth;
  dju: number;
}

/** Months of a file, without those that it leaves empty. */
interface MonthlyDjuFile {
  lineCount: number;
  months: MonthDju[];
}

/** Maximum number of lines of a file: a century of months, heading and remarks included. */
const MOST_MONTHLY_LINES = 1_300;

/**
 * Reads a file of columns `mois;dju`: "2024-01;387,2" or "01/2024;387.2"; an empty figure leaves the month unchanged.
 *
 * @spec imports.absent-unchanged
 * @returns null when it is not such a file, or a line is invalid
 * @throws CallError when it is beyond a limit
 */
export async function readMonthlyDju(text: string): Promise<MonthlyDjuFile | null> {
  if (!/^\uFEFF?\s*mois\s*[;,\t]\s*dju\s*(?:\r?\n|$)/i.test(text)) return null;
  const rows: (readonly string[])[] = [];
  const cut = { delimiter: [";", ",", "\t"], maxLines: MOST_MONTHLY_LINES } as const;
  const fault = await readCsv(text, cut, ({ cells }) => rows.push(cells));
  if (fault !== null) return null;
  const months: MonthDju[] = [];
  for (const [written = "", ...figure] of rows.slice(1)) {
    const month = monthOf(written);
    const text = figure.join(".").trim();
    if (month === null) return null;
    if (text === "") continue;
    const dju = djuOf(text);
    if (dju === null) return null;
    months.push({ month, dju });
  }
  return { lineCount: rows.length - 1, months };
}

function monthOf(written: string): IsoMonth | null {
  const [, month, year] = /^(\d{1,2})\/(\d{4})$/.exec(written) ?? [];
  const iso = year === undefined ? written : `${year}-${month?.padStart(2, "0")}`;
  return isIsoMonth(iso) && isTypedDate(firstDayOf(iso)) ? iso : null;
}

/** In a comma-separated file a decimal comma has split the figure: its parts arrive joined by a point. */
function djuOf(figure: string): number | null {
  const dju = readNumber(figure);
  return dju !== null && dju >= 0 && dju <= MONTH_DJU_MAX ? dju : null;
}

/** The temperatures of an hour, °C; null when they are not known. */
interface StationHour {
  /** At its end. */
  readonly endC: number | null;
  readonly minC: number | null;
  readonly maxC: number | null;
}

const DAY_HOURS = 24;
/**
 * First hour of the minimum, the maximum and the mean of a day, relative to its midnight in UTC: TN is the lowest
 * temperature from 18:00 of the day before, TX the highest from 06:00, each over 24 hours; an hour is named by its end.
 */
const FIRST_HOUR = { minC: -5, maxC: 7, endC: 1 } as const;

class StationHours {
  /** By the number of their end: hours since 1970. */
  readonly #hours = new Map<number, StationHour>();

  /**
   * @param hour UTC, 0 to 23, that of its end
   * @returns true when the hour was known: what it lacks is unchanged
   */
  add(date: IsoDate, hour: number, { endC, minC, maxC }: StationHour): boolean {
    const number = DAY_HOURS * epochDay(date) + hour;
    const before = this.#hours.get(number);
    this.#hours.set(number, {
      endC: endC ?? before?.endC ?? null,
      minC: minC ?? before?.minC ?? null,
      maxC: maxC ?? before?.maxC ?? null,
    });
    return before !== undefined;
  }

  /**
   * The days whose minimum, maximum or mean is known: each needs all its 24 hours.
   *
   * @spec degree-days.hourly-files
   */
  days(): Map<IsoDate, OutdoorDay> {
    const days = new Map<IsoDate, OutdoorDay>();
    for (const number of new Set(this.#hours.keys().map((hour) => Math.floor(hour / DAY_HOURS)))) {
      const ends = this.#figures(number, "endC");
      const day = {
        minC: lowest(this.#figures(number, "minC")),
        maxC: highest(this.#figures(number, "maxC")),
        meanC: ends.length === 0 ? null : round(meanOf(ends), 1),
      };
      if (known(Object.values(day)).length > 0) days.set(dateOfEpochDay(number), day);
    }
    return days;
  }

  /** The 24 figures of a day; none when one is missing. */
  #figures(day: number, figure: keyof StationHour): number[] {
    const first = day * DAY_HOURS + FIRST_HOUR[figure];
    const figures = Array.from(
      { length: DAY_HOURS },
      (_, at) => this.#hours.get(first + at)?.[figure] ?? null,
    );
    return figures.includes(null) ? [] : known(figures);
  }
}
