import type { DateOrder, DetectedFormat } from "../../domain/series/csv_content.ts";
import { READINGS_MESSAGES, REPLACED_COLUMN } from "../../text/imports.ts";
import { type CsvRow, csvRows, plainName, type Separator, separatorOf } from "./csv_table.ts";
import { readInstant } from "./csv_times.ts";

/** A value of a file: the name of its series as the file writes it. */
export interface FileValue {
  readonly line: number;
  readonly column: string;
  readonly series: string;
  /** Dwelling the line names; "" when the file has no column for it. */
  readonly dwelling: string;
  readonly epochS: number;
  readonly value: number;
  /** Last index of the meter that this value's meter took the place of; null when nobody read it. */
  readonly replaced?: {
    readonly finalIndex: number | null;
    /** What the column that says so is called in errors. */
    readonly column: string;
  };
}

/** A cell or a line that could not be read, and why. */
export interface FileError {
  line: number;
  column: string | null;
  message: string;
}

/** A file of readings. */
export interface ReadingsFile {
  readonly format: DetectedFormat;
  /** Lines read, the heading apart. */
  readonly lineCount: number;
  readonly values: readonly FileValue[];
  readonly errors: readonly FileError[];
}

/** What a file is read with. */
export interface FileWanted {
  readonly timeZone: string;
  /** Series of a file that names none; "" when it names them. */
  readonly series: string;
}

/** Errors kept; beyond, lines are only not read. */
const ERRORS_KEPT = 100;
const MOST_COLUMNS = 500;

/** Headings, without accents or case, as known files write them. */
const DATE_HEADS = ["date", "horodate", "date de releve", "jour", "mois", "timestamp", "time"];
const HOUR_HEADS = ["heure", "heures"];
const DWELLING_HEADS = ["logement", "lot", "appartement"];
const SERIES_HEADS = ["serie", "series", "compteur", "capteur", "source", "pce"];
const VALUE_HEADS = ["valeur", "value", "index", "index (m3)", "conso", "consommation"];
/** Heading of the last index of a meter that is taken away: its line is the first of the new one. */
const REPLACED_HEADS = ["index de depose", "ancien index", "dernier index"];
/** Written where nobody read it. */
const UNREAD = "?";

/** Whether a heading says "value" and names no series. */
export function isValueHeading(heading: string): boolean {
  return VALUE_HEADS.includes(plainName(heading));
}

/**
 * Reads a file of readings: one value a line with the name of its series (`date;serie;valeur`), one column for each
 * series (`date;Compteur gaz;Compteur ECS`), or one series alone (`Horodate;Valeur`). A column may name the dwelling
 * of each line, another may hold the time of its date.
 *
 * A column « Index de dépose » dates the replacements of meters: of all of them where the values have one column, of
 * the meter whose column stands before it where each series has its own.
 *
 * The separator, the decimal mark and the order of dates are detected and told.
 *
 * @returns null when it has no heading with a date
 */
export function readReadings(text: string, wanted: FileWanted): ReadingsFile | null {
  const separator = separatorOf(text);
  const rows = csvRows(text, separator);
  if ("line" in rows) return unreadable(separator, rows.line);
  const [head, ...lines] = rows;
  const layout = layoutOf(head?.cells ?? [], wanted.series);
  if (layout === null) return null;
  const numbersAt = layout.columns.flatMap(({ at, replaced }) =>
    replaced ? [at, replaced.at] : [at]
  );
  const figures = lines.flatMap(({ cells }) => numbersAt.map((at) => cells[at] ?? ""));
  const decimal = decimalOf(figures, separator);
  const reading = new FileReading(layout, { decimal, timeZone: wanted.timeZone });
  for (const line of lines) reading.add(line);
  const format = {
    separator: named(separator),
    decimal,
    dates: reading.dates,
    shape: layout.shape,
  };
  return { format, lineCount: lines.length, values: reading.values, errors: reading.errors };
}

interface Column {
  readonly at: number;
  readonly name: string;
  /** Column of the last indexes of the meters replaced, and what it is called in errors; null for none. */
  readonly replaced: { readonly at: number; readonly name: string } | null;
}

/** Where the cells of a line are. */
interface Layout {
  readonly shape: DetectedFormat["shape"];
  readonly dateAt: number;
  /** Columns of the times of the dates and of the dwellings; -1 for none. */
  readonly hourAt: number;
  readonly dwellingAt: number;
  /** Column of the names of series; null when a heading or the person says them. */
  readonly seriesAt: number | null;
  readonly columns: readonly Column[];
  /** Series of every value; "" when the columns name theirs. */
  readonly series: string;
}

