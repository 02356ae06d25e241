/**
 * A file of a form in our own array: the memory of a runtime `File` is outside of the heap until it is collected, and
 * each read makes another copy.
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

  /** The array itself: its last reader frees it. */
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
