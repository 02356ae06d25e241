import { Slices, sortedInSlices } from "@/lib/backend/core/slices.ts";
import { isPce } from "@/lib/domain/facilities/pce.ts";
import { tableOf } from "@/lib/domain/forms/records.ts";
import { FIRST_GAS_YEAR, GAS_FIGURES, gasYear } from "@/lib/domain/gas/lines.ts";
import type { GasImportError, GasLine } from "@/lib/domain/gas/types.ts";
import { type IsoDate, yearOf } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import { type CsvRow, plainName, readCsv, separatorOf } from "./csv_table.ts";
import { readInstant } from "./csv_times.ts";
import { faultBetween, type KnownIndex, lineBetween, type ReadIndex } from "./gas_indexes.ts";

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

interface ReadRow {
  readonly lineNumber: number;
  readonly pce: string;
  cell(name: Column): string;
}

/**
 * Reads a CSV file of consumption lines, with the headings of the export or of GRDF; or of dated indexes
 * (`PCE;Date de relevé;Index (m3);Énergie (kWh)`).
 *
 * @spec gas.import
 * @param pce delivery point of the lines without one
 * @param today last day of a line
 * @returns null without a heading that has the type and both dates, or a date and an index
 * @throws Refused when the file is beyond a limit
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
  #columns: ReadonlyMap<string, number> | null = null;
  #lineCount = 0;

  constructor(private readonly wanted: LineReading) {}

  add({ line: lineNumber, cells }: CsvRow): void {
    const columns = this.#columns;
    if (columns === null) {
      this.#columns = columnsOf(cells);
      return;
    }
    this.#lineCount++;
    const cell = (name: Column) => cells[columns.get(name) ?? -1]?.trim() ?? "";
    const row = { lineNumber, pce: cell("pce") || this.wanted.pce, cell };
    if (!isPce(row.pce)) this.#errors.push({ line: lineNumber, fault: "pce" });
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

  #addLine({ lineNumber, pce, cell }: ReadRow): void {
    const line = lineOf(cell, this.wanted.today);
    if (typeof line === "string") this.#errors.push({ line: lineNumber, fault: line });
    else this.#lines.push({ lineNumber, pce, line });
  }

  #addIndex(row: ReadRow): void {
    const read = readIndex(row.cell, this.wanted.today);
    if (typeof read === "string") this.#errors.push({ line: row.lineNumber, fault: read });
    else this.#indexes.push({ row, read });
  }

  /**
   * Converts the indexes of each delivery point, by day, to published lines since the previous index, the first one
   * since the last known index. An index of an already known day is skipped: the known line is more complete.
   */
  async #addBetweenIndexes(): Promise<void> {
    const sorted = await sortedInSlices(
      this.#indexes,
      (a, b) => Number(a.read.date > b.read.date) - Number(a.read.date < b.read.date),
    );
    const slices = new Slices();
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
      if (slices.isOver()) await slices.pause();
    }
    for (const line of alone.values()) this.#errors.push({ line, fault: "first-index" });
  }
}

function isOfLines(columns: ReadonlyMap<string, number>): boolean {
  return hasAll(columns, ["type", "fromDate", "toDate"]);
}

function isOfIndexes(columns: ReadonlyMap<string, number>): boolean {
  return hasAll(columns, ["date", "index"]);
}

function hasAll(columns: ReadonlyMap<string, number>, names: readonly Column[]): boolean {
  return names.every((name) => columns.has(name));
}

function readIndex(cell: ReadRow["cell"], today: IsoDate): ReadIndex | GasImportError["fault"] {
  const date = dayOf(cell("date"));
  const [index, energy] = [numberOf(cell("index")), numberOf(cell("energy"))];
  if (date === null) return "date";
  if (yearOf(date) < FIRST_GAS_YEAR) return "past";
  if (date > today) return "future";
  if (index === null) return "index";
  return index === undefined || energy === undefined ? "number" : { date, index, energy };
}

function columnsOf(head: readonly string[]): ReadonlyMap<string, number> {
  const names = head.map((name) => plainName(name.replaceAll("³", "3")));
  const found = new Map<string, number>();
  for (const [column, heads] of Object.entries(HEADS)) {
    const at = names.findIndex((name) => heads.some((one) => one === name));
    if (at !== -1) found.set(column, at);
  }
  return found;
}

function lineOf(cell: (name: Column) => string, today: IsoDate): GasLine | GasImportError["fault"] {
  const informative = TYPES.get(plainName(cell("type")));
  if (informative === undefined) return "type";
  const [fromDate, toDate] = [dayOf(cell("fromDate")), dayOf(cell("toDate"))];
  if (fromDate === null) return "from-date";
  if (toDate === null) return "to-date";
  if (toDate < fromDate) return "period";
  if (gasYear({ fromDate, toDate }) < FIRST_GAS_YEAR) return "past";
  if (toDate > today) return "future";
  const figures = tableOf(GAS_FIGURES, (name) => numberOf(cell(name)));
  if (Object.values(figures).some(Number.isNaN)) return "number";
  return { fromDate, toDate, informative, ...figures };
}

function dayOf(text: string): IsoDate | null {
  const instant = readInstant(text, DEFAULT_TIME_ZONE);
  return instant === null ? null : civilDateOf(instant.epochS * 1_000, DEFAULT_TIME_ZONE);
}

/** null for an empty cell, NaN when it is not a number from 0. */
function numberOf(text: string): number | null {
  const written = text.replace(/[\s\u00A0\u202F]/g, "");
  if (written === "") return null;
  return /^\d{1,12}(?:[.,]\d{1,9})?$/.test(written) ? Number(written.replace(",", ".")) : NaN;
}
