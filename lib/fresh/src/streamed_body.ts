export type Chunk = string | Uint8Array;

type Pieces<U> = Iterable<U> | AsyncIterable<U>;

export type Source<U> = Pieces<U> | (() => Pieces<U>);

/** A body read by chunks: the next one is requested when the reader is ready. */
export function bodyOf<U extends Chunk>(source: Source<U>): ReadableStream<Uint8Array> {
  const pieces = iterate(typeof source === "function" ? source() : source);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) return controller.close();
      controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}

type Pull<U> = {
  next(): IteratorResult<U> | Promise<IteratorResult<U>>;
  return?(): unknown;
};

function iterate<U>(pieces: Pieces<U>): Pull<U> {
  return Symbol.asyncIterator in pieces
    ? pieces[Symbol.asyncIterator]()
    : pieces[Symbol.iterator]();
}