function layoutOf(head: readonly string[], series: string): Layout | null {
  const plainHead = head.map(plainName);
  const find = (names: readonly string[]) =>
    names.map((name) => plainHead.indexOf(name)).find((at) => at !== -1) ?? -1;
  const dateAt = find(DATE_HEADS);
  if (dateAt === -1 || head.length > MOST_COLUMNS) return null;
  const [valueAt, seriesAt] = [find(VALUE_HEADS), find(SERIES_HEADS)];
  const isNamed = seriesAt !== -1;
  const about = { dateAt, hourAt: find(HOUR_HEADS), dwellingAt: find(DWELLING_HEADS) };
  if (valueAt !== -1 && (isNamed || series !== "")) {
    const replacedAt = find(REPLACED_HEADS);
    const replaced = replacedAt === -1 ? null : { at: replacedAt, name: REPLACED_COLUMN };
    return {
      ...about,
      shape: "long",
      seriesAt: isNamed ? seriesAt : null,
      columns: [{ at: valueAt, name: head[valueAt] ?? "", replaced }],
      series: isNamed ? "" : series,
    };
  }
  const others = Object.values(about);
  const named = head.map((name, at) => ({ at, name: name.trim() }))
    .filter(({ at, name }) => !others.includes(at) && name !== "");
  return { ...about, shape: "wide", seriesAt: null, columns: metersOf(named), series: "" };
}

/** Columns each of a series; one of last indexes belongs to the series before it. */
function metersOf(named: readonly Omit<Column, "replaced">[]): Column[] {
  const isOfLastIndexes = ({ name }: { readonly name: string }) =>
    REPLACED_HEADS.includes(plainName(name));
  return named.flatMap((column, rank) => {
    if (rank > 0 && isOfLastIndexes(column)) return [];
    const next = named[rank + 1];
    const name = `${REPLACED_COLUMN}, ${column.name}`;
    return [{ ...column, replaced: next && isOfLastIndexes(next) ? { at: next.at, name } : null }];
  });
}

/** The values of a file, gathered line by line. */
class FileReading {
  readonly values: FileValue[] = [];
  readonly errors: FileError[] = [];
  dates: DateOrder = "ymd";

  constructor(
    private readonly layout: Layout,
    private readonly format: { decimal: "," | "."; timeZone: string },
  ) {}

  add({ line, cells }: CsvRow): void {
    const { dateAt, hourAt, dwellingAt, seriesAt, columns } = this.layout;
    const written = `${cells[dateAt] ?? ""} ${cells[hourAt] ?? ""}`;
    const instant = readInstant(written, this.format.timeZone);
    if (instant === null) return this.#refuse(line, null, READINGS_MESSAGES.badDate);
    const dwelling = cells[dwellingAt]?.trim() ?? "";
    this.dates = instant.order;
    for (const { at, name, replaced: about } of columns) {
      const cell = cells[at]?.trim() ?? "";
      // An empty cell is a value that is not there.
      if (cell === "") continue;
      const value = numberOf(cell, this.format.decimal);
      if (value === null) {
        this.#refuse(line, name, READINGS_MESSAGES.badNumber);
        continue;
      }
      const series = seriesAt === null ? this.layout.series || name : cells[seriesAt]?.trim() ?? "";
      const replaced = about === null ? {} : this.#replacedIn(cells, line, about);
      if (replaced === null) continue;
      const { epochS } = instant;
      this.values.push({ line, column: name, series, dwelling, epochS, value, ...replaced });
    }
  }

  /** What a line says of a replaced meter: nothing, mostly; null when it cannot be read. */
  #replacedIn(
    cells: readonly string[],
    line: number,
    { at, name: column }: { at: number; name: string },
  ): Pick<FileValue, "replaced"> | null {
    const cell = cells[at]?.trim() ?? "";
    if (cell === "") return {};
    if (cell === UNREAD) return { replaced: { finalIndex: null, column } };
    const finalIndex = numberOf(cell, this.format.decimal);
    if (finalIndex !== null && finalIndex >= 0) return { replaced: { finalIndex, column } };
    this.#refuse(line, column, READINGS_MESSAGES.badNumber);
    return null;
  }

  #refuse(line: number, column: string | null, message: string): void {
    if (this.errors.length < ERRORS_KEPT) this.errors.push({ line, column, message });
  }
}

function named(separator: Separator): DetectedFormat["separator"] {
  return separator === "\t" ? "tab" : separator;
}

/** A comma between values leaves only the point; else what the numbers show. */
function decimalOf(cells: readonly string[], separator: Separator): "," | "." {
  if (separator === ",") return ".";
  return cells.some((cell) => /\d\.\d/.test(cell)) && !cells.some((cell) => cell.includes(","))
    ? "."
    : ",";
}

/** @returns null when the text is no number with this decimal mark */
function numberOf(text: string, decimal: "," | "."): number | null {
  const digits = text.replace(/[\s\u00A0\u202F]/g, "");
  const written = decimal === "," ? digits.replace(",", ".") : digits;
  // Where commas are decimal marks, a point may be anything.
  const isUnclear = decimal === "," && digits.includes(".");
  if (isUnclear || !/^[+-]?\d+(?:\.\d+)?$/.test(written)) return null;
  const value = Number(written);
  return Number.isFinite(value) ? value : null;
}

function unreadable(separator: Separator, line: number): ReadingsFile {
  const format = {
    separator: named(separator),
    decimal: ",",
    dates: "dmy",
    shape: "long",
  } as const;
  const error = { line, column: null, message: READINGS_MESSAGES.badCsv };
  return { format, lineCount: 0, values: [], errors: [error] };
}
