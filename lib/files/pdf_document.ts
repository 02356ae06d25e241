/** Reads a whole PDF: objects, tables of references, trailers and what encrypts it. @module */

import { release } from "@/lib/base/bytes.ts";
import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import { ActiveContent } from "./pdf_active_content.ts";
import { headerAt, PdfCursor } from "./pdf_cursor.ts";
import { hasHidden, type ReadWords } from "./pdf_hidden_objects.ts";
import { LibraryMemory } from "./pdf_library_memory.ts";
import { type PdfFindings, PdfObjectReader } from "./pdf_object_reader.ts";
import { PageTree } from "./pdf_page_tree.ts";
import { isPredicted, Unpacking } from "./pdf_streams.ts";
import {
  broken,
  type ContentFault,
  isNatural,
  PdfArray,
  PdfDictionary,
  PdfReference,
  PdfStream,
  PdfText,
  type PdfValue,
  tooComplex,
  Unreadable,
} from "./pdf_values.ts";

/** A stream of objects, which is encrypted with a key of its own. */
export interface EncryptedStream {
  readonly object: PdfReference;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** What the encryption of a file depends on. */
class EncryptionSurvey {
  readonly streams: EncryptedStream[] = [];
  readonly #trailers: PdfDictionary[] = [];
  readonly #handlers: { readonly key: number; readonly handler: PdfDictionary }[] = [];

  /** Notes an object if it is needed to decrypt the file. @returns whether it is an object stream */
  takes(object: PdfReference, value: PdfValue | PdfStream): boolean {
    if (value instanceof PdfDictionary && value.get("Filter") === "Standard") {
      this.#handlers.push({ key: object.key, handler: value });
    }
    if (!(value instanceof PdfStream) || value.dictionary.get("Type") !== "ObjStm") return false;
    this.streams.push({ object, content: value.content });
    return true;
  }

  /** Notes a trailer that a reader may start from: the second one of a file made for the web leads to no catalogue. */
  noteTrailer(trailer: PdfDictionary): void {
    if (trailer.has("Root") || trailer.has("Encrypt")) this.#trailers.push(trailer);
  }

  get isEncrypted(): boolean {
    return this.#trailers.some((trailer) => trailer.has("Encrypt"));
  }

  /** How the file is encrypted; null when its trailers differ, or when readers may find another one. */
  get handler(): PdfDictionary | null {
    const [first, ...others] = this.#trailers.map((trailer) => trailer.get("Encrypt"));
    if (first instanceof PdfDictionary) return others.length === 0 ? first : null;
    if (!(first instanceof PdfReference)) return null;
    const isShared = others.every((one) => one instanceof PdfReference && one.key === first.key);
    const [found, ...replaced] = this.#handlers.filter(({ key }) => key === first.key);
    return isShared && replaced.length === 0 ? found?.handler ?? null : null;
  }

  /** The first part of the identifier of the file; null when its trailers differ. */
  get id(): PdfText | null {
    const ids = this.#trailers.map((trailer) => firstOf(trailer.get("ID")));
    const [first = null] = ids;
    return ids.every((id) => String(id?.written) === String(first?.written)) ? first : null;
  }
}

function firstOf(value: PdfValue | undefined): PdfText | null {
  const [first] = value instanceof PdfArray ? value.elements ?? [] : [];
  return first instanceof PdfText ? first : null;
}

/** Fields of a row: its kind and two numbers, of eight bytes at most. */
const [FIELDS, FIELD_BYTES] = [3, 8];

/** @param bytes length of the file @throws Unreadable when it declares more objects than it can contain */
function checkSize(trailer: PdfDictionary, bytes: number): void {
  const size = trailer.get("Size");
  if (typeof size === "number" && size > bytes) throw broken();
}

/**
 * Rows of a table of references. It may declare any number of them, for which a reader would allocate memory.
 *
 * @param bytes length of the table @throws Unreadable for more rows than it has; some programs count one too many
 * @spec deposits.memory
 */
function rowCount(dictionary: PdfDictionary, bytes: number): number {
  const [size, index] = [dictionary.get("Size"), dictionary.get("Index")];
  const declared = index instanceof PdfArray ? index.pairedCount : size;
  const rowBytes = rowLength(dictionary.get("W"));
  if (!isNatural(size) || !isNatural(declared) || index instanceof PdfReference) throw broken();
  if (declared > 1 && (rowBytes === 0 || (declared - 1) * rowBytes > bytes)) throw broken();
  return declared;
}

/** The length of a row, bytes. @throws Unreadable */
function rowLength(widths: PdfValue | undefined): number {
  const fields = widths instanceof PdfArray ? widths.elements ?? [] : [];
  if (fields.length !== FIELDS) throw broken();
  return fields.reduce((sum: number, width) => {
    if (!isNatural(width) || width > FIELD_BYTES) throw broken();
    return sum + width;
  }, 0);
}

/** Objects and trailers of a file of 24 MiB. */
const MOST_OBJECTS = 500_000;
/** Bytes of object streams that are read, of which a stream may give the same ones for several objects. */
const MOST_PACKED_BYTES = 64 * 1_024 * 1_024;

/** A file that was encrypted, as it is stored. */
interface Encrypted {
  readonly stored: Uint8Array<ArrayBuffer>;
}

interface ReadingOptions {
  readonly encrypted?: Encrypted | null;
  /** Notes the objects that are needed to decrypt the file, whose object streams are not read then. */
  readonly survey?: EncryptionSurvey;
}

/** Reads a PDF from its beginning to its end, without keeping what it contains. */
class Reading {
  readonly #active = new ActiveContent();
  readonly #memory = new LibraryMemory();
  readonly #pages = new PageTree(this.#memory);
  readonly #findings: PdfFindings = {
    active: this.#active,
    memory: this.#memory,
    isUnread: false,
  };
  readonly #unpacking = new Unpacking();
  readonly #read: Record<keyof ReadWords, number[]> = { objects: [], trailers: [] };
  readonly #cursor: PdfCursor;
  readonly #objects: PdfObjectReader;
  #root: PdfValue | undefined;
  #isEncrypted = false;
  #packedBytes = 0;

