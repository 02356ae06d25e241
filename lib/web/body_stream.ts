/** Reads the parts of a body as they arrive, and cuts one that is too long. @module */

import { HttpError } from "fresh";
import type { CountedBytes } from "@/lib/base/memory_budget.ts";
import { clamp } from "@/lib/base/rounding.ts";

export interface PartReader {
  /** Bytes received, including the part being filled. */
  readonly receivedBytes: number;
  /** The next part; null at the end or after `cancel()`. */
  next(): Promise<Uint8Array<ArrayBuffer> | null>;
  cancel(): void;
}

interface PartOptions {
  /** Longest part of a body of announced length. */
  readonly partBytes: number;
  /** The budget share in which parts are counted before they are allocated. */
  readonly held: CountedBytes | undefined;
}

/** Length of the runtime's own parts. */
export const PART_BYTES = 64 * 1_024;
/** Bytes counted before the first byte arrives. */
const FIRST_BYTES = 4 * 1_024;

/** Bytes to count next, from the bytes received: a trickling body is counted about as large as it is. */
function nextBytes(received: number): number {
  return clamp(3 * received, FIRST_BYTES, PART_BYTES);
}

/**
 * Reads a body of announced length into arrays that fit: the runtime allocates 64 KiB for each part, however short.
 *
 * @returns null when the length is unknown, or the stream allocates its own arrays
 */
export function announcedReader(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { announced, partBytes, held }: PartOptions & { readonly announced: number },
): PartReader | null {
  const reader = announced > 0 ? byteReader(body) : null;
  if (reader === null) return null;
  let [left, received] = [announced, 0];
  const next = async () => {
    const size = Math.min(left, partBytes);
    if (size === 0) return null;
    let [buffer, length, counted] = [new ArrayBuffer(size), 0, 0];
    while (length < size) {
      if (length === counted) {
        const more = Math.min(size - counted, nextBytes(received));
        held?.grow(more);
        counted += more;
      }
      const { done, value } = await reader.read(new Uint8Array(buffer, length, counted - length));
      if (value === undefined) return null;
      buffer = value.buffer;
      length += value.length;
      received += value.length;
      if (done) break;
    }
    left = length < size ? 0 : left - size;
    return length === 0 ? null : new Uint8Array(buffer, 0, length);
  };
  return {
    get receivedBytes() {
      return received;
    },
    next,
    cancel: () => void reader.cancel().catch(() => {}),
  };
}

/** A reader into given arrays (BYOB); null for a stream without one. */
function byteReader(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): ReadableStreamBYOBReader | null {
  try {
    return body.getReader({ mode: "byob" });
  } catch (fault) {
    if (fault instanceof TypeError && !body.locked) return null;
    throw fault;
  }
}

/**
 * Bytes read at once of a body of unknown length. In reads of 64 KiB, which the runtime makes by itself, it gathered all
 * that it had received in one array: 24 to 32 MiB outside V8 (decision 213).
 */
const READ_BYTES = 16 * 1_024;
/** Below this length, an array costs more than its bytes. */
const SHORT_BYTES = 1_024;

/**
 * Reads a body of unknown length.
 *
 * Copies short parts together: each part of a body sent byte by byte would take 64 KiB.
 */
export function anyReader(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  held: CountedBytes | undefined,
): PartReader {
  const reader = shortReader(body) ?? body.getReader();
  const room = new Room(held);
  const parts = gatheredParts(reader, room);
  return {
    get receivedBytes() {
      return room.receivedBytes;
    },
    next: async () => (await parts.next()).value ?? null,
    cancel: () => void reader.cancel().catch(() => {}),
  };
}

type ChunkReader = Pick<ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, "read" | "cancel">;

/** A reader of short chunks; null for a stream that allocates its own arrays. */
function shortReader(body: ReadableStream<Uint8Array<ArrayBuffer>>): ChunkReader | null {
  const reader = byteReader(body);
  return reader && {
    read: () => reader.read(new Uint8Array(READ_BYTES)),
    cancel: () => reader.cancel(),
  };
}

async function* gatheredParts(
  reader: ChunkReader,
  room: Room,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  for (;;) {
    const { done, value } = await reader.read();
    if (done || !isCopied(value)) yield* room.taken();
    if (done) return;
    yield* isCopied(value) ? room.filled(value) : room.passed(value);
  }
}

