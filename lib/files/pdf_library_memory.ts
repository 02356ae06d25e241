/** Adds up the memory that the PDF library would take for a file. @module */

import { tooComplex } from "./pdf_values.ts";

/** Memory that the library may take for a file, bytes; the bound of its Worker (decision 135). */
const MOST_BYTES = 96 * 1_024 * 1_024;

/** What the library keeps of one thing of each kind, bytes, measured in Deno 2.9.6 and rounded up. */
const KEPT = {
  /** The place of a value in an array. */
  element: 24,
  /** The place of a value in a dictionary. */
  entry: 48,
  number: 64,
  /** Each number of a reference is kept once; which ones were read before is not known here. */
  reference: 100,
  text: 48,
  /** A character of a name, or of a text beyond its first ones: each is joined to those before it. */
  character: 32,
  name: 100,
  array: 80,
  dictionary: 200,
  stream: 300,
  object: 200,
  page: 300,
  /** A row of a table of references. */
  row: 300,
} as const;
/** Characters of a text that are copied, not joined. */
const SHORT_TEXT = 12;

/**
 * Adds up the memory that the library would take for a file: a file that exceeds it is refused before it is opened,
 * with any options of V8, and without the time to exhaust a Worker.
 *
 * @spec deposits.memory
 */
export class LibraryMemory {
  #bytes = 0;
  readonly #names = new Set<string>();

  /** @throws Unreadable when it is too much */
  add(kind: keyof typeof KEPT, count = 1): void {
    this.#bytes += KEPT[kind] * count;
    if (this.#bytes > MOST_BYTES) throw tooComplex();
  }

  /** @throws Unreadable */
  addText(length: number): void {
    this.add("text");
    this.add("character", Math.max(0, length - SHORT_TEXT));
  }

  /** Adds a name, which the library keeps once. @throws Unreadable */
  addName(name: string, length: number): void {
    if (name !== "" && this.#names.has(name)) return;
    this.#names.add(name);
    this.add("name");
    this.add("character", length);
  }
}
