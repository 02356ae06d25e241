/** Reads the bytes of a PDF one word, number, name or text at a time. @module */

import { broken } from "./pdf_values.ts";

/** Kinds of bytes (ISO 32000-1 §7.2). */
const [BLANK, DELIMITER, DIGIT, SIGN] = [1, 2, 4, 8];
const KINDS = kindsOfBytes({
  [BLANK]: "\0\t\n\f\r ",
  [DELIMITER]: "()<>[]{}/%",
  [DIGIT]: "0123456789",
  [SIGN]: "+-.",
});

const codeOf = (character: string) => character.charCodeAt(0);
const [LINE_FEED, CARRIAGE_RETURN, PERCENT, PERIOD] = ["\n", "\r", "%", "."].map(codeOf);
const [OPENING, CLOSING, BACKSLASH, GREATER] = ["(", ")", "\\", ">"].map(codeOf);
/** First letter of `stream`. */
const S = codeOf("s");
/** Longest number and name that are compared with others. */
const [LONGEST_NUMBER, LONGEST_NAME] = [400, 200];

/** A place in a PDF, and the lexical rules by which it is read onwards (ISO 32000-1 §7.2 and 7.3). */
export class PdfCursor {
  at = 0;

  constructor(readonly bytes: Uint8Array<ArrayBuffer>) {}

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  /** Whether a character stands here, or some bytes further. */
  sees(character: string, ahead = 0): boolean {
    return this.bytes[this.at + ahead] === character.charCodeAt(0);
  }

  get seesDigit(): boolean {
    return this.#is(DIGIT);
  }

  get seesNumber(): boolean {
    return this.#is(DIGIT | SIGN);
  }

  /** Skips blanks and comments. */
  skipBlanks(): void {
    for (;;) {
      this.skipWhitespace();
      if (this.bytes[this.at] !== PERCENT) return;
      this.#skipLine();
    }
  }

  skipWhitespace(): void {
    while (this.#is(BLANK)) this.at++;
  }

  #skipLine(): void {
    const { bytes } = this;
    let { at } = this;
    while (at < bytes.length && bytes[at] !== LINE_FEED && bytes[at] !== CARRIAGE_RETURN) at++;
    this.at = at;
  }

  /** Reads a word if it stands here. */
  takes(word: string): boolean {
    if (!this.#has(word, this.at)) return false;
    this.at += word.length;
    return true;
  }

  /** @throws Unreadable when the word is not here */
  expect(word: string): void {
    if (!this.takes(word)) throw broken();
  }

  /** An integer without a sign. @throws Unreadable */
  integer(): number {
    const from = this.at;
    this.skipDigits();
    return this.#numberSince(from);
  }

  skipDigits(): void {
    while (this.#is(DIGIT)) this.at++;
  }

  /** @throws Unreadable */
  number(): number {
    const from = this.at;
    while (this.#is(DIGIT | SIGN)) {
      if (this.bytes[this.at++] === PERIOD) break;
    }
    this.skipDigits();
    return this.#numberSince(from);
  }

  #numberSince(from: number): number {
    const { at } = this;
    const number = at > from && at - from < LONGEST_NUMBER ? Number(this.#text(from, at)) : NaN;
    if (!Number.isFinite(number)) throw broken();
    return number;
  }

  /** A name, its codes decoded; "" for one that is too long to be any that matters. @throws Unreadable */
  name(): string {
    this.expect("/");
    const from = this.at;
    while (!this.isAtEnd && !this.#is(BLANK | DELIMITER)) this.at++;
    if (this.at - from > LONGEST_NAME) return "";
    const written = this.#text(from, this.at);
    return written.includes("#") ? decoded(written) : written;
  }

  /** Skips a text in parentheses, which may contain others. @throws Unreadable */
  skipText(): void {
    const { bytes } = this;
    let depth = 0;
    for (let { at } = this; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === BACKSLASH) at++;
      else if (byte === OPENING) depth++;
      else if (byte === CLOSING && --depth === 0) {
        this.at = at + 1;
        return;
      }
    }
    throw broken();
  }

  /** Skips a text in hexadecimal digits. @throws Unreadable */
  skipHexadecimal(): void {
    const end = this.bytes.indexOf(GREATER ?? 0, this.at);
    if (end < 0) throw broken();
    this.at = end + 1;
  }

  /**
   * Skips a stream of unknown length, which may contain others.
   *
   * @returns where its content ends @throws Unreadable
   */
  skipStream(): number {
    let [depth, from] = [1, this.at];
    for (let at = this.#nextS(from); at >= 0; at = this.#nextS(at)) {
      if (!this.#has("stream", at)) {
        at++;
        continue;
      }
      const end = at - "end".length;
      depth += end >= from && this.#has("end", end) ? -1 : 1;
      at += "stream".length;
      if (depth === 0) {
        this.at = at;
        return this.#beforeLineEnd(end, from);
      }
      from = at;
    }
    throw broken();
  }

  /** Where the next `s` is; negative without one. Not indexOf(): a file may consist of them. */
  #nextS(from: number): number {
    const { bytes } = this;
    for (let at = from; at < bytes.length; at++) {
      if (bytes[at] === S) return at;
    }
    return -1;
  }

  #beforeLineEnd(end: number, from: number): number {
    const before = end > from && this.bytes[end - 1] === LINE_FEED ? end - 1 : end;
    return before > from && this.bytes[before - 1] === CARRIAGE_RETURN ? before - 1 : before;
  }

  #has(word: string, at: number): boolean {
    for (let rank = 0; rank < word.length; rank++) {
      if (this.bytes[at + rank] !== word.charCodeAt(rank)) return false;
    }
    return true;
  }

  #is(kinds: number): boolean {
    const byte = this.bytes[this.at];
    return byte !== undefined && ((KINDS[byte] ?? 0) & kinds) !== 0;
  }

  #text(from: number, to: number): string {
    let text = "";
    for (let at = from; at < to; at++) text += String.fromCharCode(this.bytes[at] ?? 0);
    return text;
  }
}

/** Where the head of a file begins: some programs write line ends (CR LF) before it. */
export function headerAt(bytes: Uint8Array): number {
  let at = 0;
  while (bytes[at] === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED) at += 2;
  return at;
}

function decoded(name: string): string {
  return name.replace(
    /#([\da-f]{2})/gi,
    (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function kindsOfBytes(charactersOf: Readonly<Record<number, string>>): Uint8Array {
  const kinds = new Uint8Array(256);
  for (const [kind, characters] of Object.entries(charactersOf)) {
    for (const character of characters) kinds[character.charCodeAt(0)] = Number(kind);
  }
  return kinds;
}
