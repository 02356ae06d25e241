import { LineScanner } from "./line_scanner.ts";
import type { LineWindow } from "./line_windows.ts";
import { ReadingColumns } from "./reading_columns.ts";
import { SourceTable } from "./source_table.ts";

/** Units of timestamps in InfluxDB 2 and 1. */
const PRECISIONS = ["ns", "n", "us", "u", "ms", "s", "m", "h"] as const;
export type Precision = typeof PRECISIONS[number];

/** A line that was not stored, and why. */
export interface BadLine {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

export interface LinesOptions {
  readonly precision: Precision;
  /** Time of the lines without one, seconds since 1970. */
  readonly nowS: number;
  /** The table of known sources of the residence; called again for each set of columns. */
  readonly tableOf?: () => SourceTable;
}

/** Maximum number of bad lines named; others are only counted. */
export const BAD_LINES_NAMED = 1000;

export function isPrecision(text: string): text is Precision {
  return PRECISIONS.some((precision) => precision === text);
}

/**
 * Parses a body of InfluxDB line protocol a few lines at a time and piece by piece: the good lines, and the numbers of
 * the bad ones.
 *
 * `measurement[,tag=value…] field=value[,field=value…] [timestamp]`, comments and empty lines
 * skipped, CRLF accepted. When a line has a field "value", its text fields describe it and are ignored.
 */
export class LinesReader {
  columns: ReadingColumns;
  /** At most {@link BAD_LINES_NAMED} of them. */
  readonly bad: BadLine[] = [];
  badCount = 0;
  readonly #tableOf: () => SourceTable;
  readonly #scanner: LineScanner;
  #hasBegun = false;
  /** Number of sources that the table had when the columns began. */
  #knownSourceCount: number;

  constructor({ precision, nowS, tableOf = () => new SourceTable() }: LinesOptions) {
    const table = tableOf();
    const [decimals, unitS] = [DECIMALS[precision], SECONDS[precision] ?? 1];
    this.#tableOf = tableOf;
    this.#scanner = new LineScanner(table, { decimals, unitS, nowS });
    this.columns = new ReadingColumns(table.sources);
    this.#knownSourceCount = table.sources.count;
  }

  /** Number of sources added to the table since the columns began. */
  get newSourceCount(): number {
    return this.columns.sources.count - this.#knownSourceCount;
  }

  /** Number of bytes added and not read yet. */
  get bytesLeft(): number {
    return this.#scanner.bytesLeft;
  }

  /** Adds the next piece of the body, once the previous one is read. */
  add({ bytes, isLast }: LineWindow): void {
    // A byte order mark is skipped.
    const start = !this.#hasBegun && isMarked(bytes) ? BYTE_ORDER_MARK.length : 0;
    this.#hasBegun = true;
    this.#scanner.add(bytes.subarray(start), isLast);
    if (this.columns.count === 0) this.#begin(this.#expectedRows());
  }

  /** Reads about a millisecond's lines. @returns true while the added bytes contain more lines */
  read(): boolean {
    const scanner = this.#scanner;
    const end = this.columns.count + this.badCount + READ_AT_ONCE;
    const leftAtEnd = scanner.bytesLeft - READ_BYTES;
    while (
      scanner.hasLine && scanner.bytesLeft > leftAtEnd && this.columns.count + this.badCount < end
    ) {
      if (scanner.beginLine()) this.#readLine();
    }
    return scanner.hasLine;
  }

  /** Drops the readings read so far, once they are stored: their storage may have ended the table of sources. */
  forget(): void {
    this.columns.release();
    this.#begin(this.#expectedRows());
  }

  release(): void {
    this.#scanner.release();
  }

  #begin(expectedRows: number): void {
    const table = this.#tableOf();
    this.#scanner.useTable(table);
    this.columns = new ReadingColumns(table.sources, expectedRows);
    this.#knownSourceCount = table.sources.count;
  }

  /** Growing columns are copied, so their initial size follows the bytes to read. */
  #expectedRows(): number {
    return Math.min(MOST_EXPECTED, Math.ceil(this.#scanner.bytesLeft / USUAL_LINE_BYTES));
  }

  #readLine(): void {
    const { count } = this.columns;
    try {
      this.#scanner.readInto(this.columns);
    } catch (fault) {
      if (!(fault instanceof SyntaxError)) throw fault;
      this.columns.cutTo(count);
      const line = this.#scanner.lineNumber;
      this.#scanner.skipLine();
      if (this.badCount++ < BAD_LINES_NAMED) this.bad.push({ line, message: fault.message });
    }
  }
}

/** Readings and bad lines read at once, and bytes: of lines that are long, or make none. */
const READ_AT_ONCE = 1_000;
const READ_BYTES = 64 * 1_024;
/** Bytes of a short line with the name of its device. */
const USUAL_LINE_BYTES = 32;
/** Readings stored together, and the last lines read with them. */
const MOST_EXPECTED = 21_000;

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

function isMarked(bytes: Uint8Array): boolean {
  return BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte);
}

/** Digits of a timestamp after its seconds, or seconds in its unit. */
const DECIMALS: Readonly<Record<Precision, number>> = {
  ns: 9,
  n: 9,
  us: 6,
  u: 6,
  ms: 3,
  s: 0,
  m: 0,
  h: 0,
};
const SECONDS: Readonly<Partial<Record<Precision, number>>> = { m: 60, h: 3600 };
