/** Parses files of gas lines or indexes, with the faults of each line. @module */

import { addDays, addMonths, type IsoDate, yearOf } from "@/lib/base/civil_dates.ts";
import { tableOf } from "@/lib/base/records.ts";
import { round } from "@/lib/base/rounding.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { isPce } from "@/lib/base/typed_formats.ts";
import { type CsvRow, readCsv } from "@/lib/files/csv_reader.ts";
import { isEmptyOrTotal, plainName } from "@/lib/files/csv_headings.ts";
import { readInstant } from "@/lib/ingest/file_values.ts";
import { headingIn } from "@/lib/ingest/file_formats.ts";
import { inUnit } from "@/lib/timeseries/sent_units.ts";
import {
  columnsOf,
  findGasHeading,
  type FoundColumns,
  type GasColumn,
  type GasFormat,
} from "./file_formats.ts";
import { FIRST_GAS_YEAR, GAS_FIGURES, gasYear } from "./lines.ts";
import type { GasImportError, GasLine } from "./schema.ts";

/** A line of a gas file, read by columns. */
interface ReadRow {
  readonly lineNumber: number;
  readonly pce: string;
  cell(name: GasColumn): string;
  /** In the unit of its column: null for an empty cell, NaN when it is not a number from 0. */
  figure(name: GasColumn): number | null;
}

function rowOf({ line, cells }: CsvRow, columns: FoundColumns, pce: string): ReadRow {
  const cell = (name: GasColumn) => cells[columns.get(name)?.at ?? -1]?.trim() ?? "";
  const figure = (name: GasColumn) => {
    const { from = "", to = "" } = columns.get(name) ?? {};
    const written = numberOf(cell(name));
    return written === null ? null : inUnit(written, { from, to });
  };
  return { lineNumber: line, pce: cell("pce") || pce, cell, figure };
}

/** The first heading whose unit does not convert to that of its figures. @spec imports.units */
function unitFault(columns: FoundColumns): Omit<GasImportError, "line"> | null {
  for (const { from, to } of columns.values()) {
    if (inUnit(1, { from, to }) === null) return { fault: "unit", units: { from, to } };
  }
  return null;
}

/** null for an empty cell, NaN when it is not a number from 0. */
function numberOf(text: string): number | null {
  const written = text.replace(/[\s\u00A0\u202F]/g, "");
  if (written === "" || written === "null") return null;
  return /^\d{1,12}(?:[.,]\d{1,9})?$/.test(written) ? Number(written.replace(",", ".")) : NaN;
}

interface KnownIndex {
  readonly date: IsoDate;
  readonly index: number;
}

/** An index read on a day, and the energy since the previous one. */
interface ReadIndex extends KnownIndex {
  readonly energy: number | null;
}

/** A register that falls is another meter's: the consumption in between is unknown. */
function faultBetween(before: KnownIndex, read: ReadIndex): "period" | "index" | null {
  if (read.date === before.date) return "period";
  return read.index < before.index ? "index" : null;
}

/** The consumption between two readings. */
function lineBetween(from: KnownIndex, to: ReadIndex): GasLine {
  return {
    fromDate: from.date,
    toDate: to.date,
    informative: false,
    fromIndex: from.index,
    toIndex: to.index,
    volume: round(to.index - from.index, 6),
    energy: to.energy,
    factorPta: null,
    factorPcs: null,
    factorConversion: null,
  };
}

export interface GasFileLine {
  readonly lineNumber: number;
  readonly pce: string;
  readonly line: GasLine;
}

interface GasFile {
  readonly lineCount: number;
  readonly lines: readonly GasFileLine[];
  readonly errors: readonly GasImportError[];
}

const TYPES: ReadonlyMap<string, boolean> = new Map([
  ["informative", true],
  ["informatif", true],
  ["informative journalier", true],
  ["published", false],
  ["publiee", false],
  ["publie", false],
]);

/** Maximum number of lines of a file: more than a year of days of five hundred delivery points. */
const MOST_LINES = 200_000;

interface LineReading {
  readonly pce: string;
  readonly today: IsoDate;
  /** The last known index of a delivery point on a day: the first index of a file is compared with it. */
  knownIndex(pce: string, date: IsoDate): Promise<KnownIndex | null>;
}

/**
 * Reads a CSV file of consumption lines, with the headings of the export or of GRDF; or of dated indexes
 * (`PCE;Date de relevé;Index (m3);Énergie (kWh)`); or of months or days, as GRDF's customers download
 * them. The heading is one of the first thirty lines.
 *
 * @spec gas.import
 * @param pce delivery point of the lines without one
 * @param today last day of a line
 * @returns null without the heading of a format
 * @throws CallError when the file is beyond a limit
 */
export async function readGasFile(text: string, wanted: LineReading): Promise<GasFile | null> {
  const heading = headingIn(text, findGasHeading);
  if (heading === null) return null;
  const { separator: delimiter, line: fromLine, found: { content }, preamble } = heading;
  const pce = pceOf(preamble) ?? wanted.pce;
  const reading = new GasReading(content, { ...wanted, pce });
  const cut = { delimiter, maxLines: MOST_LINES, fromLine };
  const fault = await readCsv(text, cut, (row) => reading.add(row));
  return fault === null ? await reading.file() : null;
}

class GasReading {
  readonly #lines: GasFileLine[] = [];
  readonly #errors: GasImportError[] = [];
  readonly #indexes: { readonly row: ReadRow; readonly read: ReadIndex }[] = [];
  #columns: FoundColumns | null = null;
  /** The fault of every line of a file with figures in a unit that does not convert. */
  #unitFault: Omit<GasImportError, "line"> | null = null;
  #lineCount = 0;

