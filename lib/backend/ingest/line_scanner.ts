import type { SourceDevice } from "../../domain/series/sources.ts";
import { copied, knownDevice, rememberDevice } from "./known_devices.ts";
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
  TAB,
} from "./line_characters.ts";
import { plainValue } from "./plain_value.ts";

/** One line, its escapes undone; the timestamp still in the sender's unit. */
export interface ScannedLine {
  readonly device: SourceDevice;
  readonly fields: readonly FieldValue[];
  readonly timestamp: string | null;
}

/** What one field of a line says. */
export interface FieldValue {
  readonly field: string;
  readonly value: number | string;
}

/** Longest line, characters. */
const LONGEST_LINE = 64 * 1_024;
/** Longest name, tag or text a line may hold. */
const LONGEST_TEXT = 1024;
/** Most tags, and most fields, of a line. */
const MOST_PARTS = 256;

/** Walks a body of line protocol once, line by line; the text may come in pieces. */
export class LineScanner {
  #text: string;
  #isLast: boolean;
  /** Whether the rest of a line too long for a piece is being skipped. */
  #isSkipping = false;
  #at = 0;
  #start = 0;
  #startLine = 0;
  #line = 0;

  /** @param isLast whether no other piece follows */
  constructor(text: string, isLast: boolean = true) {
    this.#text = text;
    this.#isLast = isLast;
  }

