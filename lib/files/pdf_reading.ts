/** Reads a whole PDF with a library, and looks at everything that the library reads. @module */

import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFParser,
  PDFRawStream,
  PDFRef,
  PDFString,
} from "@cantoo/pdf-lib";
import { ActiveContent, hasHidden, type ReadWords } from "./pdf_active_content.ts";
import { type Cipher, cipherOf, decrypted, Encryption } from "./pdf_encryption.ts";
import {
  type ContentFault,
  entryOf,
  isPredicted,
  numberIn,
  rowCount,
  Unpacking,
} from "./pdf_streams.ts";

/** Arrays and dictionaries in each other, and nodes of a tree of pages: those of real files are dozens at most. */
const [DEEPEST, DEEPEST_NODE] = [1_000, 500];
/** References in an array, and kids visited: a file of 24 MiB has fewer pages. */
const MOST_KIDS = 250_000;
/** Bytes of object streams that are read, of which a stream may give the same ones for several objects. */
const MOST_PACKED_BYTES = 64 * 1_024 * 1_024;
/** Memory that the library may take for a file, bytes: its Worker has as much. */
const MOST_KEPT_BYTES = 96 * 1_024 * 1_024;

/** What the library keeps of one thing of each kind, bytes, measured and rounded up. */
const KEPT = {
  element: 24,
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
  /** A row of a table of references. */
  row: 300,
} as const;
const [XREF, STREAM, END] = ["xref", "stream", "end"] as const;
const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];
/** Types of the objects that lead to pages. */
const NODES = ["Catalog", "Pages", "Page"] as const;
/** Characters of a text that are copied, not joined, and of a name that is counted once. */
const [SHORT_TEXT, SHORT_NAME] = [12, 200];

/** What one file contains, and what reading it took. */
class Findings {
  readonly active = new ActiveContent();
  readonly encryption = new Encryption();
  readonly words: Record<keyof ReadWords, Set<number>> = {
    objects: new Set(),
    trailers: new Set(),
  };
  readonly unpacking = new Unpacking();
  packedBytes = 0;
  /** Whether a stream was read that a reader may open as objects, and that is not opened here. */
  isUnread = false;
  /** Why the file is refused. The library goes on after some errors. */
  fault: ContentFault | null = null;
  readonly #names = new Set<PDFName>();
  #keptBytes = 0;

  refusal(fault: ContentFault): Error {
    this.fault ??= fault;
    return new Error(fault);
  }

