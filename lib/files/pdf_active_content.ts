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

const BLANK = String.raw`[\0\t\n\f\r ]`;
const COMMENT = String.raw`%[^\r\n]*[\r\n]`;
/** What may stand between two words: blanks and comments. */
const GAP = `${BLANK}*(?:${COMMENT}${BLANK}*)*`;
/** The word that begins an object, after its number and its generation; looked back from, since V8 finds a word fast. */
const OBJ = new RegExp(String.raw`obj(?<=\d(?:${BLANK}|${COMMENT})${GAP}\d+${GAP}obj)`, "g");
/** The word that begins a trailer, before its dictionary. */
const TRAILER = new RegExp(`trailer(?=${GAP}<<)`, "g");

/**
 * Whether a PDF contains an object or a trailer that was not read as such: it is in a comment, a string or a stream,
 * where the table of references of the file may lead a reader.
 *
 * @param text of the file, each byte as one character
 * @spec deposits.pdf, decision 135
 */
export function hasHidden(text: string, { objects, trailers }: ReadWords): boolean {
  return isUnread(text, OBJ, objects) || isUnread(text, TRAILER, trailers);
}

function isUnread(text: string, words: RegExp, read: ReadonlySet<number>): boolean {
  return text.matchAll(words).some(({ 0: word, index }) => !read.has(index + word.length));
}
