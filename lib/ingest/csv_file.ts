/** Reads the values and the layout of a CSV file of readings, and counts what becomes of its lines. @module */

import { CallError } from "@/lib/base/errors.ts";
import {
  type CsvRow,
  plainName,
  readCsv,
  type Separator,
  separatorOf,
} from "@/lib/files/csv_reader.ts";
import { bracketed, isClearUnit, sentUnit, stepSeconds } from "@/lib/timeseries/sent_units.ts";
import { CommaFound, DecimalMark, numberOf, readInstant, RepeatedHours } from "./file_values.ts";
import { READINGS_MESSAGES, REPLACED_COLUMN } from "./import_text.ts";
import type { DateOrder, DecimalMark as Mark, DetectedFormat } from "./readings_file_options.ts";
import type { ImportCounts } from "./schema.ts";

/** What becomes of a line, the strongest last: a line of several values counts once, by the strongest of theirs. */
const OUTCOMES = ["ignored", "unchanged", "inserted", "replaced", "refused"] as const;
type LineOutcome = typeof OUTCOMES[number];

const FIRST_LINES = 1_024;

/** The outcome of each line of a file. @spec imports.line-counts */
export class LineOutcomes {
  /** By line number: 0 for a line that was not read, otherwise the rank of its outcome, from 1. */
  #ranks = new Uint8Array(FIRST_LINES);