  /** Adds the next piece of the text, once {@link nextLine} has said that the one before is read. */
  add(text: string, isLast: boolean): void {
    this.#text = this.#text.slice(this.#at) + text;
    this.#isLast = isLast;
    this.#start = 0;
    this.#at = 0;
    if (this.#isSkipping) this.skipLine();
  }

  /** The text of the current line, as far as it was read. */
  get lineText(): string {
    return this.#text.slice(this.#start, this.#at);
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
    const end = this.#text.length - (this.#isLast ? 0 : LONGEST_LINE);
    while (this.#at < end) {
      this.#startLine = ++this.#line;
      this.#start = this.#at;
      this.#skipBlanks();
      const code = this.#code();
      if (code !== HASH && code !== NEWLINE && !Number.isNaN(code)) return true;
      this.skipLine();
    }
    return false;
  }

  /** Goes to the beginning of the line after the one that was begun. */
  skipLine(): void {
    // A text may have run over several lines before its line proved bad.
    this.#line = this.#startLine;
    const end = this.#text.indexOf("\n", this.#start);
    this.#isSkipping = end === -1 && !this.#isLast;
    this.#at = end === -1 ? this.#text.length : end + 1;
  }

  /**
   * Reads the current line whole.
   *
   * @throws SyntaxError saying what is wrong with it
   */
  read(): ScannedLine {
    const device = this.#knownDevice();
    this.#expect(SPACE, "fields");
    this.#skipBlanks();
    const fields = this.#fields();
    this.#skipBlanks();
    const timestamp = this.#timestamp();
    if (this.#code() === RETURN) this.#at++;
    if (this.#code() !== NEWLINE && !Number.isNaN(this.#code())) {
      throw new SyntaxError("unexpected text after the line");
    }
    if (this.#at - this.#start > LONGEST_LINE) throw new SyntaxError("line too long");
    this.#at++;
    return { device, fields, timestamp };
  }

  #knownDevice(): SourceDevice {
    const written = this.#text.slice(this.#at, this.#deviceEnd());
    this.#at += written.length;
    const known = knownDevice(written);
    if (known !== undefined) return known;
    const own = copied(written);
    const device = new LineScanner(own).#device();
    rememberDevice(own, device);
    return device;
  }

  /** Where the first space that is not escaped stands, or where the line ends. */
  #deviceEnd(): number {
    const text = this.#text;
    for (let at = this.#at;; at++) {
      const code = text.charCodeAt(at);
      if (code === SPACE || code === NEWLINE || Number.isNaN(code)) return at;
      if (code === BACKSLASH && isEscaped(text.charCodeAt(at + 1))) at++;
    }
  }

  #device(): SourceDevice {
    const measurement = this.#name("measurement", false);
    const tags: (readonly [string, string])[] = [];
    while (this.#code() === COMMA) {
      if (tags.length === MOST_PARTS) throw new SyntaxError("too many tags");
      this.#at++;
      const key = this.#name("tag key", true);
      this.#expect(EQUALS, "tag value");
      tags.push([key, this.#name("tag value", false)]);
    }
    return { measurement, tags };
  }

  #fields(): FieldValue[] {
    const fields: FieldValue[] = [];
    do {
      if (fields.length === MOST_PARTS) throw new SyntaxError("too many fields");
      const field = this.#name("field key", true);
      this.#expect(EQUALS, "field value");
      fields.push({ field, value: this.#code() === QUOTE ? this.#string() : this.#plainValue() });
    } while (this.#code() === COMMA && this.#at++ >= 0);
    return fields;
  }

  /** A name up to a comma, a space, the end, or for a key an equals sign; `\,` `\=` and `\ ` undone. */
  #name(what: string, isKey: boolean): string {
    const text = this.#text;
    const start = this.#at;
    let hasEscape = false;
    let at = start;
    for (;; at++) {
      const code = text.charCodeAt(at);
      if (code === COMMA || code === SPACE || code === NEWLINE || Number.isNaN(code)) break;
      if (code === EQUALS && isKey) break;
      if (code === BACKSLASH && isEscaped(text.charCodeAt(at + 1))) {
        hasEscape = true;
        at++;
      }
    }
    this.#at = at;
    const name = text.slice(start, at);
    if (name === "" || name === "\r") throw new SyntaxError(`missing ${what}`);
    if (name.length > LONGEST_TEXT) throw new SyntaxError(`${what} too long`);
    return hasEscape ? name.replaceAll(/\\([,= ])/g, "$1") : name;
  }

  #string(): string {
    const text = this.#text;
    const start = ++this.#at;
    for (;; this.#at++) {
      const char = text[this.#at];
      if (char === undefined || this.#at - start > 2 * LONGEST_TEXT) {
        throw new SyntaxError("unbalanced quotes");
      }
      if (char === "\\") this.#at++;
      else if (char === '"') break;
    }
    const string = text.slice(start, this.#at++);
    this.#line += newlinesOf(string);
    if (string.length > LONGEST_TEXT) throw new SyntaxError("field value too long");
    return string.includes("\\") ? string.replaceAll(/\\(["\\])/g, "$1") : string;
  }

  #plainValue(): number | string {
    const start = this.#at;
    while (!this.#endsValue() && this.#code() !== COMMA) this.#at++;
    const written = this.#text.slice(start, this.#at);
    const value = plainValue(written);
    if (value === undefined) throw new SyntaxError(`invalid field value "${written.slice(0, 40)}"`);
    return value;
  }

  #timestamp(): string | null {
    const start = this.#at;
    while (!this.#endsValue()) this.#at++;
    const written = this.#text.slice(start, this.#at);
    this.#skipBlanks();
    if (written === "") return null;
    if (!TIMESTAMP.test(written)) {
      throw new SyntaxError(`invalid timestamp "${written.slice(0, 40)}"`);
    }
    return written;
  }

  #expect(code: number, what: string): void {
    if (this.#code() !== code) throw new SyntaxError(`missing ${what}`);
    this.#at++;
  }

  #skipBlanks(): void {
    while (this.#code() === SPACE || this.#code() === TAB) this.#at++;
    if (this.#code() === RETURN && this.#text.charCodeAt(this.#at + 1) === NEWLINE) this.#at++;
  }

  /** Whether a value or a time ends here: at a space, or with the line. */
  #endsValue(): boolean {
    const code = this.#code();
    return code === SPACE || code === NEWLINE || code === RETURN || Number.isNaN(code);
  }

  /** The character here, as its code: NaN at the end. */
  #code(): number {
    return this.#text.charCodeAt(this.#at);
  }
}

const TIMESTAMP = /^-?\d{1,20}$/;
