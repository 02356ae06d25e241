/**
 * Bytes that are read as they are sent: what their reader has not asked for is not held, and a reader that leaves ends
 * them. The first part is read at once, so that a file that cannot be read is refused, not cut.
 *
 * @spec deposits.flow
 * @throws what the first part throws
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
