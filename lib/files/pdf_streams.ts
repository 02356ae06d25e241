/** Unpacks the streams of a PDF within limits. @module */

import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { BytesBuilder, piecesOf } from "@/lib/base/bytes.ts";
import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import { isBadFormat } from "./decompression.ts";
import { broken, PdfArray, PdfDictionary, type PdfStream, tooComplex } from "./pdf_values.ts";

/** What all streams of a file may unpack to: tables of references and objects, never pages or images. */
const UNPACKED_BYTES = 16 * 1_024 * 1_024;
/** Compressed bytes unpacked at once: deflate makes up to a thousand times as many of them. */
const PACKED_PART_BYTES = 1_024;
const UNPACKED_PART_BYTES = 64 * 1_024;
/** The header of zlib, and its method. */
const [HEADER_BYTES, DEFLATE] = [2, 8];

/** Unpacks the streams of one file that a reader needs to find its objects. */
export class Unpacking {
  #leftBytes = UNPACKED_BYTES;

  /** The content of a stream, in a new array when it is compressed. @throws Unreadable */
  async content(stream: PdfStream): Promise<Uint8Array<ArrayBuffer>> {
    if (!isPacked(stream.dictionary)) return stream.content;
    // It is unpacked twice, so that nothing is kept of a stream that unpacks to too much.
    await this.check(stream);
    const builder = new BytesBuilder(UNPACKED_PART_BYTES);
    try {
      for await (const part of unpacked(stream.content)) builder.add(part);
      return builder.take();
    } finally {
      builder.free();
    }
  }

  /** Unpacks a stream without keeping its content. @returns its length, bytes @throws Unreadable */
  async check({ dictionary, content }: PdfStream): Promise<number> {
    if (!isPacked(dictionary)) return content.length;
    let bytes = 0;
    for await (const { length } of unpacked(content)) {
      bytes += length;
      this.#leftBytes -= length;
      if (this.#leftBytes < 0) throw tooComplex();
    }
    return bytes;
  }
}

/** The content of a compressed stream, part by part, each freed once the next ones are read. @throws Unreadable */
async function* unpacked(packed: Uint8Array<ArrayBuffer>): AsyncGenerator<Uint8Array> {
  const pieces = piecesOf(withoutHeader(packed), PACKED_PART_BYTES);
  const source = Readable.from(pieces, { highWaterMark: 1 });
  const inflating = source.pipe(createInflateRaw({ chunkSize: UNPACKED_PART_BYTES }));
  let filled = new ArrayBuffer();
  try {
    for await (const part of inflating) {
      // Parts may share an array, which the inflater leaves when it is full.
      if (filled !== part.buffer) filled.transfer(0);
      filled = part.buffer;
      yield part;
      await yieldToEventLoop();
    }
  } catch (fault) {
    throw isBadFormat(fault) ? broken() : fault;
  } finally {
    source.destroy();
    inflating.destroy();
  }
}

/** Whether a stream is compressed by deflate. @throws Unreadable for another filter, or more than one */
function isPacked(dictionary: PdfDictionary): boolean {
  const filters = listOf(dictionary.get("Filter"));
  if (filters.length === 0) return false;
  if (filters.length > 1 || filters[0] !== "FlateDecode") throw broken();
  return true;
}

/** Whether the rows of a stream are stored as differences, which the content of an object stream must not be. */
export function isPredicted(dictionary: PdfDictionary): boolean {
  const [parameters] = listOf(dictionary.get("DecodeParms"));
  if (parameters === undefined || parameters === null) return false;
  const predictor = parameters instanceof PdfDictionary ? parameters.get("Predictor") ?? 1 : null;
  return predictor !== 1;
}

function listOf(value: ReturnType<PdfDictionary["get"]>) {
  if (value instanceof PdfArray) return value.elements ?? [];
  return value === undefined || value === null ? [] : [value];
}

/** Without the header of zlib; its checksum is not compared, as readers do. @throws Unreadable */
function withoutHeader(packed: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const [method = 0, flags = 0] = packed;
  const isZlib = (method & 15) === DEFLATE && (method * 256 + flags) % 31 === 0 &&
    (flags & 32) === 0;
  if (!isZlib) throw broken();
  return packed.subarray(HEADER_BYTES);
}
