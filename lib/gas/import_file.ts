/** Parses files of gas lines or indexes, with the faults of each line. @module */

import { type IsoDate, yearOf } from "@/lib/base/civil_dates.ts";
import { namesOf, tableOf } from "@/lib/base/records.ts";
import { round } from "@/lib/base/rounding.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { isPce } from "@/lib/base/typed_formats.ts";
import { type CsvRow, readCsv } from "@/lib/files/csv_reader.ts";
import { plainName, separatorOf } from "@/lib/files/csv_headings.ts";
import { readInstant } from "@/lib/ingest/file_values.ts";
import { bracketed, inUnit } from "@/lib/timeseries/sent_units.ts";
import { FIRST_GAS_YEAR, GAS_FIGURES, gasYear } from "./lines.ts";
import type { GasImportError, GasLine } from "./schema.ts";

/** Headings of each column, without accents: those of the export are first. */
const HEADS = {
  pce: ["pce", "id_pce", "point de livraison"],
  type: ["type", "type de donnees", "type_conso"],
  fromDate: ["du", "debut", "date de debut", "date_debut_consommation"],
  toDate: ["au", "fin", "date de fin", "date_fin_consommation"],
  fromIndex: ["index de debut (m3)", "index de debut", "index_debut"],
  toIndex: ["index de fin (m3)", "index de fin", "index_fin"],
  volume: ["volume (m3)", "volume", "volume_brut"],
  energy: ["energie (kwh)", "energie"],
  factorPta: ["pta", "coeff_pta"],
  factorPcs: ["pcs", "pcs (kwh/m3(n))", "valeur_pcs"],
  factorConversion: ["conversion (kwh/m3)", "conversion", "coeff_conversion"],
  date: ["date de releve", "date", "date_releve"],
  index: ["index (m3)", "index", "valeur_index"],
} as const;

type Column = keyof typeof HEADS;

/** Units of the figures of a line; the factors are read as they are. */
const COLUMN_UNITS: Readonly<Partial<Record<Column, string>>> = {
  fromIndex: "m³",
  toIndex: "m³",
  volume: "m³",
  index: "m³",
  energy: "kWh",
};

/** A column of a file, with the unit of its heading and that of its figures; "" without one. */
interface FoundColumn {
  readonly at: number;
  readonly from: string;
  readonly to: string;
}

type Columns = ReadonlyMap<Column, FoundColumn>;

/** A line of a gas file, read by columns. */
interface ReadRow {
  readonly lineNumber: number;
  readonly pce: string;
  cell(name: Column): string;
  /** In the unit of its column: null for an empty cell, NaN when it is not a number from 0. */
  figure(name: Column): number | null;
}

function rowOf({ line, cells }: CsvRow, columns: Columns, pce: string): ReadRow {
  const cell = (name: Column) => cells[columns.get(name)?.at ?? -1]?.trim() ?? "";
  const figure = (name: Column) => {
    const { from = "", to = "" } = columns.get(name) ?? {};
    const written = numberOf(cell(name));
    return written === null ? null : inUnit(written, { from, to });
  };
  return { lineNumber: line, pce: cell("pce") || pce, cell, figure };
}

/** The first heading whose unit does not convert to that of its figures. @spec imports.units */
function unitFault(columns: Columns): Omit<GasImportError, "line"> | null {
  for (const { from, to } of columns.values()) {
    if (inUnit(1, { from, to }) === null) return { fault: "unit", units: { from, to } };
  }
  return null;
}

/** The columns of a heading; those without a known one are left out. */
function columnsOf(head: readonly string[]): Columns {
  const names = head.map((name) => plainName(name.replaceAll("³", "3")));
  const found = new Map<Column, FoundColumn>();
  for (const column of namesOf(HEADS)) {
    const headings: readonly string[] = HEADS[column];
    const to = COLUMN_UNITS[column] ?? "";
    const known = names.findIndex((name) => headings.includes(name));
    // The same heading with another unit, « Énergie (MWh) ».
    const at = known === -1 && to !== ""
      ? names.findIndex((name) => headings.includes(bracketed(name)?.name ?? ""))
      : known;
    const from = to === "" ? "" : bracketed(head[at] ?? "")?.unit ?? "";
    if (at !== -1) found.set(column, { at, from, to });
  }
  return found;
}