  constructor(
    private readonly bytes: Uint8Array<ArrayBuffer>,
    private readonly options: ReadingOptions,
  ) {
    this.#cursor = new PdfCursor(bytes);
    this.#objects = new PdfObjectReader(this.#cursor, this.#findings);
  }

  /** Why the file is refused, once it is read. @throws Unreadable */
  async fault(): Promise<ContentFault | null> {
    const { encrypted } = this.options;
    if (this.#isEncrypted && !encrypted) return "encrypted";
    if (!this.#pages.hasPages(this.#root)) return "broken";
    if (this.#active.isFound) return "active-content";
    const isUnread = this.#findings.isUnread ||
      await hasHidden(encrypted?.stored ?? this.bytes, this.#read);
    return isUnread ? "broken" : null;
  }

  /** Reads the file: objects, tables of references, trailers, and again for each later change of the file. */
  async all(): Promise<void> {
    const cursor = this.#cursor;
    this.#skipHeader();
    while (!cursor.isAtEnd) {
      const { at } = cursor;
      await this.#readObjects();
      this.#skipTable();
      await this.#readTrailer();
      this.#skipStart();
      await this.#skipOther();
      if (cursor.at === at) throw broken();
    }
  }

  #skipHeader(): void {
    const cursor = this.#cursor;
    cursor.at = headerAt(this.bytes);
    cursor.expect("%PDF-");
    cursor.integer();
    cursor.expect(".");
    cursor.integer();
  }

  async #readObjects(): Promise<void> {
    const cursor = this.#cursor;
    cursor.skipBlanks();
    while (cursor.seesDigit) {
      const numbers = this.#objectHeader();
      if (numbers === null) throw broken();
      this.#note("objects");
      await this.#take(PdfReference.of(numbers), await this.#objects.object());
      cursor.skipBlanks();
      cursor.takes("endobj");
      await this.#skipOther();
    }
  }

  /** Reads `N N obj`; null for anything else. */
  #objectHeader() {
    const cursor = this.#cursor;
    const number = this.#headerNumber();
    const generation = number === null ? null : this.#headerNumber();
    if (number === null || generation === null || !cursor.takes("obj")) return null;
    return { number, generation };
  }

  #headerNumber(): number | null {
    const cursor = this.#cursor;
    if (!cursor.seesDigit) return null;
    const number = cursor.integer();
    cursor.skipBlanks();
    return number;
  }

  /** Notes where a word ends that begins an object or a trailer. */
  #note(kind: keyof ReadWords): void {
    const ends = this.#read[kind];
    if (ends.length === MOST_OBJECTS) throw tooComplex();
    ends.push(this.#cursor.at);
  }

