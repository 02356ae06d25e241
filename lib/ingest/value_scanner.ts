/** Scans the names, values and times of a line. @module */

import { viewOf } from "@/lib/base/bytes.ts";
import type { SourceDevice } from "@/lib/timeseries/source_names.ts";
import {
  BACKSLASH,
  COMMA,
  END,
  endsValue,
  EQUALS,
  EXACT_DIGITS,
  isDigit,
  isEscaped,
  isUtf8,
  MINUS,
  NEWLINE,
  plainValue,
  POINT,
  POWERS,
  QUOTE,
  RETURN,
  shortWhole,
  SPACE,
  TAB,
  textOf,
  ZERO,
} from "./byte_values.ts";

/**
 * A shared error: creating one takes ten times as long as reading a line, and a body may have millions of bad ones.
 * Not created at start: the trace of an error needs the position of each line of the whole server.
 */
let fault: SyntaxError | undefined;

/** The error to throw at a bad line; it is caught immediately. */
export function badLine(message: string): SyntaxError {
  fault ??= new SyntaxError();
  fault.message = message;
  return fault;
}

const TIMESTAMP = /^-?\d{1,20}$/;
const MOST_DIGITS = 20;

/** Position of a timestamp among bytes, and the number of its digits to drop. */
interface WrittenTime {
  readonly start: number;
  readonly end: number;
  readonly decimals: number;
}

/**
 * The time written in some bytes, without its last digits; undefined when it is not a timestamp.
 *
 * Nanoseconds do not fit a number: the extra digits are dropped from the text.
 */
export function timeOf(
  bytes: Uint8Array,
  { start, end, decimals }: WrittenTime,
): number | undefined {
  const cut = Math.max(start, end - decimals);
  const whole = shortWhole(bytes, start, cut);
  const isShort = end - start <= MOST_DIGITS && !Number.isNaN(whole) &&
    !Number.isNaN(shortWhole(bytes, cut, end));
  return isShort ? whole : wholeTime(textOf(bytes.subarray(start, end)), decimals);
}

function wholeTime(written: string, decimals: number): number | undefined {
  if (!TIMESTAMP.test(written)) return undefined;
  if (decimals === 0) return Number(written);
  const isNegative = written.startsWith("-");
  const whole = Number(written.slice(isNegative ? 1 : 0, -decimals));
  // A time just before 1970 becomes negative: any second before 0 is refused later.
  return isNegative ? -whole - 1 : whole;
}

/** Maximum length of a name, tag or text of a line, UTF-16 units. */
const LONGEST_TEXT = 1024;
/** Maximum bytes of UTF-8 for one UTF-16 unit. */
export const BYTES_PER_UNIT = 3;
/** Maximum number of tags, and of fields, of a line. */
export const MOST_PARTS = 256;

/** Replacement of invalid UTF-8. */
const UNREADABLE = "\ufffd";

/** Parses the names of line protocol at a position among bytes. */
class NameScanner {
  protected bytes: Uint8Array<ArrayBuffer> = new Uint8Array();
  /** The same bytes, to compare several at a time. */
  protected view: DataView = viewOf(this.bytes);
  protected at = 0;
  /** Number of the current line, from 1. */
  protected line = 0;
  /** True when a text that was read is not valid UTF-8. */
  protected isUnreadable = false;

  protected show(bytes: Uint8Array<ArrayBuffer>): void {
    this.bytes = bytes;
    this.view = viewOf(bytes);
  }

  /** The measurement and the tags at the current position. */
  protected device(): SourceDevice {
    const measurement = this.name("measurement", false);
    const tags: (readonly [string, string])[] = [];
    while (this.code() === COMMA) {
      if (tags.length === MOST_PARTS) throw badLine("too many tags");
      this.at++;
      const key = this.name("tag key", true);
      this.expect(EQUALS, "tag value");
      tags.push([key, this.name("tag value", false)]);
    }
    return { measurement, tags };
  }

