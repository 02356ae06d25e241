/**
 * The Worker that opens a PDF: its caller limits its memory and duration, except for inflated streams, which are
 * outside the JavaScript heap and limited here.
 *
 * @module
 */
import { parentPort } from "node:worker_threads";
import {
  decodePDFRawStream,
  ParseSpeeds,
  PDFContext,
  PDFDocument,
  PDFName,
  PDFParser,
  PDFRawStream,
} from "pdf-lib";
import { freeBytes } from "@/lib/backend/core/byte_budget.ts";
import { hasHidden, TRAILER } from "./pdf_hidden.ts";
import type { PdfAnswer, PdfFault } from "./pdf_check.ts";

/** Maximum size of all inflated streams of a file: reference and object tables, never pages or images. */
const UNPACKED_BYTES = 16 * 1_024 * 1_024;

/** Names, anywhere in a PDF, that run code, open other programs or attach other files. */
const ACTIVE: ReadonlySet<PDFName> = new Set([
  "JS",
  "JavaScript",
  "Launch",
  "EmbeddedFile",
  "EmbeddedFiles",
  "RichMedia",
  "XFA",
  "SubmitForm",
  "ImportData",
].map((name) => PDFName.of(name)));

let unpackedBytes = 0;
/** What unpacks the streams of the file. */
const decoders = new Set<StreamDecoder>();
/** Whether the streams of the file unpack to more than is allowed. */
let isTooLarge = false;
/** Whether an active name was read in the file. */
let isActive = false;
/** Whether a stream was read that a reader may open as objects, and that the library does not. */
let isUnread = false;
/** Ends of the words that begin the objects and trailers that the library read. */
const read = new Set<number>();
boundUnpacking();
watchNames();
watchStreams();
watchObjects();
// The library logs there the content it refuses.
console.warn = () => {};
parentPort?.on("message", async (buffer: ArrayBuffer) => {
  unpackedBytes = 0;
  isTooLarge = false;
  isActive = false;
  isUnread = false;
  read.clear();
  const bytes = new Uint8Array(buffer);
  const fault = await faultOf(bytes);
  // Left to the collector, what one file unpacks to would still be there beside that of the next.
  for (const decoder of decoders) freeBytes(decoder.buffer);
  decoders.clear();
  const { heapTotal, external } = Deno.memoryUsage();
  const workerBytes = heapTotal + external - bytes.length;
  parentPort?.postMessage({ fault, workerBytes, buffer } satisfies PdfAnswer, [buffer]);
});

async function faultOf(bytes: Uint8Array): Promise<PdfFault | null> {
  try {
    // An object that the library skips may be run by a PDF reader.
    const strict = {
      throwOnInvalidObject: true,
      updateMetadata: false,
      // A pause would serve nothing: this Worker has no other task.
      parseSpeed: ParseSpeeds.Fastest,
    };
    const document = await PDFDocument.load(bytes, { ...strict, ignoreEncryption: true });
    if (document.isEncrypted) return "encrypted";
    if (document.getPages().length === 0) return "broken";
    if (isActive) return "active-content";
    return isUnread || hasHidden(bytes, read) ? "broken" : null;
  } catch {
    // Any other exception of the library means an unreadable file.
    return isTooLarge ? "too-complex" : "broken";
  }
}

/**
 * Looks at each name that the library reads, wherever it is: of two objects with the same number it keeps the second,
 * where a reader may open the first, and the trailer is no object. The library decodes `#4A` in a name, but not `#4a`.
 */
function watchNames(): void {
  const named = PDFName.of;
  PDFName.of = (written) => {
    const name = named(written.replace(/#[\da-f]{2}/g, (code) => code.toUpperCase()));
    isActive ||= ACTIVE.has(name);
    return name;
  };
}

/** Readers open a stream with `First` as objects, whatever its type; the library only one of the type `ObjStm`. */
function watchStreams(): void {
  const [type, objects] = [PDFName.of("Type"), PDFName.of("ObjStm")];
  const first = PDFName.of("First");
  const madeOf = PDFRawStream.of;
  PDFRawStream.of = (dict, contents) => {
    isUnread ||= dict.has(first) && dict.get(type) !== objects;
    return madeOf(dict, contents);
  };
}

/** Notes where the library reads objects and trailers: a reader may find others, see {@link hasHidden}. */
function watchObjects(): void {
  const parser = objectParser();
  const { parseIndirectObjectHeader, maybeParseTrailerDict } = parser;
  parser.parseIndirectObjectHeader = function () {
    const reference = parseIndirectObjectHeader.call(this);
    read.add(this.bytes.offset());
    return reference;
  };
  parser.maybeParseTrailerDict = function () {
    this.skipWhitespaceAndComments();
    read.add(this.bytes.offset() + TRAILER.length);
    maybeParseTrailerDict.call(this);
  };
}

/** Methods of the library's parser, which its types do not declare. */
interface ObjectParser {
  readonly bytes: { offset(): number };
  skipWhitespaceAndComments(): void;
  parseIndirectObjectHeader(this: ObjectParser): unknown;
  maybeParseTrailerDict(this: ObjectParser): void;
}

function objectParser(): ObjectParser {
  const { prototype: found }: { prototype: object } = PDFParser;
  if (!isObjectParser(found)) throw new TypeError("Objects would be read unseen");
  return found;
}

function isObjectParser(found: object): found is ObjectParser {
  return "parseIndirectObjectHeader" in found && "maybeParseTrailerDict" in found;
}

function boundUnpacking(): void {
  const decoder = streamDecoder();
  const grow = decoder.ensureBuffer;
  decoder.ensureBuffer = function (requested) {
    const before = this.buffer.length;
    if (unpackedBytes + requested - before > UNPACKED_BYTES) {
      isTooLarge = true;
      throw new RangeError("Unpacks to too much");
    }
    decoders.add(this);
    const { buffer: shorter } = this;
    const buffer = grow.call(this, requested);
    unpackedBytes += buffer.length - before;
    // Without this, the collector would let the replaced buffers take as much memory again.
    if (buffer !== shorter && before > 0) freeBytes(shorter);
    return buffer;
  };
}

/** Common prototype of the library's decoders, which it does not export. */
interface StreamDecoder {
  buffer: Uint8Array<ArrayBuffer>;
  ensureBuffer(this: StreamDecoder, requested: number): Uint8Array<ArrayBuffer>;
}

function streamDecoder(): StreamDecoder {
  const dict = PDFContext.create().obj({ Filter: "FlateDecode" });
  const stream = decodePDFRawStream(PDFRawStream.of(dict, Uint8Array.of(0x78, 0x9c)));
  const found = Object.getPrototypeOf(Object.getPrototypeOf(stream));
  if (!("ensureBuffer" in found)) throw new TypeError("Streams would be unpacked without a limit");
  return found;
}
