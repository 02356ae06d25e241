/** Finds objects and trailers of a PDF that stand where its reading passed over them. @module */

import { yieldToEventLoop } from "@/lib/base/event_loop.ts";

/** Where the words end that begin the objects and the trailers of a file, ascending. */
export interface ReadWords {
  readonly objects: readonly number[];
  readonly trailers: readonly number[];
}

/** Bytes that are searched at once: should each be the first letter of a word, 10 ms. */
const PIECE_BYTES = 256 * 1_024;

/**
 * Whether a PDF contains an object or a trailer that was not read as such: it is in a comment, a string or a stream,
 * where the table of references of the file may lead a reader.
 *
 * @spec deposits.pdf, decision 135
 */
export async function hasHidden(
  bytes: Uint8Array,
  { objects, trailers }: ReadWords,
): Promise<boolean> {
  for await (const end of unread(bytes, { word: OBJ, read: objects })) {
    if (isNumbered(bytes, end - OBJ.length)) return true;
  }
  for await (const end of unread(bytes, { word: TRAILER, read: trailers })) {
    if (opensDictionary(bytes, end)) return true;
  }
  return false;
}

const codesOf = (text: string) => Array.from(text, (one) => one.charCodeAt(0));

const OBJ = codesOf("obj");
const TRAILER = codesOf("trailer");
const BLANKS: ReadonlySet<number | undefined> = new Set(codesOf("\0\t\n\f\r "));
const LINE_ENDS: ReadonlySet<number | undefined> = new Set(codesOf("\r\n"));
const DIGITS: ReadonlySet<number> = new Set(codesOf("0123456789"));
const [PERCENT, LESS] = codesOf("%<");

interface WordSearch {
  readonly word: readonly number[];
  /** Where it was read, which is left out; ascending. */
  readonly read: readonly number[];
}

/** The ends of a word, wherever it was not read. */
async function* unread(
  bytes: Uint8Array,
  { word, read }: WordSearch,
): AsyncGenerator<number> {
  let rank = 0;
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    await yieldToEventLoop();
    for (const end of ends(bytes, word, { from, to: from + PIECE_BYTES })) {
      while (rank < read.length && (read[rank] ?? 0) < end) rank++;
      if (read[rank] !== end) yield end;
    }
  }
}

/** The ends of a word that begins in a part of the file. */
function ends(
  bytes: Uint8Array,
  word: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): number[] {
  const [first = 0] = word;
  const piece = bytes.subarray(from, to);
  const found: number[] = [];
  for (let at = piece.indexOf(first); at >= 0; at = piece.indexOf(first, at + 1)) {
    const start = from + at;
    if (word.every((code, rank) => bytes[start + rank] === code)) found.push(start + word.length);
  }
  return found;
}

/** Whether two numbers precede, with blanks or comments between them. */
function isNumbered(bytes: Uint8Array, to: number): boolean {
  const generation = digitsBefore(bytes, to);
  if (generation === null) return false;
  const number = digitsBefore(bytes, generation.from);
  return number !== null && (number.isCommented || number.to < generation.from);
}

function opensDictionary(bytes: Uint8Array, from: number): boolean {
  let at = afterBlanks(bytes, from);
  while (bytes[at] === PERCENT) {
    while (at < bytes.length && !LINE_ENDS.has(bytes[at])) at++;
    at = afterBlanks(bytes, at);
  }
  return bytes[at] === LESS && bytes[at + 1] === LESS;
}

interface Digits {
  readonly from: number;
  readonly to: number;
  /** Whether a `%` follows on their line: a reader that starts at them takes the rest of it for a comment. */
  readonly isCommented: boolean;
}

/** The digits before blanks and comments; null without any. */
function digitsBefore(bytes: Uint8Array, end: number): Digits | null {
  let at = end;
  for (;;) {
    const to = beforeBlanks(bytes, at);
    if (isDigit(bytes[to - 1])) return { from: beforeDigits(bytes, to), to, isCommented: false };
    if (!bytes.subarray(to, at).some((byte) => LINE_ENDS.has(byte))) return null;
    const line = lineStart(bytes, to);
    const commented = commentedDigits(bytes, line, to);
    if (commented !== null) return commented;
    if (line === 0 || bytes[afterBlanks(bytes, line)] !== PERCENT) return null;
    at = line;
  }
}

/** The first digits of a line that a `%` follows. */
function commentedDigits(bytes: Uint8Array, line: number, end: number): Digits | null {
  for (let at = line; at < end; at++) {
    if (bytes[at] !== PERCENT) continue;
    const to = beforeBlanks(bytes, at);
    if (to > line && isDigit(bytes[to - 1])) {
      return { from: beforeDigits(bytes, to), to, isCommented: true };
    }
  }
  return null;
}

function lineStart(bytes: Uint8Array, to: number): number {
  let at = to;
  while (at > 0 && !LINE_ENDS.has(bytes[at - 1])) at--;
  return at;
}

function beforeBlanks(bytes: Uint8Array, to: number): number {
  let at = to;
  while (at > 0 && BLANKS.has(bytes[at - 1])) at--;
  return at;
}

function afterBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (BLANKS.has(bytes[at])) at++;
  return at;
}

function beforeDigits(bytes: Uint8Array, to: number): number {
  let at = to;
  while (isDigit(bytes[at - 1])) at--;
  return at;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && DIGITS.has(byte);
}
