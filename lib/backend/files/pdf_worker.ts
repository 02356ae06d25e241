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
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFStream,
} from "pdf-lib";
import { freeBytes } from "@/lib/backend/core/byte_budget.ts";
import type { PdfAnswer, PdfFault } from "./pdf_check.ts";

/** Maximum size of all inflated streams of a file: reference and object tables, never pages or images. */
const UNPACKED_BYTES = 16 * 1_024 * 1_024;

/** Names, anywhere in a PDF, that run code, open other programs or attach other files. */
const ACTIVE: ReadonlySet<string> = new Set([
  "JS",
  "JavaScript",
  "Launch",
  "EmbeddedFile",
  "EmbeddedFiles",
  "RichMedia",
  "XFA",
  "SubmitForm",
  "ImportData",
]);

let unpackedBytes = 0;
/** What unpacks the streams of the file. */
const decoders = new Set<StreamDecoder>();
/** Whether the streams of the file unpack to more than is allowed. */
let isTooLarge = false;
boundUnpacking();
// The library logs there the content it refuses.
console.warn = () => {};
parentPort?.on("message", async (buffer: ArrayBuffer) => {
  unpackedBytes = 0;
  isTooLarge = false;
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
    for (const [, object] of document.context.enumerateIndirectObjects()) {
      if (isActive(object)) return "active-content";
    }
    return null;
  } catch {
    // Any other exception of the library means an unreadable file.
    return isTooLarge ? "too-complex" : "broken";
  }
}

/** True when an object contains an active name; references to other objects are not followed. */
function isActive(object: PDFObject): boolean {
  const left: PDFObject[] = [object];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next instanceof PDFName && ACTIVE.has(next.decodeText())) return true;
    if (next instanceof PDFArray) left.push(...next.asArray());
    if (next instanceof PDFStream) left.push(next.dict);
    if (next instanceof PDFDict) left.push(...next.entries().flat());
  }
  return false;
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