  /** Notes an outcome of a line, from 1; 0 is no line. A line that is only read is passed over. */
  note(line: number, outcome: LineOutcome): void {
    if (line === 0) return;
    if (line >= this.#ranks.length) this.#grow(line);
    const position = OUTCOMES.indexOf(outcome) + 1;
    if (position > (this.#ranks[line] ?? 0)) this.#ranks[line] = position;
  }

  /** Adds the outcomes of the same lines. */
  addAll(others: LineOutcomes): void {
    for (const [line, position] of others.#ranks.entries()) {
      const outcome = OUTCOMES[position - 1];
      if (outcome !== undefined) this.note(line, outcome);
    }
  }

  #grow(line: number): void {
    const longer = new Uint8Array(2 * line);
    longer.set(this.#ranks);
    this.#ranks = longer;
  }

  get counts(): ImportCounts {
    const lines = OUTCOMES.map(() => 0);
    for (const position of this.#ranks) {
      if (position > 0) lines[position - 1] = (lines[position - 1] ?? 0) + 1;
    }
    const [ignoredCount = 0, unchangedCount = 0, insertedCount = 0, replacedCount = 0] = lines;
    const refusedCount = lines.at(-1) ?? 0;
    const writtenCount = insertedCount + replacedCount;
    const lineCount = writtenCount + unchangedCount + ignoredCount + refusedCount;
    return { lineCount, insertedCount, replacedCount, unchangedCount, ignoredCount, refusedCount };
  }
}

/** Headings found in known files, without accents or case. */
const DATE_HEADS = ["date", "horodate", "date de releve", "jour", "mois", "timestamp", "time"];
const HOUR_HEADS = ["heure", "heures"];
const DWELLING_HEADS = ["logement", "lot", "appartement"];
const SERIES_HEADS = ["serie", "series", "compteur", "capteur", "source", "pce"];
const VALUE_HEADS = ["valeur", "value", "index", "index (m3)", "conso", "consommation"];
/** Heading of the last index of a removed meter: its line is the first of the new one. */
const REPLACED_HEADS = ["index de depose", "ancien index", "dernier index"];
/** Headings that contain values when a unit follows them: « Énergie (Wh) ». */
const MEASURED_HEADS = ["energie", "energie consommee", "volume", "volume consomme", "puissance"];
const UNIT_HEADS = ["unite", "unites", "unit", "unit_of_measurement", "unite de mesure"];
/** Duration of the values of a line, of which a power needs to be an energy. */
const STEP_HEADS = ["pas", "pas en minutes", "pas de temps", "step"];

export function isValueHeading(heading: string): boolean {
  return VALUE_HEADS.includes(plainName(heading)) || valueUnit(heading) !== null;
}

/** The unit of a heading of values, in its brackets; null without one. */
function valueUnit(heading: string): string | null {
  const { name, unit } = bracketed(heading) ?? { name: "", unit: "" };
  if (VALUE_HEADS.includes(plainName(name))) return unit;
  return MEASURED_HEADS.includes(plainName(name)) && sentUnit(unit) !== null ? unit : null;
}

/**
 * The unit of a heading that names a series, in its brackets: « Eau chaude (L) ». Other brackets are of the name, and so are
 * single letters that name buildings.
 */
export function unitOfHeading(heading: string): string {
  const unit = bracketed(heading)?.unit ?? "";
  return valueUnit(heading) ?? (isClearUnit(unit) ? unit : "");
}

interface Column {
  readonly at: number;
  readonly name: string;
  /** Unit of its heading; "" without one. */
  readonly unit: string;
  /** Column of the units of its values; -1 without one. */
  readonly unitAt: number;
  /** Column of the last indexes of replaced meters, with its name in errors; null for none. */
  readonly replaced: { readonly at: number; readonly name: string } | null;
}

/** Columns of a file, by content. */
interface Layout {
  readonly shape: DetectedFormat["shape"];
  readonly dateAt: number;
  readonly hourAt: number;
  readonly dwellingAt: number;
  /** Column of the durations of values; -1 without one. */
  readonly stepAt: number;
  /** Column of series names; null when a heading or the user names the series. */
  readonly seriesAt: number | null;
  readonly columns: readonly Column[];
  /** Series of every value; "" when the columns name theirs. */
  readonly series: string;
}

/**
 * The columns of a file, from its heading.
 *
 * @param series series of a file that does not name any
 * @returns null without a column of dates
 */
function layoutOf(head: readonly string[], series: string): Layout | null {
  const plainHead = head.map(plainName);
  const find = (names: readonly string[]) =>
    names.map((name) => plainHead.indexOf(name)).find((at) => at !== -1) ?? -1;
  const dateAt = find(DATE_HEADS);
  if (dateAt === -1) return null;
  const [valueAt, seriesAt] = [valueColumn(head, find(VALUE_HEADS)), find(SERIES_HEADS)];
  const isNamed = seriesAt !== -1;
  const stepAt = find(STEP_HEADS);
  const about = { dateAt, hourAt: find(HOUR_HEADS), dwellingAt: find(DWELLING_HEADS), stepAt };
  const unitsAt = plainHead.flatMap((name, at) => UNIT_HEADS.includes(name) ? [at] : []);
  const columnAt = (at: number) => ({
    at,
    name: head[at]?.trim() ?? "",
    unit: unitOfHeading(head[at] ?? ""),
    unitAt: (unitsAt.length > 1 ? unitsAt.find((one) => one > at) : unitsAt[0]) ?? -1,
  });
  if (valueAt !== -1 && (isNamed || series !== "")) {
    const replacedAt = find(REPLACED_HEADS);
    const replaced = replacedAt === -1 ? null : { at: replacedAt, name: REPLACED_COLUMN };
    return {
      ...about,
      shape: "long",
      seriesAt: isNamed ? seriesAt : null,
      columns: [{ ...columnAt(valueAt), replaced }],
      series: isNamed ? "" : series,
    };
  }
  const others = [...Object.values(about), ...unitsAt];
  const named = head.map((_, at) => columnAt(at))
    .filter(({ at, name }) => !others.includes(at) && name !== "");
  return { ...about, shape: "wide", seriesAt: null, columns: metersOf(named), series: "" };
}

/** The column of values: with a known heading, or the only one whose heading has a unit. */
function valueColumn(head: readonly string[], known: number): number {
  if (known !== -1) return known;
  const [only = -1, ...others] = head.keys().filter((at) => valueUnit(head[at] ?? "") !== null);
  return others.length === 0 ? only : -1;
}

/** Columns with one series each; a column of last indexes belongs to the previous series. */
function metersOf(named: readonly Omit<Column, "replaced">[]): Column[] {
  const isOfLastIndexes = ({ name }: { readonly name: string }) =>
    REPLACED_HEADS.includes(plainName(name));
  return named.flatMap((column, position) => {
    if (position > 0 && isOfLastIndexes(column)) return [];
    const next = named[position + 1];
    const name = `${REPLACED_COLUMN}, ${column.name}`;
    return [{ ...column, replaced: next && isOfLastIndexes(next) ? { at: next.at, name } : null }];
  });
}

/** A value of a file, with the name of its series in the file. */
export interface FileValue {
  readonly line: number;
  readonly column: string;
  readonly series: string;
  /** Dwelling of the line; "" when the file has no column for it. */
  readonly dwelling: string;
  readonly epochS: number;
  readonly value: number;
  /** Unit of the value as written in its column or heading; absent without one. */
  readonly unit?: string;
  /** Duration of the value as its line states it, s; absent without one. */
  readonly stepS?: number;
  /** True for a line that another part of the file imports. */
  readonly isBeside: boolean;
  /** Last index of the meter replaced by this value's meter; null when it was not read. */
  readonly replaced?: {
    readonly finalIndex: number | null;
    /** Name of that index's column, for errors. */
    readonly column: string;
  };
}

/** An unreadable cell or line, with the reason. */
export interface FileError {
  line: number;
  column: string | null;
  message: string;
}

interface ReadingsFile {
  readonly format: DetectedFormat;
  /** The lines read, without the heading and the lines of other parts: passed over or refused. */
  readonly lines: LineOutcomes;
  /** Lines in an hour that the clock shows twice. */
  readonly repeatedHours: readonly number[];
  readonly errors: readonly FileError[];
}

export interface ReadingsFileQuery {
  readonly timeZone: string;
  /** Series of a file that does not name any; "" when it names them. */
  readonly series: string;
  /** The lines of this part of a file, among those of other parts; all lines when omitted. */
  readonly own?: OwnLines | undefined;
  /** Decimal mark of the whole file, of which this may be a part; detected when omitted. */
  readonly decimal?: Mark | undefined;
  /** Starts taking values, in file order; values taken before are discarded. */
  takeValues(): (value: FileValue) => void;
}

/** The lines after the heading that a part of a file imports: `count` lines, after `before` lines. */
interface OwnLines {
  readonly before: number;
  readonly count: number;
}

/** Maximum number of errors reported; then reading stops. */
const ERRORS_KEPT = 100;
/** Maximum number of lines of a file: as many short lines as the largest body can contain. */
const MOST_LINES = 1_000_000;
/** Maximum number of values of a file: sorted by series in memory, they take about seventy megabytes. */
const MOST_VALUES = 1_000_000;
/** Written for an index that was not read. */
const UNREAD = "?";

/**
 * Reads a file of readings: one value a line with its series (`date;serie;valeur`), one column for each series
 * (`date;Compteur gaz;Compteur ECS`), or a single series (`Horodate;Valeur`). A column may name the dwelling of
 * each line, another may contain the time of the date.
 *
 * A column « Index de dépose » dates meter replacements: of all meters when the values have one column, of the meter
 * in the column before it when each series has its own.
 *
 * The separator, the decimal mark and the order of dates are detected and reported.
 *
 * @spec imports.csv-detection
 * @returns null when it has no heading with a date
 * @throws CallError when the file is beyond a limit
 */
export async function readReadings(
  text: string,
  wanted: ReadingsFileQuery,
): Promise<ReadingsFile | null> {
  try {
    return await readOnce(text, wanted, wanted.decimal ?? null);
  } catch (fault) {
    if (!(fault instanceof CommaFound)) throw fault;
    return await readOnce(text, wanted, ",");
  }
}

async function readOnce(
  text: string,
  { timeZone, series, own, takeValues }: ReadingsFileQuery,
  known: Mark | null,
): Promise<ReadingsFile | null> {
  const separator = separatorOf(text);
  const decimal = new DecimalMark(separator, known);
  const found: { reading: FileReading | null } = { reading: null };
  let headingAt: number | null = null;
  const fault = await readCsv(text, { delimiter: separator, maxLines: MOST_LINES }, (row) => {
    if (headingAt !== null) {
      const isBeside = own !== undefined && !isOwn(row.line - headingAt, own);
      return found.reading?.add(row, isBeside);
    }
    headingAt = row.line;
    const layout = layoutOf(row.cells, series);
    if (layout === null) return;
    found.reading = new FileReading(layout, { decimal, timeZone, take: takeValues() });
  });
  if (fault !== null) {
    // Nothing is imported from a file that is partly unreadable.
    takeValues();
    return unreadable(separator, fault.line);
  }
  const { reading } = found;
  return reading === null ? null : fileOf(reading, separator, decimal);
}

/** @param line from 1, the first line after the heading */
function isOwn(line: number, { before, count }: OwnLines): boolean {
  return line > before && line <= before + count;
}

function fileOf(
  { dates, layout: { shape }, lines, repeatedHours, errors }: FileReading,
  separator: Separator,
  decimal: DecimalMark,
): ReadingsFile {
  const format = { separator: named(separator), decimal: decimal.mark, dates, shape };
  return { format, lines, repeatedHours, errors };
}

class FileReading {
  readonly errors: FileError[] = [];
  readonly lines = new LineOutcomes();
  readonly repeatedHours: number[] = [];
  dates: DateOrder = "ymd";
  readonly #numbersAt: readonly number[];
  readonly #repeated = new RepeatedHours();
  #count = 0;
  #isBeside = false;

  constructor(
    readonly layout: Layout,
    private readonly tools: {
      readonly decimal: DecimalMark;
      readonly timeZone: string;
      take(value: FileValue): void;
    },
  ) {
    this.#numbersAt = layout.columns.flatMap(({ at, replaced }) =>
      replaced ? [at, replaced.at] : [at]
    );
  }

  add({ line, cells }: CsvRow, isBeside: boolean): void {
    const { decimal, timeZone, take } = this.tools;
    this.#isBeside = isBeside;
    if (!isBeside) this.lines.note(line, "ignored");
    for (const at of this.#numbersAt) decimal.look(cells[at] ?? "");
    const { dateAt, hourAt, dwellingAt, stepAt, seriesAt, columns } = this.layout;
    const written = `${cells[dateAt] ?? ""} ${cells[hourAt] ?? ""}`;
    const instant = readInstant(written, timeZone);
    if (instant === null) return this.#refuse(line, null, READINGS_MESSAGES.badDate);
    if (instant.isSkipped) return this.#refuse(line, null, READINGS_MESSAGES.skippedHour);
    if (instant.laterS !== undefined && !isBeside) this.repeatedHours.push(line);
    const dwelling = cells[dwellingAt]?.trim() ?? "";
    this.dates = instant.order;
    this.#repeated.addLine(instant);
    const stepS = stepAt === -1 ? null : stepSeconds(cells[stepAt] ?? "");
    for (const { at, name, unit: ofHeading, unitAt, replaced: about } of columns) {
      const cell = cells[at]?.trim() ?? "";
      // An empty cell is a missing value.
      if (cell === "") continue;
      const value = numberOf(cell, decimal.mark);
      if (value === null) {
        this.#refuse(line, name, READINGS_MESSAGES.badNumber);
        continue;
      }
      const series = seriesAt === null ? this.layout.series || name : cells[seriesAt]?.trim() ?? "";
      const replaced = about === null ? {} : this.#replacedIn(cells, line, about);
      if (replaced === null) continue;
      if (++this.#count > MOST_VALUES) throw new CallError("too-many-values");
      const epochS = this.#repeated.secondOf(`${series};${dwelling}`, instant);
      const unit = cells[unitAt]?.trim() || ofHeading;
      const measured = { value, ...unit !== "" && { unit }, ...stepS !== null && { stepS } };
      take({ line, column: name, series, dwelling, epochS, isBeside, ...measured, ...replaced });
    }
  }

  /** The meter replacement of a line: usually none; null when it is unreadable. */
  #replacedIn(
    cells: readonly string[],
    line: number,
    { at, name: column }: { at: number; name: string },
  ): Pick<FileValue, "replaced"> | null {
    const cell = cells[at]?.trim() ?? "";
    if (cell === "") return {};
    if (cell === UNREAD) return { replaced: { finalIndex: null, column } };
    const finalIndex = numberOf(cell, this.tools.decimal.mark);
    if (finalIndex !== null && finalIndex >= 0) return { replaced: { finalIndex, column } };
    this.#refuse(line, column, READINGS_MESSAGES.badNumber);
    return null;
  }

  #refuse(line: number, column: string | null, message: string): void {
    // The part that owns the line reports it.
    if (this.#isBeside) return;
    this.lines.note(line, "refused");
    if (this.errors.length < ERRORS_KEPT) this.errors.push({ line, column, message });
  }
}

function named(separator: Separator): DetectedFormat["separator"] {
  return separator === "\t" ? "tab" : separator;
}

function unreadable(separator: Separator, line: number): ReadingsFile {
  const format = {
    separator: named(separator),
    decimal: ",",
    dates: "dmy",
    shape: "long",
  } as const;
  const error = { line, column: null, message: READINGS_MESSAGES.badCsv };
  return { format, lines: new LineOutcomes(), repeatedHours: [], errors: [error] };
}
