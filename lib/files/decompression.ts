/** Inflates gzip and deflate bodies as they arrive, within limits. @module */

import { Readable } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";
import { joinedParts } from "@/lib/base/bytes.ts";
import { CallError } from "@/lib/base/errors.ts";
import { Slices } from "@/lib/base/event_loop.ts";
import { type MemoryReservation, release } from "@/lib/base/memory_budget.ts";

/** Compression of a body; "deflate" is zlib's. */
export type Compression = "gzip" | "deflate";

interface InflateLimits {
  readonly maxBytes: number;
  /** The budget that counts the bytes, if any. */
  readonly held?: MemoryReservation;
}

const PART_BYTES = 4_096;
/** Size of an inflated piece, bytes. */
const INFLATED_BYTES = 65_536;

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
 * The parts of a compressed body, inflated as it arrives and refused once it exceeds its limit.
 *
 * @throws CallError when there is more than the limits allow, or the body does not have that format
 */
export async function inflatedParts(
  sent: AsyncIterable<Uint8Array<ArrayBuffer>> | Iterable<Uint8Array<ArrayBuffer>>,
  format: Compression,
  { maxBytes, held }: InflateLimits,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const source = new SentParts(sent);
  const reading = Readable.from(source.parts(), { highWaterMark: 1 });
  const inflating = INFLATERS[format]({ chunkSize: INFLATED_BYTES });
  reading.on("error", (fault) => inflating.destroy(fault));
  const slices = new Slices();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for await (const inflated of reading.pipe(inflating)) {
      const part = new Uint8Array(inflated);
      size += part.length;
      if (size > Math.min(maxBytes, FREE_BYTES + MAX_RATIO * source.size)) {
        throw new CallError("too-large");
      }
      held?.grow(part.length);
      parts.push(part);
      await slices.pause();
    }
  } catch (error) {
    parts.forEach((part) => release(part));
    if (source.fault === null && isBadFormat(error)) throw notCompressed(format);
    throw source.fault ?? error;
  } finally {
    reading.destroy();
  }
  return parts;
}

/** Whether zlib refused the bytes. */
function isBadFormat(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^Z_/.test(String(error.code));
}

function notCompressed(format: Compression): CallError {
  return new CallError("bad-request", null, { detail: `The body is not ${format}` });
}

/** Splits the body into small parts; distinguishes read errors from format errors. */
class SentParts {
  size = 0;
  fault: unknown = null;

  constructor(private readonly sent: Parameters<typeof inflatedParts>[0]) {}

  async *parts(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    try {
      for await (const part of this.sent) {
        for (let at = 0; at < part.length; at += PART_BYTES) {
          const small = part.subarray(at, at + PART_BYTES);
          this.size += small.length;
          yield small;
        }
      }
    } catch (fault) {
      this.fault = fault;
      throw fault;
    }
  }
}

/**
 * Inflates a body up to a limit: a small body may inflate to a very large one.
 *
 * @throws CallError when there is more, or the body does not have that format
 */
export async function unzipped(
  bytes: Uint8Array<ArrayBuffer>,
  maxBytes: number,
  { format = "gzip", held }: { format?: Compression; held?: MemoryReservation } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const parts = await inflatedParts([bytes], format, { maxBytes, ...(held && { held }) });
  return await joinedParts(parts);
}

/** The parts of a body, freed when it fails. */
export async function wholeParts(
  sent: AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const slices = new Slices();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  try {
    for await (const part of sent) {
      parts.push(part);
      // Parts that are still to arrive yield to the event loop by themselves; received ones do not.
      if (slices.isOver()) await slices.pause();
    }
    return parts;
  } catch (fault) {
    parts.forEach((part) => release(part));
    throw fault;
  }
}
