/** Reads the objects of a PDF: dictionaries, arrays, texts, references and streams. @module */

import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import type { ActiveContent } from "./pdf_active_content.ts";
import type { PdfCursor } from "./pdf_cursor.ts";
import type { LibraryMemory } from "./pdf_library_memory.ts";
import {
  broken,
  PdfArray,
  PdfDictionary,
  PdfReference,
  PdfStream,
  PdfText,
  type PdfValue,
} from "./pdf_values.ts";

/** What the objects of a file contain. */
export interface PdfFindings {
  readonly active: ActiveContent;
  readonly memory: LibraryMemory;
  /** Whether a stream was read that a reader may open as objects, and that is not opened here. */
  isUnread: boolean;
}

/** Arrays and dictionaries in each other. */
const DEEPEST = 1_000;
/** Length of the longest text that is needed, 127 bytes as codes of three digits. */
const LONGEST_TEXT = 512;
const CONSTANTS = ["true", "false", "null"];
/** What may precede the content of a stream; readers accept a single carriage return too. */
const STREAM_STARTS = ["stream \r\n", "stream\r\n", "stream\r", "stream\n", "stream"];

/** An array or a dictionary that is being read. */
interface Opened {
  readonly value: PdfArray | PdfDictionary;
  /** The key that was read, whose value comes next. */
  key: string | null;
}

/** Reads objects one after the other, and yields to the event loop: an object may be as long as its file. */
export class PdfObjectReader {
  readonly #open: Opened[] = [];

  constructor(
    readonly cursor: PdfCursor,
    private readonly findings: PdfFindings,
  ) {}

  /** The object that begins here. @throws Unreadable */
  async object(): Promise<PdfValue | PdfStream> {
    for (;;) {
      await yieldToEventLoop();
      this.cursor.skipBlanks();
      const value = this.#isOver() ? this.#closed() : this.#begun();
      if (value === undefined) continue;
      const outer = this.#open.at(-1);
      if (outer === undefined) return value;
      // A stream is an object of its own: nothing can refer to one within another.
      if (value instanceof PdfStream) throw broken();
      this.#place(outer, value);
    }
  }

  /** The dictionary that begins here. @throws Unreadable */
  async dictionary(): Promise<PdfDictionary> {
    if (!this.cursor.sees("<") || !this.cursor.sees("<", 1)) throw broken();
    const value = await this.object();
    if (!(value instanceof PdfDictionary)) throw broken();
    return value;
  }

  /** Whether the array or dictionary that is being read ends here. */
  #isOver(): boolean {
    const inner = this.#open.at(-1);
    if (inner === undefined || inner.key !== null) return false;
    return this.cursor.sees(inner.value instanceof PdfArray ? "]" : ">");
  }

  #closed(): PdfValue | PdfStream | undefined {
    const inner = this.#open.pop();
    if (inner?.value instanceof PdfArray) {
      this.cursor.expect("]");
      return inner.value;
    }
    this.cursor.expect(">>");
    return inner && this.#streamOf(inner.value);
  }

  /** The value that begins here; undefined for a key, an array or a dictionary. */
  #begun(): PdfValue | undefined {
    const inner = this.#open.at(-1);
    if (inner?.value instanceof PdfDictionary && inner.key === null) {
      inner.key = this.#name();
      return undefined;
    }
    if (this.cursor.takes("<<")) return this.#opened(new PdfDictionary());
    if (this.cursor.takes("[")) return this.#opened(new PdfArray());
    return this.#single();
  }

  #opened(value: Opened["value"]): undefined {
    if (this.#open.length === DEEPEST) throw broken();
    this.findings.memory.add(value instanceof PdfArray ? "array" : "dictionary");
    this.#open.push({ value, key: null });
  }

  #single(): PdfValue {
    const { cursor } = this;
    if (cursor.seesNumber) return this.#numberOrReference();
    if (cursor.sees("/")) return this.#name();
    if (cursor.sees("(") || cursor.sees("<")) return this.#text();
    const constant = CONSTANTS.find((word) => cursor.takes(word));
    if (constant === undefined) throw broken();
    return constant === "false" ? false : null;
  }

  /** A text, when it is short enough to be one that is needed. */
  #text(): PdfText | null {
    const { cursor } = this;
    const { at } = cursor;
    if (cursor.sees("(")) cursor.skipText();
    else cursor.skipHexadecimal();
    this.findings.memory.addText(cursor.at - at);
    return cursor.at - at > LONGEST_TEXT ? null : new PdfText(cursor.bytes.subarray(at, cursor.at));
  }

  #name(): string {
    const from = this.cursor.at;
    const name = this.cursor.name();
    this.findings.active.noteName(name);
    this.findings.memory.addName(name, this.cursor.at - from);
    return name;
  }

  #numberOrReference(): number | PdfReference {
    const { cursor } = this;
    const number = cursor.number();
    cursor.skipBlanks();
    const { at } = cursor;
    if (cursor.seesDigit) {
      const generation = cursor.number();
      cursor.skipBlanks();
      if (cursor.takes("R")) {
        this.findings.memory.add("reference");
        return PdfReference.of({ number, generation });
      }
    }
    cursor.at = at;
    this.findings.memory.add("number");
    return number;
  }

  /** The stream to which a dictionary belongs, or the dictionary. */
  #streamOf(dictionary: PdfDictionary): PdfDictionary | PdfStream {
    const { cursor } = this;
    cursor.skipBlanks();
    if (!STREAM_STARTS.some((word) => cursor.takes(word))) return dictionary;
    this.findings.memory.add("stream");
    const from = cursor.at;
    const content = cursor.bytes.subarray(from, this.#streamEnd(dictionary.get("Length")));
    const type = dictionary.get("Type");
    this.findings.isUnread ||= type instanceof PdfReference ||
      dictionary.has("First") && type !== "ObjStm";
    return new PdfStream(dictionary, content);
  }

  /** Skips a stream. Without `endstream` after it, its declared length is wrong. @returns where its content ends */
  #streamEnd(length: PdfValue | undefined): number {
    const { cursor } = this;
    const from = cursor.at;
    if (typeof length !== "number") return cursor.skipStream();
    cursor.at = from + length;
    if (Number.isInteger(length) && length >= 0) {
      cursor.skipBlanks();
      if (cursor.takes("endstream")) return from + length;
    }
    cursor.at = from;
    return cursor.skipStream();
  }

  /** Puts a value into its array or dictionary. */
  #place(outer: Opened, value: PdfValue): void {
    const { memory } = this.findings;
    if (outer.value instanceof PdfArray) {
      memory.add("element");
      outer.value.add(value);
    } else if (outer.key !== null) {
      memory.add("entry");
      outer.value.set(outer.key, value);
      this.findings.active.noteEntry(outer.key, value);
    }
    outer.key = null;
  }
}