  /** A name up to a comma, a space, the end, or for a key an equals sign; `\,` `\=` and `\ ` are unescaped. */
  protected name(what: string, isKey: boolean): string {
    const bytes = this.bytes;
    const start = this.at;
    let hasEscape = false;
    let at = start;
    const last = start + LONGEST_TEXT * BYTES_PER_UNIT;
    for (; at <= last; at++) {
      const byte = bytes[at] ?? END;
      if (byte === COMMA || byte === SPACE || byte === NEWLINE || byte === END) break;
      if (byte === EQUALS && isKey) break;
      if (byte === BACKSLASH && isEscaped(bytes[at + 1] ?? END)) {
        hasEscape = true;
        at++;
      }
    }
    this.at = at;
    const isMissing = at === start || (at === start + 1 && bytes[start] === RETURN);
    if (isMissing) throw badLine(`missing ${what}`);
    const isLong = at > last;
    const name = isLong ? "" : this.textBetween(start, at);
    if (isLong || name.length > LONGEST_TEXT) throw badLine(`${what} too long`);
    return hasEscape ? name.replaceAll(/\\([,= ])/g, "$1") : name;
  }

  /** Decodes some bytes, which may be invalid UTF-8. */
  protected textBetween(start: number, end: number): string {
    const bytes = this.bytes.subarray(start, end);
    const text = textOf(bytes);
    if (text.includes(UNREADABLE) && !isUtf8(bytes)) this.isUnreadable = true;
    return text;
  }

  protected expect(byte: number, what: string): void {
    if (this.code() !== byte) throw badLine(`missing ${what}`);
    this.at++;
  }

  protected skipBlanks(): void {
    while (this.code() === SPACE || this.code() === TAB) this.at++;
    if (this.code() === RETURN && this.bytes[this.at + 1] === NEWLINE) this.at++;
  }

  /** The byte at the current position, {@link END} after the last one. */
  protected code(): number {
    return this.bytes[this.at] ?? END;
  }
}

export interface Timestamps {
  /** Digits after the seconds. */
  readonly decimals: number;
  /** Seconds in a unit without such digits. */
  readonly unitS: number;
  /** Time of the lines without one, seconds since 1970. */
  readonly nowS: number;
}

/** Number of digits of the seconds of any day from 2001 to 2286. */
const DIGITS_OF_A_SECOND = 10;
/** Maximum length of an invalid value quoted in a message. */
const LONGEST_NAMED = 40;

/** Parses the values and the times of line protocol at a position among bytes. */
export class ValueScanner extends NameScanner {
  /** The last seconds read, with their ten digits as numbers of four, four and two bytes: all lines of a tick have them. */
  readonly #known = { first: 0, middle: 0, last: 0, seconds: NaN };

  constructor(protected readonly timestamps: Timestamps) {
    super();
  }

  protected value(): number | string | boolean {
    return this.code() === QUOTE ? this.#string() : this.#plainValue();
  }

  /** The time of the line, seconds since 1970: a recent date in one pass over its bytes, or any other value. */
  protected epochS(): number {
    const { decimals, unitS } = this.timestamps;
    const start = this.at;
    const end = start + DIGITS_OF_A_SECOND + decimals;
    const whole = this.#secondsAt(start);
    const isUsual = !Number.isNaN(whole) && endsValue(this.bytes[end] ?? END) &&
      !Number.isNaN(shortWhole(this.bytes, start + DIGITS_OF_A_SECOND, end));
    if (!isUsual) return this.#otherTime();
    this.at = end;
    this.skipBlanks();
    return whole * unitS;
  }

