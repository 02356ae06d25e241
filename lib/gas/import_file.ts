/** Formats of files of gas lines or indexes, and their parsing with the faults of each line. @module */

import { addDays, addMonths, type IsoDate, yearOf } from "@/lib/base/civil_dates.ts";
import { tableOf } from "@/lib/base/records.ts";
import { round } from "@/lib/base/rounding.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { isPce } from "@/lib/base/typed_formats.ts";
import { isEmptyOrTotal, plainHeading, plainName } from "@/lib/files/csv_headings.ts";
import { type CsvRow, readCsv } from "@/lib/files/csv_reader.ts";
import { headingIn } from "@/lib/ingest/file_formats.ts";
import { readInstant } from "@/lib/ingest/file_values.ts";
import { bracketed, inUnit } from "@/lib/timeseries/source_names.ts";
import { FIRST_GAS_YEAR, GAS_FIGURES, gasYear } from "./lines.ts";
import type { GasImportError, GasLine } from "./schema.ts";

/** What a column of a gas file contains. */
const GAS_COLUMNS = [
  "pce",
  "type",
  "fromDate",
  "toDate",
  ...GAS_FIGURES,
  "date",
  "index",
] as const;
type GasColumn = typeof GAS_COLUMNS[number];

/** A format of files of gas. Headings are without accents or case, and `m³` is `m3`. */
interface GasFormat {
  readonly id: string;
  /** French name. */
  readonly name: string;
  /** A line has the consumption of a period, or of a month or a day; or the index of a day. */
  readonly content: "periods" | "dated" | "indexes";
  /** Known headings of each column; the first one that a file has is used. */
  readonly headings: Readonly<Partial<Record<GasColumn, readonly string[]>>>;
  /** Columns without which a line is not the heading of this format. */
  readonly required: readonly GasColumn[];
}

/** GRDF: what its ADICT service gives, with its own names as headings. */
const GRDF_ADICT: GasFormat = {
  id: "grdf-adict",
  name: "Export d’ADICT de GRDF",
  content: "periods",
  headings: {
    pce: ["id_pce"],
    type: ["type_conso"],
    fromDate: ["date_debut_consommation"],
    toDate: ["date_fin_consommation"],
    fromIndex: ["index_debut", "index_brut_debut"],
    toIndex: ["index_fin", "index_brut_fin"],
    volume: ["volume_brut"],
    energy: ["energie"],
    factorPta: ["coeff_pta"],
    factorPcs: ["valeur_pcs"],
    factorConversion: ["coeff_conversion"],
  },
  required: ["type", "fromDate", "toDate"],
};

/** GRDF: the months, or the days, that a customer downloads. A month is published, a day is informative. */
const GRDF_CUSTOMER_SPACE: GasFormat = {
  id: "grdf-customer-space",
  name: "Espace client de GRDF",
  content: "dated",
  headings: {
    date: ["date de releve"],
    volume: ["volume consomme (m3)"],
    energy: ["energie consommee (kwh)"],
    factorConversion: ["coefficient de conversion"],
  },
  required: ["date", "volume", "energy"],
};

/** The file of the page of a gas delivery point: a line for each period. */
const GAS_LINES: GasFormat = {
  id: "gas-lines",
  name: "Relevés de gaz de la plateforme",
  content: "periods",
  headings: {
    pce: ["pce", "point de livraison"],
    type: ["type", "type de donnees"],
    fromDate: ["du", "debut", "date de debut"],
    toDate: ["au", "fin", "date de fin"],
    fromIndex: ["index de debut (m3)", "index de debut"],
    toIndex: ["index de fin (m3)", "index de fin"],
    volume: ["volume (m3)", "volume"],
    energy: ["energie (kwh)", "energie"],
    factorPta: ["pta"],
    factorPcs: ["pcs", "pcs (kwh/m3(n))"],
    factorConversion: ["conversion (kwh/m3)", "conversion"],
  },
  required: ["type", "fromDate", "toDate"],
};

/** Dated indexes of gas meters, of any origin: each one and its predecessor make a published line. */
const GAS_INDEXES: GasFormat = {
  id: "gas-indexes",
  name: "Index de compteurs de gaz",
  content: "indexes",
  headings: {
    pce: ["pce", "id_pce", "point de livraison"],
    date: ["date de releve", "date", "date_releve"],
    index: ["index (m3)", "index", "valeur_index"],
    energy: ["energie (kwh)", "energie"],
  },
  required: ["date", "index"],
};

export const GAS_FORMATS: readonly GasFormat[] = [
  GAS_LINES,
  GRDF_ADICT,
  GAS_INDEXES,
  GRDF_CUSTOMER_SPACE,
];

/** Units of the figures of a line; the factors are read as they are. */
const COLUMN_UNITS: Readonly<Partial<Record<GasColumn, string>>> = {
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

type FoundColumns = ReadonlyMap<GasColumn, FoundColumn>;

/**
 * The columns of a heading; those without a known one are left out. Formats of the same content share their words.
 */
export function columnsOf(cells: readonly string[], content: GasFormat["content"]): FoundColumns {
  const formats = GAS_FORMATS.filter((one) => one.content === content);
  const names = cells.map(plainHeading);
  const found = new Map<GasColumn, FoundColumn>();
  for (const column of GAS_COLUMNS) {
    const headings = formats.flatMap((one) => one.headings[column] ?? []);
    const to = COLUMN_UNITS[column] ?? "";
    const known = names.findIndex((name) => headings.includes(name));
    // The same heading with another unit, « Énergie (MWh) ».
    const at = known === -1 && to !== ""
      ? names.findIndex((name) => headings.includes(bracketed(name)?.name ?? ""))
      : known;
    const from = to === "" ? "" : bracketed(cells[at] ?? "")?.unit ?? "";
    if (at !== -1) found.set(column, { at, from, to });
  }
  return found;
}

interface GasHeading {
  /** Its position among the first lines. */
  readonly at: number;
  readonly content: GasFormat["content"];
}

/**
 * The heading of a gas file: the first line with the columns of a format.
 *
 * @spec gas.import
 * @param lines cells of the first lines
 */
function findGasHeading(lines: readonly (readonly string[])[]): GasHeading | null {
  for (const [at, cells] of lines.entries()) {
    for (const { content, required } of GAS_FORMATS) {
      const columns = columnsOf(cells, content);
      if (required.every((name) => columns.has(name))) return { at, content };
    }
  }
  return null;
}

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
