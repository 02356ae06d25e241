import { HttpError } from "fresh";
import { byteReader } from "./body_parts.ts";

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
