/** Inflates gzip and deflate bodies within limits. @module */

import { Readable } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";
import { BytesBuilder, piecesOf } from "@/lib/base/bytes.ts";
import { CallError } from "@/lib/base/errors.ts";
import { yieldToEventLoop } from "@/lib/base/event_loop.ts";

/** Compression of a body; "deflate" is zlib's. */
export type Compression = "gzip" | "deflate";

interface InflateOptions {
  readonly format?: Compression;
  /** Called with the number of bytes so far; stops by throwing. */
  onBytes?(bytes: number): void;
}

const PART_BYTES = 4_096;
/** Size of an inflated piece, and of the arrays that pieces are copied into, bytes. */
const [INFLATED_BYTES, ARRAY_BYTES] = [64 * 1_024, 256 * 1_024];

/** Node's: the web's DecompressionStream refuses gzip of several members, and blocks the event loop longer. */
const INFLATERS = { gzip: createGunzip, deflate: createInflate };
/** Readings compress 8 to 30 times; above this ratio, past the first MiB, a body is considered an attack. */
const MAX_RATIO = 100;
const FREE_BYTES = 1_024 * 1_024;

/**
 * True when a `content-encoding` is gzip; `x-gzip` is its older name (RFC 9110 §8.4.1.3).
 *
 * @throws CallError for another compression
 */
export function isGzipEncoding(header: string | null): boolean {
  if (/^\s*(?:x-)?gzip\s*$/i.test(header ?? "")) return true;
  if (header === null || /^\s*(?:identity)?\s*$/i.test(header)) return false;
  throw new CallError("unsupported-media-type");
}

/** Whether bytes begin like gzip, as no text does (RFC 1952 §2.3.1). */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * Inflates a body up to a limit: a small body may inflate to a very large one.
 *
 * @throws CallError when there is more, or the body does not have that format
 */
export async function unzipped(
  bytes: Uint8Array<ArrayBuffer>,
  maxBytes: number,
  { format = "gzip", onBytes }: InflateOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  let fedBytes = 0;
  const fed = function* () {
    for (const piece of piecesOf(bytes, PART_BYTES)) {
      fedBytes += piece.length;
      yield piece;
    }
  };
  const reading = Readable.from(fed(), { highWaterMark: 1 });
  const inflating = INFLATERS[format]({ chunkSize: INFLATED_BYTES });
  const whole = new BytesBuilder(ARRAY_BYTES);
  try {
    for await (const inflated of reading.pipe(inflating)) {
      const size = whole.size + inflated.length;
      if (size > Math.min(maxBytes, FREE_BYTES + MAX_RATIO * fedBytes)) {
        throw new CallError("too-large");
      }
      onBytes?.(size);
      whole.add(inflated);
      await yieldToEventLoop();
    }
  } catch (error) {
    whole.free();
    throw isBadFormat(error) ? notCompressed(format) : error;
  } finally {
    reading.destroy();
  }
  return whole.take();
}

/** Whether zlib refused the bytes. */
export function isBadFormat(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^Z_/.test(String(error.code));
}

function notCompressed(format: Compression): CallError {
  return new CallError("bad-request", null, { detail: `The body is not ${format}` });
}
