/** Parses files of outdoor temperatures from Météo-France and files of monthly degree days. @module */

import {
  firstDayOf,
  isIsoDate,
  isIsoMonth,
  type IsoDate,
  type IsoMonth,
} from "@/lib/base/civil_dates.ts";
import { CallError } from "@/lib/base/errors.ts";
import { isTypedDate } from "@/lib/base/typed_dates.ts";
import { completedDay, type OutdoorDay } from "@/lib/facilities/degree_days.ts";
import { readCsv } from "@/lib/files/csv_reader.ts";
import type { FileError } from "@/lib/ingest/csv_file.ts";
import { IMPORT_MESSAGES } from "@/lib/ingest/import_text.ts";
import { ERRORS_SHOWN } from "@/lib/ingest/readings_file_options.ts";
import { readNumber } from "@/lib/ui/number_input.ts";
import { plainWord } from "@/lib/ui/search.ts";

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

const COLUMNS = ["NUM_POSTE", "NOM_USUEL", "AAAAMMJJ", "TN", "TX"] as const;
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

type Cell = (column: string) => string | undefined;

/**
 * Reads a daily file of Météo-France's open data (`Q_…_RR-T-Vent.csv`): TN, TX and TM of one station.
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
  #isStationFile = false;
  #isFound = false;

  constructor(private readonly query: DayFileQuery) {
    this.#wanted = plain(query.station);
  }

  add(line: number, cell: Cell): void {
    if (++this.#result.lineCount === 1) {
      this.#isStationFile = COLUMNS.every((column) => cell(column) !== undefined);
    }
    if (!this.#isStationFile) return;
    if (this.#names.size <= STATIONS_NAMED) this.#names.add(cell("NOM_USUEL") ?? "");
    if (!this.#isOfStation(cell)) {
      this.#result.ignoredCount++;
      return;
    }
    this.#isFound = true;
    addDay(this.#result, cell, { line, today: this.query.today });
  }

  end(): StationDays | null {
    if (!this.#isStationFile) return null;
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

function addDay(
  result: StationDays,
  cell: Cell,
  { line, today }: { line: number; today: IsoDate },
): void {
  const named = (error: FileError) => {
    if (result.errors.length < ERRORS_SHOWN) result.errors.push(error);
  };
  const wrong = (column: string, message: string) => {
    named({ line, column, message });
    result.refusedCount++;
  };
  const date = dateOf(cell("AAAAMMJJ") ?? "");
  if (date === null) return wrong("AAAAMMJJ", IMPORT_MESSAGES.badDate);
  if (date > today) return wrong("AAAAMMJJ", IMPORT_MESSAGES.futureDate);
  const minC = celsius(cell("TN"), cell("QTN"));
  const maxC = celsius(cell("TX"), cell("QTX"));
  const meanC = celsius(cell("TM"), cell("QTM"));
  if (minC === "wrong") return wrong("TN", IMPORT_MESSAGES.badTemperature);
  if (maxC === "wrong") return wrong("TX", IMPORT_MESSAGES.badTemperature);
  if (meanC === "wrong") return wrong("TM", IMPORT_MESSAGES.badTemperature);
  if (minC !== null && maxC !== null && minC > maxC) {
    return wrong("TN", IMPORT_MESSAGES.crossedTemperatures);
  }
  if (minC === null && maxC === null && meanC === null) result.ignoredCount++;
  else {
    const repeated = result.lines.get(date);
    if (repeated !== undefined) {
      named({ line: repeated, column: "AAAAMMJJ", message: IMPORT_MESSAGES.repeatedDay(line) });
      result.ignoredCount++;
    }
    result.days.set(date, completedDay({ minC, maxC, meanC }, result.days.get(date)));
    result.lines.set(date, line);
  }
}

function dateOf(text: string): IsoDate | null {
  if (!/^\d{8}$/.test(text)) return null;
  const date = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  return isIsoDate(date) && date >= FIRST_DATE ? date : null;
}

function celsius(text: string | undefined, quality: string | undefined): number | null | "wrong" {
  if (text === undefined || text.trim() === "" || quality === DOUBTFUL) return null;
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

/** Maximum DJU of a month: 31 days at −47 °C. */
const MAX_DJU = 2_000;
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
  return dju !== null && dju >= 0 && dju <= MAX_DJU ? dju : null;
}
