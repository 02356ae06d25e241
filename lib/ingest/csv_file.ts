/** Reads the values and the layout of a CSV file of readings, and counts what becomes of its lines. @module */

import { CallError } from "@/lib/base/errors.ts";
import {
  isEmptyOrTotal,
  plainHeading,
  type Separator,
  separatorOf,
} from "@/lib/files/csv_headings.ts";
import { type CsvRow, readCsv } from "@/lib/files/csv_reader.ts";
import { stepSeconds } from "@/lib/timeseries/source_names.ts";
import {
  type ChosenColumns,
  chosenLayout,
  type ChosenSeries,
  type Layout,
  layoutOf,
} from "./file_columns.ts";
import { CommaFound, DecimalMark, numberOf, readInstant, RepeatedHours } from "./file_values.ts";
import { findHeading, headingAt, headingIn } from "./file_formats.ts";
import { READINGS_MESSAGES } from "./import_text.ts";
import {
  type DateOrder,
  type DecimalMark as Mark,
  type DetectedFormat,
  FIRST_READINGS_SHOWN,
} from "./readings_file_options.ts";
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

/** How a file is read: its layout, the first values, and what its times tell. */
export interface ReadColumns {
  readonly layout: Layout;
  /** The first values, as they were read. */
  readonly firstValues: readonly FileValue[];
  /** Whether a time of the file does not exist in its time zone. */
  readonly hasSkippedHour: boolean;
}

