import { freeBytes } from "@/lib/backend/core/byte_budget.ts";
import { Slices } from "@/lib/backend/core/slices.ts";
import { ActiveContent } from "./active.ts";
import { headerAt, PdfCursor } from "./cursor.ts";
import { EncryptionSurvey } from "./encryption_survey.ts";
import { hasHidden, type ReadWords } from "./hidden.ts";
import { LibraryMemory } from "./library_memory.ts";
import { type PdfFindings, PdfObjectReader } from "./object_reader.ts";
import { PageTree } from "./page_tree.ts";
import { checkSize, rowCount } from "./reference_table.ts";
import { isPredicted, Unpacking } from "./unpacking.ts";
import { broken, type ContentFault, tooComplex } from "./unreadable.ts";
import { type PdfDictionary, PdfReference, PdfStream, type PdfValue } from "./values.ts";

/** Objects and trailers of a file of 24 MiB. */
const MOST_OBJECTS = 500_000;
/** Bytes of object streams that are read, of which a stream may give the same ones for several objects. */
const MOST_PACKED_BYTES = 64 * 1_024 * 1_024;

/** A file that was encrypted, as it is stored. */
export interface Encrypted {
  readonly stored: Uint8Array<ArrayBuffer>;
}

interface ReadingOptions {
  readonly encrypted?: Encrypted | null;
  /** Notes the objects that are needed to decrypt the file, whose object streams are not read then. */
  readonly survey?: EncryptionSurvey;
}

/** Reads a PDF from its beginning to its end, in slices, without keeping what it contains. */
export class Reading {
  readonly #slices = new Slices();
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
    this.#objects = new PdfObjectReader(this.#cursor, this.#findings, this.#slices);
  }

  /** Why the file is refused, once it is read. @throws Unreadable */
  async fault(): Promise<ContentFault | null> {
    const { encrypted } = this.options;
    if (this.#isEncrypted && !encrypted) return "encrypted";
    if (!this.#pages.hasPages(this.#root)) return "broken";
    if (this.#active.isFound) return "active-content";
    const isUnread = this.#findings.isUnread ||
      await hasHidden(encrypted?.stored ?? this.bytes, this.#read, this.#slices);
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
      if (content.buffer !== this.bytes.buffer) freeBytes(content);
    }
  }

  /** Reads the table of an object stream, and each object where the table says that it begins. */
  async #readPackedObjects(
    content: Uint8Array<ArrayBuffer>,
    { first, count }: { readonly first: number; readonly count: number },
  ): Promise<void> {
    const table = new PdfCursor(content);
    const cursor = new PdfCursor(content);
    const objects = new PdfObjectReader(cursor, this.#findings, this.#slices);
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
      if (this.#slices.isOver()) await this.#slices.pause();
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
