/**
 * A file of a form, in an array of ours: the memory of a `File` of the runtime is outside of the heap until the
 * collector finds it dead, and each reading of it is one more copy.
 */
export class SentFile extends File {
  readonly #content: Uint8Array<ArrayBuffer>;

  constructor(content: Uint8Array<ArrayBuffer>, name: string, type: string) {
    super([], name, { type });
    this.#content = content;
  }

  override get size(): number {
    return this.#content.length;
  }

  /** The array itself: who reads it last frees it. */
  override bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return Promise.resolve(this.#content);
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#content.slice().buffer);
  }

  override text(): Promise<string> {
    return Promise.resolve(new TextDecoder().decode(this.#content));
  }

  override slice(from?: number, to?: number, type = ""): Blob {
    return new Blob([this.#content.slice(from, to)], { type });
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return this.slice().stream();
  }
}
