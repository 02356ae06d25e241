/** Makes streams of parts that are produced as they are read. @module */

import { yieldToEventLoop } from "@/lib/base/event_loop.ts";

/** Characters encoded together. */
const PIECE = 32_768;

/** A text in pieces as bytes, without blocking the event loop or filling memory. */
export async function* encodedPieces(
  pieces: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let text = "";
  for await (const piece of pieces) {
    text += piece;
    if (text.length >= PIECE) {
      yield encoder.encode(text);
      text = "";
    }
    await yieldToEventLoop();
  }
  if (text !== "") yield encoder.encode(text);
}

/**
 * A stream whose parts are produced as they are read; a reader that cancels ends the generator. The first part is read
 * immediately, so that an unreadable file is refused instead of truncated.
 *
 * @spec deposits.flow
 * @throws the error of the first part
 */
export async function begunFlow(
  parts: AsyncGenerator<Uint8Array<ArrayBuffer>>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  let next: Promise<IteratorResult<Uint8Array<ArrayBuffer>>> | null = parts.next();
  await next;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await (next ?? parts.next());
      next = null;
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  }, { highWaterMark: 0 });
}
