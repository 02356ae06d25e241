/** Reads bodies of the InfluxDB line protocol, window by window, line by line. @module */

import { joinedBytes, release } from "@/lib/base/bytes.ts";
import { VALUE_FIELD } from "@/lib/timeseries/source_names.ts";
import {
  BACKSLASH,
  COMMA,
  END,
  EQUALS,
  HASH,
  isEscaped,
  NEWLINE,
  RETURN,
  SPACE,
} from "./byte_values.ts";
import { ReadingColumns } from "./received_columns.ts";
import {
  type KnownDevice,
  type KnownField,
  LONGEST_REMEMBERED,
  SourceTable,
} from "./source_table.ts";
import {
  badLine,
  BYTES_PER_UNIT,
  MOST_PARTS,
  type Timestamps,
  ValueScanner,
} from "./value_scanner.ts";

/** Maximum length of a line, UTF-16 units. */
const LONGEST_LINE = 64 * 1_024;

/** Parses a body of line protocol in one pass, line by line, into columns; bytes may arrive in pieces. */
class LineScanner extends ValueScanner {
  #isLast = false;
  /** A line that starts before it is whole, or too long. */
  #wholeEnd = 0;
  /** True while the rest of a line too long for a piece is skipped. */
  #isSkipping = false;
  #start = 0;
  #startLine = 0;
  #table: SourceTable;
  /** Device of the previous line. */
  #device: KnownDevice | null = null;

  /** @param table known sources of the residence */
  constructor(table: SourceTable, timestamps: Timestamps) {
    super(timestamps);
    this.#table = table;
  }

  useTable(table: SourceTable): void {
    if (table !== this.#table) this.#device = null;
    this.#table = table;
  }

  /** Adds the next piece of the body, once {@link hasLine} is false. */
  add(piece: Uint8Array<ArrayBuffer>, isLast: boolean): void {
    const before = this.bytes;
    const rest = before.subarray(this.at);
    this.show(rest.length === 0 ? piece : joinedBytes([rest, piece]));
    release(before);
    this.#isLast = isLast;
    this.#wholeEnd = this.bytes.length - (isLast ? 0 : LONGEST_LINE * BYTES_PER_UNIT);
    this.#start = 0;
    this.at = 0;
    if (this.#isSkipping) this.skipLine();
  }

  release(): void {
    release(this.bytes);
    this.show(new Uint8Array());
    this.at = 0;
  }

  /** Number of unread bytes of the piece. */
  get bytesLeft(): number {
    return this.bytes.length - this.at;
  }

  /** Number of the current line, from 1. */
  get lineNumber(): number {
    return this.#startLine;
  }

  /** False at the end, and when the next line may continue in a later piece. */
  get hasLine(): boolean {
    return this.at < this.#wholeEnd;
  }

  /** Begins the next line. @returns false when it is empty or a comment: it is skipped */
  beginLine(): boolean {
    this.#startLine = ++this.line;
    this.#start = this.at;
    this.skipBlanks();
    const byte = this.code();
    if (byte !== HASH && byte !== NEWLINE && byte !== END) return true;
    this.skipLine();
    return false;
  }

  skipLine(): void {
    // A string may have spanned several lines before its line proved bad.
    this.line = this.#startLine;
    const end = this.bytes.indexOf(NEWLINE, this.#start);
    this.#isSkipping = end === -1 && !this.#isLast;
    this.at = end === -1 ? this.bytes.length : end + 1;
  }

  /**
   * Reads the current line into rows.
   *
   * @throws SyntaxError with the reason; some rows of the line may then exist, without their time
   */
  readInto(columns: ReadingColumns): void {
    const [first, wordCount] = [columns.count, columns.words.size];
    this.isUnreadable = false;
    this.#fields(this.#knownDevice(), columns);
    this.skipBlanks();
    const epochS = this.epochS();
    this.#endLine();
    for (let row = first; row < columns.count; row++) columns.seconds[row] = epochS;
    if (columns.words.size > wordCount) columns.leaveOutTexts(first, VALUE_FIELD);
  }

  #endLine(): void {
    if (this.code() === RETURN) this.at++;
    if (this.code() !== NEWLINE && this.code() !== END) {
      throw badLine("unexpected text after the line");
    }
    if (this.#isLong()) throw badLine("line too long");
    if (this.isUnreadable) throw badLine("not UTF-8 text: send it in UTF-8");
    this.at++;
  }

  #isLong(): boolean {
    return this.at - this.#start > LONGEST_LINE &&
      this.textBetween(this.#start, this.at).length > LONGEST_LINE;
  }

  /** The device at the current position, with the separator before its fields. */
  #knownDevice(): KnownDevice {
    const expected = this.#device?.next ?? null;
    const known = expected !== null && this.#standsHere(expected) ? expected : this.#foundDevice();
    this.#device = known;
    this.expect(SPACE, "fields");
    this.skipBlanks();
    return known;
  }

  #standsHere(device: KnownDevice): boolean {
    const length = this.#table.deviceLength(device, this.view, this.at);
    if (length === 0 || this.bytes[this.at + length] !== SPACE) return false;
    this.at += length;
    return true;
  }

  #foundDevice(): KnownDevice {
    const written = { bytes: this.bytes, from: this.at, to: this.#deviceEnd() };
    const found = this.#table.findDevice(written);
    if (found !== undefined) this.at = written.to;
    const known = found ?? this.#newDevice();
    if (this.#device !== null) this.#device.next = known;
    return known;
  }

  #newDevice(): KnownDevice {
    const from = this.at;
    const device = this.device();
    // Invalid UTF-8 is refused at each occurrence.
    if (this.isUnreadable) return { device, name: -1, firstField: null, next: null };
    return this.#table.addDevice(device, { bytes: this.bytes, from, to: this.at });
  }

  /** Position of the first space that is not escaped, or of the end of the line; any beyond those of a stored device. */
  #deviceEnd(): number {
    const bytes = this.bytes;
    let at = this.at;
    for (const last = at + LONGEST_REMEMBERED; at <= last; at++) {
      const byte = bytes[at] ?? END;
      if (byte === SPACE || byte === NEWLINE || byte === END) break;
      if (byte === BACKSLASH && isEscaped(bytes[at + 1] ?? END)) at++;
    }
    return at;
  }

