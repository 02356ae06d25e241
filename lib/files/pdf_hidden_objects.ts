/** Finds objects and trailers of a PDF that stand where its reading passed over them. @module */

/** Where the words end that begin the objects and the trailers of a file. */
export interface ReadWords {
  readonly objects: ReadonlySet<number>;
  readonly trailers: ReadonlySet<number>;
}

/**
 * Whether a PDF contains an object or a trailer that was not read as such: it is in a comment, a string or a stream,
 * where the table of references of the file may lead a reader.
 *
 * @spec deposits.pdf, decision 135
 */
export function hasHidden(bytes: Uint8Array, { objects, trailers }: ReadWords): boolean {
  for (const end of endsOf(OBJ, bytes)) {
    if (!objects.has(end) && isNumbered(bytes, end - OBJ.length)) return true;
  }
  for (const end of endsOf(TRAILER, bytes)) {
    if (!trailers.has(end) && opensDictionary(bytes, end)) return true;
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

/** Where a word ends, wherever it is. */
function* endsOf(word: readonly number[], bytes: Uint8Array): Generator<number> {
  const [first = 0] = word;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (word.every((code, rank) => bytes[at + rank] === code)) yield at + word.length;
  }
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
