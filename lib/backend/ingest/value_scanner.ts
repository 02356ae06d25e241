import { badLine } from "./bad_line.ts";
import { EXACT_DIGITS, POWERS, shortWhole } from "./byte_numbers.ts";
import {
  BACKSLASH,
  COMMA,
  END,
  endsValue,
  isDigit,
  MINUS,
  NEWLINE,
  POINT,
  QUOTE,
  ZERO,
} from "./line_characters.ts";
import { timeOf } from "./line_times.ts";
import { BYTES_PER_UNIT, LONGEST_TEXT, NameScanner } from "./name_scanner.ts";
import { plainValue } from "./plain_value.ts";

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