  constructor(
    private readonly content: GasFormat["content"],
    private readonly wanted: LineReading,
  ) {}

  add({ line: lineNumber, cells }: CsvRow): void {
    const columns = this.#columns;
    if (columns === null) {
      this.#columns = columnsOf(cells, this.content);
      this.#unitFault = unitFault(this.#columns);
      return;
    }
    this.#lineCount++;
    const errorCount = this.#errors.length;
    const row = rowOf({ line: lineNumber, cells }, columns, this.wanted.pce);
    if (this.#unitFault !== null) this.#errors.push({ line: lineNumber, ...this.#unitFault });
    else if (!isPce(row.pce)) this.#errors.push({ line: lineNumber, fault: "pce" });
    else if (this.content === "indexes") this.#addIndex(row);
    else this.#addLine(row);
    // Passed over, unless it is a line like the others.
    if (isEmptyOrTotal(cells)) this.#errors.length = errorCount;
  }

  async file(): Promise<GasFile> {
    await this.#addBetweenIndexes();
    return { lineCount: this.#lineCount, lines: this.#lines, errors: this.#errors };
  }

  #addLine(row: ReadRow): void {
    const { lineNumber, pce } = row;
    const period = this.content === "dated" ? datedPeriod(row) : periodOf(row);
    const line = typeof period === "string" ? period : lineOf(row, period, this.wanted.today);
    if (typeof line === "string") this.#errors.push({ line: lineNumber, fault: line });
    else this.#lines.push({ lineNumber, pce, line });
  }

  #addIndex(row: ReadRow): void {
    const read = readIndex(row, this.wanted.today);
    if (typeof read === "string") this.#errors.push({ line: row.lineNumber, fault: read });
    else this.#indexes.push({ row, read });
  }

  /**
   * Converts the indexes of each delivery point, by day, to published lines since the previous index, the first one
   * since the last known index. An index of an already known day is skipped: the known line is more complete.
   */
  async #addBetweenIndexes(): Promise<void> {
    const sorted = this.#indexes.sort(
      (a, b) => Number(a.read.date > b.read.date) - Number(a.read.date < b.read.date),
    );
    const last = new Map<string, KnownIndex>();
    const alone = new Map<string, number>();
    for (const { row: { lineNumber, pce }, read } of sorted) {
      const inFile = last.get(pce);
      const before = inFile ?? await this.wanted.knownIndex(pce, read.date);
      last.set(pce, read);
      alone.delete(pce);
      if (before === null) alone.set(pce, lineNumber);
      else if (inFile !== undefined || before.date < read.date) {
        const fault = faultBetween(before, read);
        if (fault !== null) this.#errors.push({ line: lineNumber, fault });
        else this.#lines.push({ lineNumber, pce, line: lineBetween(before, read) });
      }
    }
    for (const line of alone.values()) this.#errors.push({ line, fault: "first-index" });
  }
}

/** The delivery point that a preamble names: « N° PCE : » and its number. */
function pceOf(lines: readonly (readonly string[])[]): string | null {
  const named = lines.find((cells) => cells.some((cell) => /\bpce\b/i.test(cell))) ?? [];
  return named.find((cell) => isPce(cell.trim()))?.trim() ?? null;
}

function readIndex(
  { cell, figure }: ReadRow,
  today: IsoDate,
): ReadIndex | GasImportError["fault"] {
  const date = dayOf(cell("date"));
  const [index, energy] = [figure("index"), figure("energy")];
  if (date === null) return "date";
  if (yearOf(date) < FIRST_GAS_YEAR) return "past";
  if (date > today) return "future";
  if (index === null) return "index";
  return index === undefined || energy === undefined ? "number" : { date, index, energy };
}

type Period = Pick<GasLine, "fromDate" | "toDate" | "informative">;

/** The period of a line with its type and both dates. */
function periodOf({ cell }: ReadRow): Period | GasImportError["fault"] {
  const informative = TYPES.get(plainName(cell("type")));
  if (informative === undefined) return "type";
  const [fromDate, toDate] = [dayOf(cell("fromDate")), dayOf(cell("toDate"))];
  if (fromDate === null) return "from-date";
  return toDate === null ? "to-date" : { fromDate, toDate, informative };
}

/** A month without a day: « novembre 2020 », « 11/2020 », « 2020-11 ». */
const MONTH = /^(?:[^\d\s]+ \d{4}|\d{1,2}\/\d{4}|\d{4}-\d{2})$/;

/** The period of a line that has a month, which is published, or a day. */
function datedPeriod({ cell }: ReadRow): Period | GasImportError["fault"] {
  const fromDate = dayOf(cell("date"));
  if (fromDate === null) return "date";
  const isMonth = MONTH.test(cell("date"));
  const toDate = isMonth ? addMonths(fromDate, 1) : addDays(fromDate, 1);
  return { fromDate, toDate, informative: !isMonth };
}

function lineOf(
  { figure }: ReadRow,
  period: Period,
  today: IsoDate,
): GasLine | GasImportError["fault"] {
  const { fromDate, toDate } = period;
  if (toDate < fromDate) return "period";
  if (gasYear({ fromDate, toDate }) < FIRST_GAS_YEAR) return "past";
  if (toDate > today) return "future";
  const figures = tableOf(GAS_FIGURES, figure);
  if (Object.values(figures).some(Number.isNaN)) return "number";
  return { ...period, ...figures };
}

function dayOf(text: string): IsoDate | null {
  const instant = readInstant(text, DEFAULT_TIME_ZONE);
  return instant === null ? null : civilDateOf(instant.epochS * 1_000, DEFAULT_TIME_ZONE);
}