export interface ReadingsFileQuery extends ChosenSeries {
  readonly timeZone: string;
  /** The heading and the columns that the user chose, without a fault; recognised when omitted. */
  readonly chosen?: ChosenColumns | undefined;
  /** The lines of this part of a file, among those of other parts; all lines when omitted. */
  readonly own?: OwnLines | undefined;
  /** Decimal mark of the whole file, of which this may be a part; detected when omitted. */
  readonly decimal?: Mark | undefined;
  /** Starts taking values, in file order; values taken before are discarded. @param read how the file is read */
  takeValues(read: ReadColumns | null): (value: FileValue) => void;
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
/** Written for a value that is missing, in any format. */
const MISSING = "null";

/**
 * Reads a file of readings: of a known format, or of any origin, with one value a line and its series
 * (`date;serie;valeur`), one column for each series (`date;Compteur gaz;Compteur ECS`), or a single series
 * (`Horodate;Valeur`). The heading is one of the first thirty lines. A column may name the dwelling of each line, another
 * may contain the time of the date.
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
  { timeZone, own, takeValues, chosen, ...ofSeries }: ReadingsFileQuery,
  known: Mark | null,
): Promise<ReadingsFile | null> {
  const recognized = chosen === undefined ? headingIn(text, findHeading) : null;
  const heading = chosen === undefined ? recognized : headingAt(text, chosen.line);
  const separator = heading?.separator ?? separatorOf(text);
  const decimal = new DecimalMark(separator, known);
  const found: { reading: FileReading | null; headingAt: number } = { reading: null, headingAt: 0 };
  const cut = { delimiter: separator, maxLines: MOST_LINES, fromLine: heading?.line ?? 1 };
  const fault = await readCsv(text, cut, (row) => {
    if (heading === null) return;
    if (found.reading !== null) {
      const isBeside = own !== undefined && !isOwn(row.line - found.headingAt, own);
      return found.reading.add(row, isBeside);
    }
    const layout = recognized === null
      ? chosenLayout(chosen?.columns ?? [], row.cells, ofSeries.series)
      : layoutOf(recognized.found.format, [...recognized.preamble, row.cells], ofSeries);
    found.headingAt = row.line;
    found.reading = new FileReading(layout, { decimal, timeZone });
    found.reading.take = takeValues(found.reading);
  });
  if (fault !== null) {
    // Nothing is imported from a file that is partly unreadable.
    takeValues(null);
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

class FileReading implements ReadColumns {
  readonly errors: FileError[] = [];
  readonly lines = new LineOutcomes();
  readonly repeatedHours: number[] = [];
  readonly firstValues: FileValue[] = [];
  hasSkippedHour = false;
  dates: DateOrder = "ymd";
  take: (value: FileValue) => void = () => {};
  readonly #numbersAt: readonly number[];
  readonly #missing: ReadonlySet<string>;
  readonly #dateName: string | null;
  readonly #repeated = new RepeatedHours();
  #meter: string | null = null;
  #count = 0;
  #isBeside = false;

  constructor(
    readonly layout: Layout,
    private readonly tools: { readonly decimal: DecimalMark; readonly timeZone: string },
  ) {
    this.#numbersAt = layout.columns.flatMap(({ at, replaced }) =>
      replaced ? [at, replaced.at] : [at]
    );
    this.#dateName = layout.roles.find(({ role }) => role === "date")?.heading || null;
    this.#missing = new Set([MISSING, ...layout.format.missing ?? []]);
  }

  add({ line, cells }: CsvRow, isBeside: boolean): void {
    const { decimal, timeZone } = this.tools;
    const { layout } = this;
    this.#isBeside = isBeside;
    if (!isBeside) this.lines.note(line, "ignored");
    for (const at of this.#numbersAt) decimal.look(cells[at] ?? "");
    const { dateAt, hourAt, dwellingAt, stepAt, format: { time = "" } } = layout;
    const written = `${cells[dateAt] ?? ""} ${cells[hourAt] || time}`;
    const instant = readInstant(written, timeZone);
    if (instant === null) {
      if (!this.#hasNoReading(cells)) this.#refuse(line, this.#dateName, READINGS_MESSAGES.badDate);
      return;
    }
    if (instant.isSkipped) {
      this.hasSkippedHour = true;
      return this.#refuse(line, this.#dateName, READINGS_MESSAGES.skippedHour);
    }
    const otherMeter = this.#otherMeter(cells);
    if (otherMeter !== null) {
      return this.#refuse(line, null, READINGS_MESSAGES.otherMeter(otherMeter));
    }
    if (instant.laterS !== undefined && !isBeside) this.repeatedHours.push(line);
    const dwelling = cells[dwellingAt]?.trim() ?? "";
    this.dates = instant.order;
    this.#repeated.addLine(instant);
    const stepS = stepAt === -1 ? layout.stepS : stepSeconds(cells[stepAt] ?? "");
    for (const { at, name, unit: ofHeading, unitAt, replaced: about } of layout.columns) {
      const cell = cells[at]?.trim() ?? "";
      // An empty cell is a missing value.
      if (cell === "" || this.#missing.has(cell.toLowerCase())) continue;
      const value = numberOf(cell, decimal.mark);
      if (value === null) {
        this.#refuse(line, name, READINGS_MESSAGES.badNumber);
        continue;
      }
      const series = layout.seriesAt === null
        ? layout.series || name
        : cells[layout.seriesAt]?.trim() ?? "";
      const replaced = about === null ? {} : this.#replacedIn(cells, line, about);
      if (replaced === null) continue;
      if (++this.#count > MOST_VALUES) throw new CallError("too-many-values");
      const epochS = this.#repeated.secondOf(`${series};${dwelling}`, instant);
      const unit = cells[unitAt]?.trim() || ofHeading;
      const measured = { value, ...unit !== "" && { unit }, ...stepS !== null && { stepS } };
      const read = { line, column: name, series, dwelling, epochS, isBeside };
      this.#take({ ...read, ...measured, ...replaced });
      if (layout.hasOneValue) break;
    }
  }

  #take(value: FileValue): void {
    if (!value.isBeside && this.firstValues.length < FIRST_READINGS_SHOWN) {
      this.firstValues.push(value);
    }
    this.take(value);
  }

  /** Whether a line without a date has no reading: empty cells, a total, or what the format has besides readings. */
  #hasNoReading(cells: readonly string[]): boolean {
    const { otherLines = [] } = this.layout.format;
    return isEmptyOrTotal(cells) ||
      otherLines.some((other) => plainHeading(cells[0] ?? "").startsWith(other));
  }

  /** The meter of a line, when it is not the one of the lines before: a chosen series takes the values of one. */
  #otherMeter(cells: readonly string[]): string | null {
    const { meterAt } = this.layout;
    if (meterAt.length === 0) return null;
    const meter = meterAt.map((at) => cells[at]?.trim() ?? "").join(" ");
    this.#meter ??= meter;
    return this.#meter === meter ? null : meter;
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
