/** Makes a stream of parts that are produced as they are read. @module */

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
