/** Reads bodies of the InfluxDB line protocol, window by window, line by line. @module */

import type { SourceReading } from "@/lib/timeseries/source_names.ts";
import { LineScanner, LONGEST_LINE } from "./line_scanner.ts";
import { isUtf8, textOf } from "./sent_values.ts";

export interface LineWindow {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/** Size of a window: a tick of ten thousand series is one window. */
const WINDOW_BYTES = 1_024 * 1_024;
const NEWLINE = 10;

/**
 * Splits a body into windows that end with a line; an empty body is one window. A longer line is cut anywhere: it is
 * refused.
 */
export function* lineWindows(bytes: Uint8Array): Generator<LineWindow> {
  let at = 0;
  do {
    const window = bytes.subarray(at, at + WINDOW_BYTES);
    const isLast = at + window.length === bytes.length;
    const size = isLast ? window.length : window.lastIndexOf(NEWLINE) + 1 || window.length;
    yield { bytes: window.subarray(0, size), isLast };
    at += size;
  } while (at < bytes.length);
}

/** Digits of a timestamp after its seconds, or seconds in its unit, in InfluxDB 2 and 1. */
const PRECISIONS = {
  ns: { decimals: 9, unitS: 1 },
  n: { decimals: 9, unitS: 1 },
  us: { decimals: 6, unitS: 1 },
  u: { decimals: 6, unitS: 1 },
  ms: { decimals: 3, unitS: 1 },
  s: { decimals: 0, unitS: 1 },
  m: { decimals: 0, unitS: 60 },
  h: { decimals: 0, unitS: 3_600 },
};
export type Precision = keyof typeof PRECISIONS;

export function isPrecision(text: string): text is Precision {
  return Object.hasOwn(PRECISIONS, text);
}

/** A line that was not stored, and why. */
export interface BadLine {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** Maximum number of bad lines named; others are only counted. */
export const BAD_LINES_NAMED = 1000;

export interface LinesOptions {
  readonly precision: Precision;
  /** Time of the lines without one, seconds since 1970. */
  readonly nowS: number;
}

/** Readings and bad lines read at once, and characters: of lines that are long, or make none. */
const READ_AT_ONCE = 1_000;
const READ_CHARS = 64 * 1_024;

const BYTE_ORDER_MARK = "\ufeff";
/** Replacement of invalid UTF-8. */
const UNREADABLE = "\ufffd";

/**
 * Parses a body of InfluxDB line protocol a few lines at a time and window by window: the good lines, and the numbers of
 * the bad ones.
 *
 * `measurement[,tag=value…] field=value[,field=value…] [timestamp]`, comments and empty lines
 * skipped, CRLF accepted. When a line has a field "value", its text fields describe it and are ignored.
 */
export class LinesReader {
  /** At most {@link BAD_LINES_NAMED} of them. */
  readonly bad: BadLine[] = [];
  badCount = 0;
  readonly #scanner: LineScanner;
  #readings: SourceReading[] = [];
  #hasBegun = false;
  #isLast = false;
  /** True while the rest of a line too long for a window is skipped. */
  #isSkipping = false;
  /** True once a window was not valid UTF-8: a line with the character of its replacement is refused. */
  #isDamaged = false;

  constructor({ precision, nowS }: LinesOptions) {
    this.#scanner = new LineScanner({ ...PRECISIONS[precision], nowS });
  }

  /** Number of readings since they were last taken. */
  get readingCount(): number {
    return this.#readings.length;
  }

  /** Number of characters added and not read yet. */
  get charsLeft(): number {
    return this.#scanner.text.length - this.#scanner.at;
  }

  /** Adds the next window of the body, once the previous one is read. */
  add({ bytes, isLast }: LineWindow): void {
    const scanner = this.#scanner;
    const text = textOf(bytes);
    this.#isDamaged ||= text.includes(UNREADABLE) && !isUtf8(bytes);
    const start = !this.#hasBegun && text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
    scanner.text = scanner.text.slice(scanner.at) + text.slice(start);
    scanner.at = 0;
    [this.#hasBegun, this.#isLast] = [true, isLast];
    if (this.#isSkipping) this.#skipLine(0);
  }

  /** Reads about a millisecond's lines. @returns true while the added windows contain more lines */
  read(): boolean {
    const end = this.#readings.length + this.badCount + READ_AT_ONCE;
    const leftAtEnd = this.charsLeft - READ_CHARS;
    while (
      this.#hasLine && this.charsLeft > leftAtEnd && this.#readings.length + this.badCount < end
    ) {
      this.#readLine();
    }
    return this.#hasLine;
  }

  /** The readings since the last time. */
  take(): readonly SourceReading[] {
    const readings = this.#readings;
    this.#readings = [];
    return readings;
  }

  /** False at the end, and when the next line may continue in a later window. */
  get #hasLine(): boolean {
    return this.charsLeft > (this.#isLast ? 0 : LONGEST_LINE);
  }

  #readLine(): void {
    const scanner = this.#scanner;
    const { at: start } = scanner;
    const line = ++scanner.line;
    if (!scanner.isLine()) return this.#skipLine(start);
    try {
      const readings = scanner.readings();
      if (this.#isDamaged && scanner.text.slice(start, scanner.at).includes(UNREADABLE)) {
        throw new SyntaxError("not UTF-8 text: send it in UTF-8");
      }
      this.#readings.push(...readings);
    } catch (fault) {
      if (!(fault instanceof SyntaxError)) throw fault;
      // A text may have spanned several lines before its line proved bad.
      scanner.line = line;
      this.#skipLine(start);
      if (this.badCount++ < BAD_LINES_NAMED) this.bad.push({ line, message: fault.message });
    }
  }

  #skipLine(start: number): void {
    const scanner = this.#scanner;
    const end = scanner.text.indexOf("\n", start);
    this.#isSkipping = end === -1 && !this.#isLast;
    scanner.at = end === -1 ? scanner.text.length : end + 1;
  }
}