  /** The seconds of ten digits, usually those of the line before; NaN when they are not digits. */
  #secondsAt(start: number): number {
    const { view } = this;
    if (start + DIGITS_OF_A_SECOND > view.byteLength) return NaN;
    const [first, middle, last] = [
      view.getInt32(start),
      view.getInt32(start + 4),
      view.getInt16(start + 8),
    ];
    const known = this.#known;
    if (first !== known.first || middle !== known.middle || last !== known.last) {
      [known.first, known.middle, known.last] = [first, middle, last];
      known.seconds = shortWhole(this.bytes, start, start + DIGITS_OF_A_SECOND);
    }
    return known.seconds;
  }

  #otherTime(): number {
    const start = this.at;
    const end = this.#valueEnd(END);
    this.at = end;
    this.skipBlanks();
    const { decimals, unitS, nowS } = this.timestamps;
    if (end === start) return nowS;
    const isLong = end > start + LONGEST_TEXT;
    const time = isLong ? undefined : timeOf(this.bytes, { start, end, decimals });
    if (time !== undefined) return time * unitS;
    const namedEnd = Math.min(end, start + LONGEST_NAMED * BYTES_PER_UNIT);
    const written = this.textBetween(start, namedEnd).slice(0, LONGEST_NAMED);
    throw badLine(`invalid timestamp "${written}"`);
  }

  #string(): string {
    const start = ++this.at;
    const end = this.#stringEnd(start + 2 * LONGEST_TEXT * BYTES_PER_UNIT);
    const written = this.textBetween(start, end);
    if (written.length > 2 * LONGEST_TEXT) throw badLine("unbalanced quotes");
    if (written.length > LONGEST_TEXT) throw badLine("field value too long");
    for (let at = start; at < end; at++) if (this.bytes[at] === NEWLINE) this.line++;
    this.at = end + 1;
    return written.includes("\\") ? written.replaceAll(/\\(["\\])/g, "$1") : written;
  }

  /** Position of the quote that ends a string, at most `last`. */
  #stringEnd(last: number): number {
    for (let at = this.at; at <= last; at++) {
      const byte = this.bytes[at] ?? END;
      if (byte === END) break;
      if (byte === QUOTE) return at;
      if (byte === BACKSLASH) at++;
    }
    throw badLine("unbalanced quotes");
  }

  /** A short decimal in one pass over its bytes, or any other value. */
  #plainValue(): number | boolean {
    const bytes = this.bytes;
    const isNegative = bytes[this.at] === MINUS;
    const start = isNegative ? this.at + 1 : this.at;
    let [at, whole, point] = [start, 0, -1];
    let byte = bytes[at] ?? END;
    const last = start + EXACT_DIGITS + 1;
    for (
      ;
      at <= last && (isDigit(byte) || (byte === POINT && point === -1));
      byte = bytes[++at] ?? END
    ) {
      if (byte === POINT) point = at;
      else whole = whole * 10 + byte - ZERO;
    }
    const digits = at - start - (point === -1 ? 0 : 1);
    const isShort = digits >= 1 && digits <= EXACT_DIGITS && (byte === COMMA || endsValue(byte));
    if (!isShort) return this.#otherValue();
    this.at = at;
    const value = point === -1 ? whole : whole / (POWERS[at - point - 1] ?? NaN);
    return isNegative ? -value : value;
  }

  #otherValue(): number | boolean {
    const start = this.at;
    const end = this.#valueEnd(COMMA);
    this.at = end;
    const written = this.textBetween(start, end);
    const value = end > start + LONGEST_TEXT ? undefined : plainValue(written);
    if (value !== undefined) return value;
    throw badLine(`invalid field value "${written.slice(0, LONGEST_NAMED)}"`);
  }

  /**
   * End of the value or time at the current position: the end of the line, a blank, the byte `other`, or a byte after
   * {@link LONGEST_TEXT} others.
   */
  #valueEnd(other: number): number {
    const bytes = this.bytes;
    let at = this.at;
    for (const last = at + LONGEST_TEXT; at <= last; at++) {
      const byte = bytes[at] ?? END;
      if (endsValue(byte) || byte === other) break;
    }
    return at;
  }
}
