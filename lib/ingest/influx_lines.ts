/** Reads bodies of the InfluxDB line protocol, window by window, line by line. @module */

import {
  type SourceDevice,
  type SourceReading,
  UNIT_FIELDS,
  VALUE_FIELD,
} from "@/lib/timeseries/source_names.ts";
import { isUtf8, plainValue, textOf, wholeTime } from "./sent_values.ts";

export interface LineWindow {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

const NEWLINE = 10;
/** Size of a window: a tick of ten thousand series is one window. */
const WINDOW_BYTES = 1_024 * 1_024;

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

/** Maximum length of a line, and of a name, tag or text of it, UTF-16 units. */
const LONGEST_LINE = 64 * 1_024;
const LONGEST_TEXT = 1024;
/** Maximum number of tags, and of fields, of a line. */
const MOST_PARTS = 256;
/** Maximum length of an invalid value quoted in a message. */
const LONGEST_NAMED = 40;

/**
 * A shared error: creating one takes ten times as long as reading a line, and a body may have millions of bad ones.
 * Not created at start: the trace of an error needs the position of each line of the whole server.
 */
let fault: SyntaxError | undefined;

/** The error to throw at a bad line; it is caught immediately. */
function badLine(message: string): SyntaxError {
  fault ??= new SyntaxError();
  fault.message = message;
  return fault;
}

interface Timestamps {
  /** Digits after the seconds. */
  readonly decimals: number;
  /** Seconds in a unit without such digits. */
  readonly unitS: number;
  /** Time of the lines without one, seconds since 1970. */
  readonly nowS: number;
}

/** Devices by their text in a line. */
const DEVICES = new Map<string, SourceDevice>();
const MOST_DEVICES = 20_000;

/** The text of a device that is remembered: all before the first space, without an escaped one. */
const DEVICE = /[^ \n]{1,200}(?= )(?<!\\)/y;
/** A name up to a comma, a space or the end, a key also up to an equals sign; a backslash escapes these three. */
const NAME = /[^, \n\\]*(?:\\[,= ]?[^, \n\\]*)*/y;
const KEY = /[^,= \n\\]*(?:\\[,= ]?[^,= \n\\]*)*/y;
const TEXT = /"[^"\\]*(?:\\.[^"\\]*)*"/sy;
const VALUE = /[^, \n\r]*/y;
const TIME = /[^ \n\r]*/y;
/** Of both characters that end a line, the first is a blank. */
const BLANKS = /[ \t]*(?:\r(?=\n))?/y;
/** Characters up to its code may be blanks. */
const SPACE = 32;
const END = /[ \t]*\r?(?:\n|$)/y;

/** Reads lines one after the other. */
class LineScanner {
  text = "";
  /** Position of the next character. */
  at = 0;
  /** Number of the current line, from 1. */
  line = 0;

  constructor(private readonly timestamps: Timestamps) {}

  /** Whether the current line is neither empty nor a comment; skips its first blanks. */
  isLine(): boolean {
    this.#skipBlanks();
    return this.at < this.text.length && !this.#is("#") && !this.#is("\n");
  }

  /** Reads the line at the current position, and moves behind it. @throws SyntaxError with the reason */
  readings(): SourceReading[] {
    const { at: start, line } = this;
    const device = this.#device();
    this.#expect(" ", "fields");
    this.#skipBlanks();
    const fields = this.#fields();
    this.#skipBlanks();
    const epochS = this.#epochS();
    if (this.#next(END) === null) throw badLine("unexpected text after the line");
    const length = this.at - start - 1;
    if (length > LONGEST_LINE) throw badLine("line too long");
    return described(fields.map(([field, value]) => ({ line, device, field, value, epochS })));
  }

  /** The device of a line, remembered by its text: collectors repeat their devices. */
  #device(): SourceDevice {
    const start = this.at;
    const name = this.#next(DEVICE);
    if (name === null) return this.#readDevice();
    const known = DEVICES.get(name);
    if (known !== undefined) return known;
    this.at = start;
    const copy = new LineScanner(this.timestamps);
    // A part of a text would keep the whole text in memory.
    copy.text = textOf(new TextEncoder().encode(name));
    const device = copy.#readDevice();
    if (copy.at < copy.text.length || copy.text !== name) return this.#readDevice();
    if (DEVICES.size === MOST_DEVICES) DEVICES.clear();
    DEVICES.set(copy.text, device);
    this.at = start + name.length;
    return device;
  }

  #readDevice(): SourceDevice {
    const measurement = this.#name("measurement", NAME);
    const tags: (readonly [string, string])[] = [];
    while (this.#is(",")) {
      if (tags.length === MOST_PARTS) throw badLine("too many tags");
      this.at++;
      const key = this.#name("tag key", KEY);
      this.#expect("=", "tag value");
      tags.push([key, this.#name("tag value", NAME)]);
    }
    return { measurement, tags };
  }

  #name(what: string, pattern: RegExp): string {
    const name = this.#next(pattern) ?? "";
    if (name === "" || name === "\r") throw badLine(`missing ${what}`);
    if (name.length > LONGEST_TEXT) throw badLine(`${what} too long`);
    return name.includes("\\") ? name.replaceAll(/\\([,= ])/g, "$1") : name;
  }

  #fields(): [string, SourceReading["value"]][] {
    const fields: [string, SourceReading["value"]][] = [];
    for (;;) {
      if (fields.length === MOST_PARTS) throw badLine("too many fields");
      const field = this.#name("field key", KEY);
      this.#expect("=", "field value");
      fields.push([field, this.#is('"') ? this.#text() : this.#plainValue()]);
      if (!this.#is(",")) return fields;
      this.at++;
    }
  }

  #text(): string {
    const text = this.#next(TEXT)?.slice(1, -1);
    if (text === undefined || text.length > 2 * LONGEST_TEXT) throw badLine("unbalanced quotes");
    if (text.length > LONGEST_TEXT) throw badLine("field value too long");
    this.line += text.split("\n").length - 1;
    return text.replaceAll(/\\(["\\])/g, "$1");
  }

  #plainValue(): number | boolean {
    const written = this.#next(VALUE) ?? "";
    const value = plainValue(written);
    if (value !== undefined) return value;
    throw badLine(`invalid field value "${written.slice(0, LONGEST_NAMED)}"`);
  }

  /** The time of the line, seconds since 1970. */
  #epochS(): number {
    const written = this.#next(TIME);
    const { decimals, unitS, nowS } = this.timestamps;
    if (!written) return nowS;
    const time = wholeTime(written, decimals);
    if (time !== undefined) return time * unitS;
    throw badLine(`invalid timestamp "${written.slice(0, LONGEST_NAMED)}"`);
  }

  #skipBlanks(): void {
    if (this.text.charCodeAt(this.at) <= SPACE) this.#next(BLANKS);
  }

  #is(character: string): boolean {
    return this.text[this.at] === character;
  }

  #expect(character: string, what: string): void {
    if (!this.#is(character)) throw badLine(`missing ${what}`);
    this.at++;
  }

  /** Reads what a pattern finds at the current position; null for nothing. */
  #next(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return null;
    const found = this.text.slice(this.at, pattern.lastIndex);
    this.at = pattern.lastIndex;
    return found;
  }
}

/** When a line has a field "value", its text fields describe it and are ignored, but for its unit. */
function described(readings: SourceReading[]): SourceReading[] {
  const isText = ({ value }: SourceReading) => typeof value === "string";
  if (!readings.some(isText) || !readings.some(isValue)) return readings;
  const unit = readings.findLast((one) => isText(one) && UNIT_FIELDS.includes(one.field))?.value;
  return readings.filter((one) => isValue(one) || !isText(one))
    .map((one) => isValue(one) && typeof unit === "string" ? { ...one, unit } : one);
}

function isValue({ field }: SourceReading): boolean {
  return field === VALUE_FIELD;
}