  async #take(at: PdfReference, object: PdfValue | PdfStream): Promise<void> {
    this.#pages.keep(at, object instanceof PdfStream ? null : object);
    this.#active.noteObject(at, object);
    this.#memory.add("object");
    if (this.options.survey?.takes(at, object)) return;
    if (!(object instanceof PdfStream)) return;
    const type = object.dictionary.get("Type");
    if (type === "ObjStm") await this.#readPacked(object);
    if (type === "XRef") await this.#readPackedTable(object);
  }

  /** Reads the objects of a stream. */
  async #readPacked(stream: PdfStream): Promise<void> {
    const [first, count] = [stream.dictionary.get("First"), stream.dictionary.get("N")];
    if (typeof first !== "number" || typeof count !== "number") throw broken();
    if (isPredicted(stream.dictionary)) throw broken();
    const content = await this.#unpacking.content(stream);
    try {
      await this.#readPackedObjects(content, { first, count });
    } finally {
      if (content.buffer !== this.bytes.buffer) release(content);
    }
  }

  /** Reads the table of an object stream, and each object where the table says that it begins. */
  async #readPackedObjects(
    content: Uint8Array<ArrayBuffer>,
    { first, count }: { readonly first: number; readonly count: number },
  ): Promise<void> {
    const table = new PdfCursor(content);
    const cursor = new PdfCursor(content);
    const objects = new PdfObjectReader(cursor, this.#findings);
    for (let rank = 0; rank < count; rank++) {
      table.skipBlanks();
      const number = table.integer();
      table.skipBlanks();
      const from = first + table.integer();
      cursor.at = from;
      const object = await objects.object();
      if (object instanceof PdfStream) throw broken();
      await this.#take(PdfReference.of({ number, generation: 0 }), object);
      this.#packedBytes += cursor.at - from;
      if (this.#packedBytes > MOST_PACKED_BYTES) throw tooComplex();
    }
  }

  /** Reads what a table of references says of the file; readers find objects by it, and all of them are read here. */
  async #readPackedTable(stream: PdfStream): Promise<void> {
    const { dictionary } = stream;
    checkSize(dictionary, this.bytes.length);
    this.#memory.add("row", rowCount(dictionary, await this.#unpacking.check(stream)));
    this.#root = dictionary.get("Root");
    this.#noteTrailer(dictionary);
  }

  #noteTrailer(trailer: PdfDictionary): void {
    this.options.survey?.noteTrailer(trailer);
    this.#isEncrypted ||= trailer.has("Encrypt");
  }

  #skipTable(): void {
    const cursor = this.#cursor;
    cursor.skipBlanks();
    if (!cursor.takes("xref")) return;
    cursor.skipBlanks();
    while (cursor.seesDigit) {
      for (let rank = 0; rank < 2; rank++) {
        cursor.integer();
        cursor.skipBlanks();
      }
      this.#memory.add("row");
      if (cursor.takes("n") || cursor.takes("f")) cursor.skipBlanks();
    }
  }

  async #readTrailer(): Promise<void> {
    const cursor = this.#cursor;
    cursor.skipBlanks();
    if (!cursor.takes("trailer")) return;
    this.#note("trailers");
    cursor.skipBlanks();
    const trailer: PdfDictionary = await this.#objects.dictionary();
    checkSize(trailer, this.bytes.length);
    this.#root = trailer.get("Root") ?? this.#root;
    this.#noteTrailer(trailer);
  }

  #skipStart(): void {
    const cursor = this.#cursor;
    cursor.skipBlanks();
    if (!cursor.takes("startxref")) return;
    cursor.skipBlanks();
    cursor.integer();
    cursor.skipWhitespace();
    cursor.takes("%%EOF");
    cursor.skipBlanks();
  }

  /** Skips what some programs write between objects, up to an object, a table or a trailer. */
  async #skipOther(): Promise<void> {
    const cursor = this.#cursor;
    for (cursor.skipBlanks(); !cursor.isAtEnd; cursor.skipBlanks()) {
      await yieldToEventLoop();
      if (this.#seesPart()) return;
      if (cursor.seesDigit) cursor.skipDigits();
      else cursor.at++;
    }
  }

  /** Whether an object, a table or a trailer begins here. */
  #seesPart(): boolean {
    const cursor = this.#cursor;
    const { at } = cursor;
    const isPart = ["xref", "trailer", "startxref"].some((word) => cursor.takes(word)) ||
      this.#objectHeader() !== null;
    cursor.at = at;
    return isPart;
  }
}

/**
 * Reads a PDF from its beginning to its end, without keeping what it contains.
 *
 * @param encrypted of what these bytes are the decrypted copy
 * @returns why it is refused; null for a valid PDF without active content
 */
export async function contentFault(
  bytes: Uint8Array<ArrayBuffer>,
  encrypted: Encrypted | null = null,
): Promise<ContentFault | null> {
  try {
    const reading = new Reading(bytes, { encrypted });
    await reading.all();
    return await reading.fault();
  } catch (fault) {
    if (fault instanceof Unreadable) return fault.fault;
    throw fault;
  }
}

/** The parts of a file that its encryption depends on. @throws Unreadable */
export async function surveyed(bytes: Uint8Array<ArrayBuffer>): Promise<EncryptionSurvey> {
  const survey = new EncryptionSurvey();
  await new Reading(bytes, { survey }).all();
  return survey;
}