/** null for an empty cell, NaN when it is not a number from 0. */
function numberOf(text: string): number | null {
  const written = text.replace(/[\s\u00A0\u202F]/g, "");
  if (written === "") return null;
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
 * (`PCE;Date de relevé;Index (m3);Énergie (kWh)`).
 *
 * @spec gas.import
 * @param pce delivery point of the lines without one
 * @param today last day of a line
 * @returns null without a heading that has the type and both dates, or a date and an index
 * @throws CallError when the file is beyond a limit
 */
export async function readGasFile(text: string, wanted: LineReading): Promise<GasFile | null> {
  const reading = new GasReading(wanted);
  const cut = { delimiter: separatorOf(text), maxLines: MOST_LINES };
  const fault = await readCsv(text, cut, (row) => reading.add(row));
  return fault === null ? await reading.file() : null;
}

class GasReading {
  readonly #lines: GasFileLine[] = [];
  readonly #errors: GasImportError[] = [];
  readonly #indexes: { readonly row: ReadRow; readonly read: ReadIndex }[] = [];
  #columns: Columns | null = null;
  /** The fault of every line of a file with figures in a unit that does not convert. */
  #unitFault: Omit<GasImportError, "line"> | null = null;
  #lineCount = 0;

  constructor(private readonly wanted: LineReading) {}

  add({ line: lineNumber, cells }: CsvRow): void {
    const columns = this.#columns;
    if (columns === null) {
      this.#columns = columnsOf(cells);
      this.#unitFault = unitFault(this.#columns);
      return;
    }
    this.#lineCount++;
    const row = rowOf({ line: lineNumber, cells }, columns, this.wanted.pce);
    if (this.#unitFault !== null) this.#errors.push({ line: lineNumber, ...this.#unitFault });
    else if (!isPce(row.pce)) this.#errors.push({ line: lineNumber, fault: "pce" });
    else if (isOfLines(columns)) this.#addLine(row);
    else if (isOfIndexes(columns)) this.#addIndex(row);
  }

  /** @returns null without the columns of either kind of file */
  async file(): Promise<GasFile | null> {
    const columns = this.#columns;
    if (columns === null || !(isOfLines(columns) || isOfIndexes(columns))) return null;
    await this.#addBetweenIndexes();
    return { lineCount: this.#lineCount, lines: this.#lines, errors: this.#errors };
  }

  #addLine(row: ReadRow): void {
    const { lineNumber, pce } = row;
    const line = lineOf(row, this.wanted.today);
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

function isOfLines(columns: Columns): boolean {
  return hasAll(columns, ["type", "fromDate", "toDate"]);
}

function isOfIndexes(columns: Columns): boolean {
  return hasAll(columns, ["date", "index"]);
}

function hasAll(columns: Columns, names: readonly Column[]): boolean {
  return names.every((name) => columns.has(name));
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

function lineOf({ cell, figure }: ReadRow, today: IsoDate): GasLine | GasImportError["fault"] {
  const informative = TYPES.get(plainName(cell("type")));
  if (informative === undefined) return "type";
  const [fromDate, toDate] = [dayOf(cell("fromDate")), dayOf(cell("toDate"))];
  if (fromDate === null) return "from-date";
  if (toDate === null) return "to-date";
  if (toDate < fromDate) return "period";
  if (gasYear({ fromDate, toDate }) < FIRST_GAS_YEAR) return "past";
  if (toDate > today) return "future";
  const figures = tableOf(GAS_FIGURES, figure);
  if (Object.values(figures).some(Number.isNaN)) return "number";
  return { fromDate, toDate, informative, ...figures };
}

function dayOf(text: string): IsoDate | null {
  const instant = readInstant(text, DEFAULT_TIME_ZONE);
  return instant === null ? null : civilDateOf(instant.epochS * 1_000, DEFAULT_TIME_ZONE);
}