  /**
   * Adds up the memory of the library, so that a file that takes too much of it is refused before it exhausts its
   * Worker.
   *
   * @spec deposits.memory
   */
  keep(bytes: number): void {
    this.#keptBytes += bytes;
    if (this.#keptBytes > MOST_KEPT_BYTES) throw this.refusal("too-complex");
  }

  noteName(name: PDFName, length: number): void {
    this.active.noteName(name);
    if (this.#names.has(name)) return;
    this.#names.add(name);
    this.keep(KEPT.name + KEPT.character * length);
  }
}

function keptBytes(object: PDFObject): number {
  if (object instanceof PDFNumber) return KEPT.number;
  if (object instanceof PDFRef) return KEPT.reference;
  if (object instanceof PDFArray) return KEPT.array + KEPT.element * object.size();
  if (object instanceof PDFDict) return KEPT.dictionary + KEPT.entry * object.keys().length;
  if (object instanceof PDFRawStream) return KEPT.stream + keptBytes(object.dict);
  return object instanceof PDFString || object instanceof PDFHexString ? KEPT.text : 0;
}

interface ReadingOptions {
  readonly findings?: Findings;
  /** Of a file that is encrypted; null for an encrypted one whose object streams are not read. */
  readonly cipher?: Cipher | null;
  /** Of the file, for the content of one of its object streams. */
  readonly context?: PDFContext;
}

/** Reads a file, or the content of an object stream. */
class Reading extends PDFParser {
  readonly findings: Findings;
  private readonly text: Buffer;
  #depth = 0;
  /** Where the last word of the syntax ends that was read. */
  #wordEnd = 0;
  /** Characters that the library has joined to a text; negative for the first ones, NaN outside of texts. */
  #joinedCount = NaN;
  #isTable = false;
  /** Numbers of a table of references that were read. */
  #rowNumbers = 0;
  #isValue = false;
  /** The key that was read, whose value comes next. */
  #key: PDFName | null = null;
  #document: Promise<PDFContext> | undefined;

  constructor(
    private readonly file: Uint8Array,
    private readonly options: ReadingOptions = {},
  ) {
    const throwsOnInvalidObject = true;
    super(file, Infinity, throwsOnInvalidObject);
    this.findings = options.findings ?? new Findings();
    this.text = Buffer.from(file.buffer, file.byteOffset, file.length);
    const next = this.bytes.next.bind(this.bytes);
    Object.assign(this.bytes, {
      next: () => {
        if (this.#joinedCount++ >= 0) this.findings.keep(KEPT.character);
        return next();
      },
      // Not a copy of each stream.
      slice: (start: number, end: number) => file.subarray(start, end),
    });
  }

  /** Why the file is refused; null for a valid PDF without active content. */
  async fault(): Promise<ContentFault | null> {
    const { active, encryption, words } = this.findings;
    try {
      const context = await this.parseDocument();
      if (this.findings.fault !== null) return this.findings.fault;
      if (encryption.isFound && !this.options.cipher) return "encrypted";
      if (new PageTree(context, this.findings).pageCount === 0) return "broken";
    } catch {
      // Any exception of the library means a file that it cannot read.
      return this.findings.fault ?? "broken";
    }
    if (active.isFound) return "active-content";
    return this.findings.isUnread || hasHidden(this.text.toString("latin1"), words)
      ? "broken"
      : null;
  }

  override parseDocument(): Promise<PDFContext> {
    return this.#document ??= super.parseDocument();
  }

  protected override matchKeyword(word: number[]): boolean {
    // The library leaves a table of references at a row that is cut.
    if (this.#rowNumbers % 2 === 1) throw this.findings.refusal("broken");
    const isMatched = super.matchKeyword(word);
    if (isMatched) this.#wordEnd = this.bytes.offset();
    this.#isTable = isMatched && word.every((code, rank) => code === XREF.charCodeAt(rank));
    this.#rowNumbers = 0;
    return isMatched;
  }

  /** The end of a stream of unknown length, which may contain others; the library compares words at each byte. */
  protected override findEndOfStreamFallback(): number {
    const start = this.bytes.offset();
    let [depth, from] = [1, start];
    for (;;) {
      const at = this.text.indexOf(STREAM, from);
      if (at < 0) throw this.findings.refusal("broken");
      const end = at - END.length;
      depth += end >= from && this.text.toString("latin1", end, at) === END ? -1 : 1;
      from = at + STREAM.length;
      if (depth > 0) continue;
      this.bytes.moveTo(from);
      return beforeLineEnd(this.text.subarray(start, end)) + start;
    }
  }

  protected override parseRawInt(): number {
    const number = super.parseRawInt();
    if (this.#isTable && ++this.#rowNumbers % 2 === 0) this.findings.keep(KEPT.row);
    return number;
  }

  override parseObject(ref?: PDFRef): PDFObject {
    const [key, from] = [this.#key, this.bytes.offset()];
    if (this.#depth === DEEPEST) throw this.findings.refusal("broken");
    if (this.#depth === 0) this.#noteWord("objects");
    [this.#key, this.#isValue] = [null, true];
    this.#depth++;
    const object = super.parseObject(ref);
    this.#depth--;
    this.#isValue = false;
    // A stream of negative length would lead the library back.
    if (this.bytes.offset() <= from) throw this.findings.refusal("broken");
    this.findings.keep(keptBytes(object));
    const kidCount = object instanceof PDFArray && object.get(0) instanceof PDFRef
      ? object.size()
      : 0;
    if (kidCount > MOST_KIDS) throw this.findings.refusal("too-complex");
    if (key !== null) this.findings.active.noteEntry(key, object);
    if (this.#depth === 0 && ref !== undefined) return this.#taken(ref, object);
    // A stream is an object of its own: nothing can refer to one within another.
    if (object instanceof PDFRawStream) throw this.findings.refusal("broken");
    return object;
  }

  protected override parseDict(ref?: PDFRef): PDFDict {
    this.#isValue = false;
    if (this.#depth > 0) return super.parseDict(ref);
    this.#noteWord("trailers");
    this.#depth++;
    const trailer = super.parseDict(ref);
    this.#depth--;
    this.#noteTrailer(trailer);
    return trailer;
  }

  protected override parseString(ref?: PDFRef): PDFString {
    this.#joinedCount = -SHORT_TEXT;
    const text = super.parseString(ref);
    this.#joinedCount = NaN;
    return text;
  }

  protected override parseHexString(ref?: PDFRef): PDFHexString {
    this.#joinedCount = -SHORT_TEXT;
    const text = super.parseHexString(ref);
    this.#joinedCount = NaN;
    return text;
  }

  protected override parseName(): PDFName {
    const [isKey, from] = [!this.#isValue, this.bytes.offset()];
    this.#joinedCount = -SHORT_NAME;
    const name = super.parseName();
    this.#joinedCount = NaN;
    this.#isValue = false;
    if (isKey) this.#key = name;
    this.findings.noteName(name, this.bytes.offset() - from);
    return name;
  }

  #noteWord(kind: keyof ReadWords): void {
    if (this.options.context === undefined) this.findings.words[kind].add(this.#wordEnd);
  }

  #noteTrailer(trailer: PDFDict): void {
    this.findings.encryption.noteTrailer(trailer);
    // More objects than the file can contain.
    const isTooLong = numberIn(trailer, "Size") > this.file.length;
    if (isTooLong) throw this.findings.refusal("broken");
  }

  /** Looks at an object. @returns what the library keeps of it */
  #taken(ref: PDFRef, object: PDFObject): PDFObject {
    this.findings.keep(KEPT.object);
    this.findings.active.noteObject(ref, object);
    this.findings.encryption.noteObject(ref, object);
    if (!(object instanceof PDFRawStream)) return isKept(object) ? object : PDFNull;
    if (this.options.context !== undefined) throw this.findings.refusal("broken");
    const type = entryOf(object.dict, "Type");
    const isPacked = type === PDFName.of("ObjStm");
    if (isPacked && this.options.cipher !== null) this.#readPacked(ref, object);
    if (type === PDFName.of("XRef")) this.#readTable(object);
    this.findings.isUnread ||= type instanceof PDFRef ||
      !isPacked && entryOf(object.dict, "First") !== undefined;
    return PDFNull;
  }

  /** Reads the objects of a stream. */
  #readPacked(ref: PDFRef, stream: PDFRawStream): void {
    const { findings, context, options: { cipher } } = this;
    const [first, count] = [numberIn(stream.dict, "First"), numberIn(stream.dict, "N")];
    const plain = cipher ? decrypted(stream, ref, cipher) : stream;
    const isReadable = !Number.isNaN(first) && !Number.isNaN(count) && !isPredicted(stream.dict);
    if (!isReadable || plain === null) throw findings.refusal("broken");
    const objects = new Reading(this.#content(plain), { findings, context });
    objects.#readPackedObjects(context, { first, count });
  }

  /** Reads the table of an object stream, and each object where the table says that it begins. */
  #readPackedObjects(
    context: PDFContext,
    { first, count }: { readonly first: number; readonly count: number },
  ): void {
    const { bytes, findings } = this;
    for (let rank = 0; rank < count; rank++) {
      this.skipWhitespaceAndComments();
      const ref = PDFRef.of(this.parseRawInt());
      this.skipWhitespaceAndComments();
      const from = first + this.parseRawInt();
      const next = bytes.offset();
      bytes.moveTo(from);
      context.assign(ref, this.parseObject(ref));
      findings.packedBytes += bytes.offset() - from;
      if (findings.packedBytes > MOST_PACKED_BYTES) throw findings.refusal("too-complex");
      bytes.moveTo(next);
    }
  }

  /** Reads what a table of references says of the file; readers find objects by it, and all of them are read here. */
  #readTable(stream: PDFRawStream): void {
    this.#noteTrailer(stream.dict);
    const rows = rowCount(stream.dict, this.#content(stream).length);
    if (rows === null) throw this.findings.refusal("broken");
    this.findings.keep(KEPT.row * rows);
    for (const key of ["Root", "Encrypt", "ID"] as const) {
      const value = stream.dict.get(PDFName.of(key));
      if (value !== undefined) this.context.trailerInfo[key] = value;
    }
  }

  #content(stream: PDFRawStream): Uint8Array {
    const content = this.findings.unpacking.content(stream);
    if (typeof content === "string") throw this.findings.refusal(content);
    return content;
  }
}

/** The length of the content of a stream, without the line end after it. */
function beforeLineEnd(content: Uint8Array): number {
  const length = content.at(-1) === LINE_FEED ? content.length - 1 : content.length;
  return content[length - 1] === CARRIAGE_RETURN ? length - 1 : length;
}

/** The objects that lead from the catalogue of a file to its pages. */
class PageTree {
  #kidCount = 0;

  constructor(private readonly context: PDFContext, private readonly findings: Findings) {}

  get pageCount(): number {
    const catalogue = this.context.lookup(this.context.trailerInfo.Root);
    if (!isOfType(catalogue, "Catalog")) return 0;
    return this.#countIn(this.context.lookup(entryOf(catalogue, "Pages")), 0);
  }

  #countIn(tree: PDFObject | undefined, depth: number): number {
    const kids = isOfType(tree, "Pages") ? this.context.lookup(entryOf(tree, "Kids")) : undefined;
    if (!(kids instanceof PDFArray) || depth > DEEPEST_NODE) throw this.findings.refusal("broken");
    let count = 0;
    for (const kid of kids.asArray()) {
      if (++this.#kidCount > MOST_KIDS) throw this.findings.refusal("too-complex");
      const node = kid instanceof PDFRef ? this.context.lookup(kid) : undefined;
      if (isOfType(node, "Page")) count++;
      else if (isOfType(node, "Pages")) count += this.#countIn(node, depth + 1);
    }
    return count;
  }
}

/** Whether an object is looked at again: it leads to pages, or says how the file is encrypted. */
function isKept(object: PDFObject): boolean {
  if (object instanceof PDFArray) return object.get(0) instanceof PDFRef;
  if (!(object instanceof PDFDict)) return false;
  return entryOf(object, "Filter") !== undefined || NODES.some((type) => isOfType(object, type));
}

function isOfType(
  value: PDFObject | undefined,
  type: typeof NODES[number],
): value is PDFDict {
  return value instanceof PDFDict && entryOf(value, "Type") === PDFName.of(type);
}

/** Why a PDF is refused; null for a valid one without active content. */
export async function contentFault(bytes: Uint8Array): Promise<ContentFault | null> {
  // Written with codes, it is found by the reading, and the file refused.
  const isMarked = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes("/Encrypt");
  if (!isMarked) return await new Reading(bytes).fault();
  const survey = new Reading(bytes, { cipher: null });
  const fault = await survey.fault();
  const { encryption } = survey.findings;
  if (!encryption.isFound) return await new Reading(bytes).fault();
  if (fault !== "encrypted") return fault;
  const cipher = encryption.isKnown ? await cipherOf(survey, await survey.parseDocument()) : null;
  return cipher === null ? fault : await new Reading(bytes, { cipher }).fault();
}
