/**
 * Finds what a PDF would run, open or carry beside its pages, and objects and trailers that stand where its
 * reading passed over them.
 *
 * @module
 */

import { PDFDict, PDFName, type PDFObject, PDFRef } from "@cantoo/pdf-lib";

/** Names that run code, open other programs or files, or attach files, wherever they stand: no other use has them. */
const ANYWHERE = namesOf(
  "EmbeddedFDFs",
  "EmbeddedFile",
  "EmbeddedFiles",
  "FileAttachment",
  "GoToE",
  "GoToR",
  "ImportData",
  "JS",
  "JavaScript",
  "Launch",
  "Rendition",
  "RichMedia",
  "RichMediaExecute",
  "SubmitForm",
  "XFA",
);
/** Entries that attach files, or that run actions by themselves. */
const ENTRIES = namesOf("AA", "AF", "EF");
/** Kinds of actions and annotations that play other content; these words have other uses elsewhere. */
const KINDS = namesOf("3D", "GoTo3DView", "Movie", "Screen", "Sound");
/** Entries that name a kind. `Type` is optional, and therefore never needed. */
const KIND_ENTRIES = namesOf("S", "Subtype");
/** Actions that are accepted when a user asks for them, and not when the file is opened. */
const ON_DEMAND = namesOf("Hide", "Named", "ResetForm", "SetOCGState", "Thread", "Trans", "URI");
const [GO_TO, OPEN_ACTION] = [PDFName.of("GoTo"), PDFName.of("OpenAction")];

/**
 * Whether a file runs code, opens other programs or files, or carries other files: by what its objects do, not by their
 * optional names, in all of them, since a table of references may lead to any.
 *
 * @spec deposits.pdf
 */
export class ActiveContent {
  #isFound = false;
  /** The objects that are opened with the file. */
  readonly #opened: PDFRef[] = [];
  /** The objects that are more than a place of the file. */
  readonly #notPlaces = new Set<PDFRef>();

  get isFound(): boolean {
    return this.#isFound || this.#opened.some((ref) => this.#notPlaces.has(ref));
  }

  noteName(name: PDFName): void {
    this.#isFound ||= ANYWHERE.has(name);
  }

  noteEntry(key: PDFName, value: PDFObject): void {
    if (ENTRIES.has(key) || KIND_ENTRIES.has(key) && KINDS.has(value)) this.#isFound = true;
    if (key !== OPEN_ACTION) return;
    if (value instanceof PDFRef) this.#opened.push(value);
    else if (value instanceof PDFDict) this.#isFound ||= (kindOf(value) ?? GO_TO) !== GO_TO;
  }

  noteObject(ref: PDFRef, object: PDFObject): void {
    // The kind of an action or an annotation may be an object of its own.
    this.#isFound ||= KINDS.has(object);
    const kind = object instanceof PDFDict ? kindOf(object) : object;
    if (kind instanceof PDFRef || kind !== undefined && ON_DEMAND.has(kind)) {
      this.#notPlaces.add(ref);
    }
  }
}

/** The library keeps each name once. */
function namesOf(...names: readonly string[]): ReadonlySet<PDFObject> {
  return new Set(names.map((name) => PDFName.of(name)));
}

function kindOf(dictionary: PDFDict): PDFObject | undefined {
  return dictionary.get(PDFName.of("S"));
}

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
