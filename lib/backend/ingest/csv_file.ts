import { Refused } from "@/lib/backend/core/refused.ts";
import type {
  DateOrder,
  DecimalMark as Mark,
  DetectedFormat,
} from "@/lib/domain/series/csv_content.ts";
import { LineOutcomes } from "@/lib/domain/series/line_outcomes.ts";
import { stepSeconds } from "@/lib/domain/series/sent_units.ts";
import { READINGS_MESSAGES } from "@/lib/text/series/imports.ts";
import { type Layout, layoutOf } from "./csv_layout.ts";
import { CommaFound, DecimalMark, numberOf } from "./csv_numbers.ts";
import { type CsvRow, readCsv, type Separator, separatorOf } from "./csv_table.ts";
import { readInstant } from "./csv_times.ts";
import { RepeatedHours } from "./repeated_hours.ts";

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
 * @throws Refused when the file is beyond a limit
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
      if (++this.#count > MOST_VALUES) throw new Refused("too-many-values");
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