/** Whether a part is copied: it is short, or its buffer is longer than it and would stay allocated. */
function isCopied({ length, buffer }: Uint8Array): boolean {
  return length < SHORT_BYTES || length < buffer.byteLength;
}

/** An array into which parts are copied. */
class Room {
  receivedBytes = 0;
  #bytes = new Uint8Array();
  #length = 0;

  constructor(private readonly held: CountedBytes | undefined) {}

  /** Copies a part and releases its buffer. @yields the array each time it is full */
  *filled(part: Uint8Array<ArrayBuffer>): Generator<Uint8Array<ArrayBuffer>> {
    const { length, buffer } = part;
    for (let at = 0; at < part.length;) {
      if (this.#length === this.#bytes.length) yield* this.#renewed();
      const some = part.subarray(at, at + this.#bytes.length - this.#length);
      this.#bytes.set(some, this.#length);
      this.#length += some.length;
      at += some.length;
      this.receivedBytes += some.length;
    }
    if (length < buffer.byteLength) buffer.transfer(0);
  }

  /** @yields the part, not copied */
  *passed(part: Uint8Array<ArrayBuffer>): Generator<Uint8Array<ArrayBuffer>> {
    this.receivedBytes += part.length;
    this.held?.grow(part.length);
    yield part;
  }

  /** @yields the content, if any, in an array of its length, and empties this one */
  *taken(): Generator<Uint8Array<ArrayBuffer>> {
    const [bytes, length] = [this.#bytes, this.#length];
    [this.#bytes, this.#length] = [new Uint8Array(), 0];
    this.held?.shrink(bytes.length - length);
    if (length > 0) yield new Uint8Array(bytes.buffer.transfer(length));
  }

  *#renewed(): Generator<Uint8Array<ArrayBuffer>> {
    yield* this.taken();
    const size = nextBytes(this.receivedBytes);
    this.held?.grow(size);
    this.#bytes = new Uint8Array(size);
  }
}

/**
 * A copy of the request whose body fails with 413 beyond `maxBytes`. Only a body of unknown length is wrapped: one of
 * announced length cannot exceed it.
 */
export function limitBody(request: Request, maxBytes: number): Request {
  const { body, headers } = request;
  if (body === null || headers.has("content-length")) return request;
  const count = countUpTo(maxBytes);
  const watched = countedBytes(body, count) ?? body.pipeThrough(countedChunks(count));
  return new Request(request, { body: watched });
}

/** Counts bytes as they are read. @throws HttpError beyond the limit */
type Count = (bytes: Uint8Array) => void;

function countUpTo(maxBytes: number): Count {
  let size = 0;
  return ({ length }) => {
    size += length;
    if (size > maxBytes) throw new HttpError(413, "Body too large");
  };
}

/** The same bytes, read into the arrays of their reader; null for a stream that allocates its own. */
function countedBytes(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  count: Count,
): ReadableStream<Uint8Array<ArrayBuffer>> | null {
  const reader = byteReader(body);
  return reader && new ReadableStream({
    type: "bytes",
    autoAllocateChunkSize: CHUNK_BYTES,
    pull: (controller) => fill(controller, reader, count),
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Length of the array of a reader that gives none, bytes. */
const CHUNK_BYTES = 16 * 1_024;

/** Reads into the array that the reader of a stream waits for. */
async function fill(
  controller: ReadableByteStreamController,
  reader: ReadableStreamBYOBReader,
  count: Count,
): Promise<void> {
  const asked = controller.byobRequest;
  if (!asked?.view) return;
  const { buffer, byteOffset, byteLength } = asked.view;
  const { done, value } = await reader.read(new Uint8Array(buffer, byteOffset, byteLength));
  try {
    if (value) count(value);
  } catch (fault) {
    // The runtime would go on waiting for a reader.
    reader.cancel(fault).catch(() => {});
    throw fault;
  }
  if (done) controller.close();
  if (value) asked.respondWithNewView(value);
}

function countedChunks(
  count: Count,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  return new TransformStream({
    transform(bytes, controller) {
      count(bytes);
      controller.enqueue(bytes);
    },
  });
}
