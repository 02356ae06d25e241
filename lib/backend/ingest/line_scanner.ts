import type { SourceDevice, SourceReading } from "../../domain/series/sources.ts";
import { copied, type KnownDevice, knownDevice, rememberDevice } from "./known_devices.ts";
import {
  BACKSLASH,
  COMMA,
  EQUALS,
  HASH,
  isEscaped,
  NEWLINE,
  newlinesOf,
  QUOTE,
  RETURN,
  SPACE,
} from "./line_characters.ts";
import { timeOf } from "./line_times.ts";
import { LONGEST_TEXT, MOST_PARTS, NameScanner } from "./name_scanner.ts";
import { plainValue } from "./plain_value.ts";
import { shortDecimal } from "./short_numbers.ts";

/** One line, its escapes undone. */
export interface ScannedLine {
  readonly device: SourceDevice;
  readonly fields: readonly FieldValue[];
  /** Whole, without the decimals it was read with; null when the line gives none. */
  readonly time: number | null;
}

/** What one field of a line says. */
export interface FieldValue {
  readonly field: string;
  readonly value: SourceReading["value"];
}

/** Longest line, characters. */
const LONGEST_LINE = 64 * 1_024;

/** Walks a body of line protocol once, line by line; the text may come in pieces. */
export class LineScanner extends NameScanner {
  #isLast: boolean;
  /** Whether the rest of a line too long for a piece is being skipped. */
  #isSkipping = false;
  #start = 0;
  #startLine = 0;
  #line = 0;
  /** The device and the field read last. */
  #known: KnownDevice | null = null;
  #field = "";

  /** @param isLast whether no other piece follows */
  constructor(text: string, isLast: boolean = true) {
    super(text);
    this.#isLast = isLast;
  }

  /** Adds the next piece of the text, once {@link nextLine} has said that the one before is read. */
  add(text: string, isLast: boolean): void {
    this.text = this.text.slice(this.at) + text;
    this.#isLast = isLast;
    this.#start = 0;
    this.at = 0;
    if (this.#isSkipping) this.skipLine();
  }

  /** The text of the current line, as far as it was read. */
  get lineText(): string {
    return this.text.slice(this.#start, this.at);
  }

  /** Number of the current line, from 1. */
  get line(): number {
    return this.#line;
  }

  /**
   * Goes to the next line that is neither empty nor a comment.
   *
   * @returns false at the end, and where the next line may go on in a piece to come
   */
  nextLine(): boolean {
    const end = this.text.length - (this.#isLast ? 0 : LONGEST_LINE);
    while (this.at < end) {
      this.#startLine = ++this.#line;
      this.#start = this.at;
      this.skipBlanks();
      const code = this.code();
      if (code !== HASH && code !== NEWLINE && !Number.isNaN(code)) return true;
      this.skipLine();
    }
    return false;
  }

  /** Goes to the beginning of the line after the one that was begun. */
  skipLine(): void {
    // A text may have run over several lines before its line proved bad.
    this.#line = this.#startLine;
    const end = this.text.indexOf("\n", this.#start);
    this.#isSkipping = end === -1 && !this.#isLast;
    this.at = end === -1 ? this.text.length : end + 1;
  }

  /**
   * Reads the current line whole.
   *
   * @param decimals digits of timestamps to leave out
   * @throws SyntaxError saying what is wrong with it
   */
  read(decimals: number): ScannedLine {
    const device = this.#knownDevice();
    this.expect(SPACE, "fields");
    this.skipBlanks();
    const fields = this.#fields();
    this.skipBlanks();
    const time = this.#time(decimals);
    if (this.code() === RETURN) this.at++;
    if (this.code() !== NEWLINE && !Number.isNaN(this.code())) {
      throw new SyntaxError("unexpected text after the line");
    }
    if (this.at - this.#start > LONGEST_LINE) throw new SyntaxError("line too long");
    this.at++;
    return { device, fields, time };
  }

  #knownDevice(): SourceDevice {
    const expected = this.#known?.next ?? null;
    const known = expected !== null && this.beginsWith(expected.written, SPACE)
      ? expected
      : this.#foundDevice();
    this.at += known.written.length;
    this.#known = known;
    return known.device;
  }

  #foundDevice(): KnownDevice {
    const written = this.text.slice(this.at, this.#deviceEnd());
    const known = knownDevice(written);
    if (known === undefined) return newDevice(copied(written));
    if (this.#known !== null) this.#known.next = known;
    return known;
  }

  /** Where the first space that is not escaped stands, or where the line ends. */
  #deviceEnd(): number {
    const text = this.text;
    for (let at = this.at;; at++) {
      const code = text.charCodeAt(at);
      if (code === SPACE || code === NEWLINE || Number.isNaN(code)) return at;
      if (code === BACKSLASH && isEscaped(text.charCodeAt(at + 1))) at++;
    }
  }

  #fields(): FieldValue[] {
    const fields: FieldValue[] = [];
    do {
      if (fields.length === MOST_PARTS) throw new SyntaxError("too many fields");
      const field = this.#fieldKey();
      this.expect(EQUALS, "field value");
      fields.push({ field, value: this.code() === QUOTE ? this.#string() : this.#plainValue() });
    } while (this.code() === COMMA && this.at++ >= 0);
    return fields;
  }

  #fieldKey(): string {
    if (this.#field !== "" && this.beginsWith(this.#field, EQUALS)) {
      this.at += this.#field.length;
      return this.#field;
    }
    const start = this.at;
    const field = this.name("field key", true);
    // Escapes were undone in it otherwise.
    this.#field = field.length === this.at - start ? field : "";
    return field;
  }

  #string(): string {
    const text = this.text;
    const start = ++this.at;
    for (;; this.at++) {
      const char = text[this.at];
      if (char === undefined || this.at - start > 2 * LONGEST_TEXT) {
        throw new SyntaxError("unbalanced quotes");
      }
      if (char === "\\") this.at++;
      else if (char === '"') break;
    }
    const string = text.slice(start, this.at++);
    this.#line += newlinesOf(string);
    if (string.length > LONGEST_TEXT) throw new SyntaxError("field value too long");
    return string.includes("\\") ? string.replaceAll(/\\(["\\])/g, "$1") : string;
  }

  #plainValue(): number | boolean {
    const start = this.at;
    while (!this.#endsValue() && this.code() !== COMMA) this.at++;
    const short = shortDecimal(this.text, start, this.at);
    if (!Number.isNaN(short)) return short;
    const written = this.text.slice(start, this.at);
    const value = plainValue(written);
    if (value === undefined) throw new SyntaxError(`invalid field value "${written.slice(0, 40)}"`);
    return value;
  }

  #time(decimals: number): number | null {
    const start = this.at;
    while (!this.#endsValue()) this.at++;
    const end = this.at;
    this.skipBlanks();
    if (end === start) return null;
    const time = timeOf(this.text, { start, end, decimals });
    if (time !== undefined) return time;
    throw new SyntaxError(
      `invalid timestamp "${this.text.slice(start, Math.min(end, start + 40))}"`,
    );
  }

  /** Whether a value or a time ends here: at a space, or with the line. */
  #endsValue(): boolean {
    const code = this.code();
    return code === SPACE || code === NEWLINE || code === RETURN || Number.isNaN(code);
  }
}

/** A device from the beginning of its lines. @throws SyntaxError when it is none */
function newDevice(written: string): KnownDevice {
  return rememberDevice(written, new NameScanner(written).device());
}
