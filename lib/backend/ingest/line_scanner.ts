import { freeBytes } from "@/lib/backend/core/byte_budget.ts";
import { joinedBytes } from "@/lib/backend/core/bytes.ts";
import { VALUE_FIELD } from "@/lib/domain/series/sources.ts";
import { badLine } from "./bad_line.ts";
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
} from "./line_characters.ts";
import { BYTES_PER_UNIT, MOST_PARTS } from "./name_scanner.ts";
import type { ReadingColumns } from "./reading_columns.ts";
import {
  type KnownDevice,
  type KnownField,
  LONGEST_REMEMBERED,
  type SourceTable,
} from "./source_table.ts";
import { type Timestamps, ValueScanner } from "./value_scanner.ts";

/** Maximum length of a line, UTF-16 units. */
const LONGEST_LINE = 64 * 1_024;

/** Parses a body of line protocol in one pass, line by line, into columns; bytes may arrive in pieces. */
export class LineScanner extends ValueScanner {
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

  /** Adds the next piece of the body, once {@link hasLine} is false; the previous one is freed. */
  add(piece: Uint8Array<ArrayBuffer>, isLast: boolean): void {
    const before = this.bytes;
    const rest = before.subarray(this.at);
    this.show(rest.length === 0 ? piece : joinedBytes([rest, piece]));
    if (rest.length > 0) freeBytes(piece);
    freeBytes(before);
    this.#isLast = isLast;
    this.#wholeEnd = this.bytes.length - (isLast ? 0 : LONGEST_LINE * BYTES_PER_UNIT);
    this.#start = 0;
    this.at = 0;
    if (this.#isSkipping) this.skipLine();
  }

  release(): void {
    freeBytes(this.bytes);
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