  #fields(device: KnownDevice, columns: ReadingColumns): void {
    let before: KnownField | null = null;
    let count = 0;
    do {
      if (count++ === MOST_PARTS) throw badLine("too many fields");
      before = this.#knownField(device, before);
      columns.add(this.#startLine, before.source, 0, this.value());
    } while (this.code() === COMMA && this.at++ >= 0);
  }

  /** The field at the current position, with its equals sign. */
  #knownField(device: KnownDevice, before: KnownField | null): KnownField {
    const expected = before === null ? device.firstField : before.next;
    const length = expected === null ? 0 : this.#table.fieldLength(expected, this.view, this.at);
    if (expected !== null && length > 0) {
      this.at += length;
      return expected;
    }
    const found = this.#foundField(device);
    if (before === null) device.firstField = found;
    else before.next = found;
    return found;
  }

  #foundField(device: KnownDevice): KnownField {
    const [from, to] = [this.at, this.#fieldEnd()];
    const found = this.#table.findField(device, { bytes: this.bytes, from, to });
    if (found !== undefined) {
      this.at = to;
      return found;
    }
    const field = this.name("field key", true);
    this.expect(EQUALS, "field value");
    if (this.isUnreadable) return { name: -1, source: UNREADABLE_SOURCE, next: null };
    return this.#table.addField(device, field, { bytes: this.bytes, from, to: this.at });
  }

  /**
   * Position after the first equals sign that is not escaped, or of the end of a name without one; any beyond those of a
   * stored field.
   */
  #fieldEnd(): number {
    const bytes = this.bytes;
    let at = this.at;
    for (const last = at + LONGEST_REMEMBERED; at <= last; at++) {
      const byte = bytes[at] ?? END;
      if (byte === EQUALS) return at + 1;
      if (byte === COMMA || byte === SPACE || byte === NEWLINE || byte === END) break;
      if (byte === BACKSLASH && isEscaped(bytes[at + 1] ?? END)) at++;
    }
    return at;
  }
}

/** Source of a line that is refused after it is read to its end. */
const UNREADABLE_SOURCE = -1;

export interface LineWindow {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isLast: boolean;
}

/** Size of a window: a tick of ten thousand series is one window. */
const WINDOW_BYTES = 1_024 * 1_024;

/** Splits a body into windows, cut at any byte; an empty body is one window. */
export function* lineWindows(bytes: Uint8Array<ArrayBuffer>): Generator<LineWindow> {
  for (let at = 0; at === 0 || at < bytes.length; at += WINDOW_BYTES) {
    const isLast = at + WINDOW_BYTES >= bytes.length;
    yield { bytes: bytes.subarray(at, at + WINDOW_BYTES), isLast };
  }
}

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
