/** Finds what a PDF would run, open or carry beside its pages. @module */

import { PdfDictionary, PdfReference, type PdfStream, type PdfValue } from "./pdf_values.ts";

/** Names that run code, open other programs or files, or attach files, wherever they stand: no other use has them. */
const ANYWHERE: ReadonlySet<string> = new Set([
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
]);
/** Entries that attach files, or that run actions by themselves. */
const ENTRIES: ReadonlySet<string> = new Set(["AA", "AF", "EF"]);
/** Kinds of actions and annotations that play other content; these words have other uses elsewhere. */
const KINDS: ReadonlySet<string> = new Set(["3D", "GoTo3DView", "Movie", "Screen", "Sound"]);
/** Entries that name a kind. `Type` is optional, and therefore never needed. */
const KIND_ENTRIES: ReadonlySet<string> = new Set(["S", "Subtype"]);
/** Actions that are accepted when a user asks for them, and not when the file is opened. */
const ON_DEMAND: ReadonlySet<string> = new Set([
  "Hide",
  "Named",
  "ResetForm",
  "SetOCGState",
  "Thread",
  "Trans",
  "URI",
]);

/**
 * Whether a file runs code, opens other programs or files, or carries other files: by what its objects do, not by their
 * optional names, in all of them, since a table of references may lead to any.
 *
 * @spec deposits.pdf
 */
export class ActiveContent {
  #isFound = false;
  /** The objects that are opened with the file. */
  readonly #opened: number[] = [];
  /** The objects that are more than a place of the file. */
  readonly #notPlaces = new Set<number>();

  get isFound(): boolean {
    return this.#isFound || this.#opened.some((key) => this.#notPlaces.has(key));
  }

  noteName(name: string): void {
    this.#isFound ||= ANYWHERE.has(name);
  }

  noteEntry(key: string, value: PdfValue): void {
    if (ENTRIES.has(key) || KIND_ENTRIES.has(key) && isKind(value)) this.#isFound = true;
    if (key !== "OpenAction") return;
    if (value instanceof PdfReference) this.#opened.push(value.key);
    else if (value instanceof PdfDictionary) this.#isFound ||= (value.get("S") ?? GO_TO) !== GO_TO;
  }

  noteObject({ key }: PdfReference, object: PdfValue | PdfStream): void {
    // The kind of an action or an annotation may be an object of its own.
    this.#isFound ||= isKind(object);
    const kind = object instanceof PdfDictionary ? object.get("S") : object;
    const isOnDemand = typeof kind === "string" && ON_DEMAND.has(kind);
    if (isOnDemand || kind instanceof PdfReference) this.#notPlaces.add(key);
  }
}

const GO_TO = "GoTo";

function isKind(value: PdfValue | PdfStream): boolean {
  return typeof value === "string" && KINDS.has(value);
}
