/** Finds the end of an HTTP/1.1 answer in the bytes of a keep-alive connection. @module */

const decoder = new TextDecoder("latin1");

export class AnswerReader {
  #head = "";
  #left = 0;
  #isChunked = false;
  #tail = "";
  #status = 0;

  /** Status of the current or the last answer. */
  get status(): number {
    return this.#status;
  }

  /**
   * Adds bytes of the server; true once the answer is whole. Nothing may follow it (no pipelining).
   */
  take(bytes: Uint8Array): boolean {
    if (this.#status !== 0) return this.#takeBody(bytes);
    this.#head += decoder.decode(bytes);
    const end = this.#head.indexOf("\r\n\r\n");
    if (end === -1) return false;
    const head = this.#head.slice(0, end).toLowerCase();
    const extra = this.#head.length - end - 4;
    this.#head = "";
    this.#status = Number(head.slice(9, 12));
    this.#isChunked = head.includes("\r\ntransfer-encoding: chunked");
    const hasBody = this.#status !== 204 && this.#status !== 304;
    this.#left = hasBody ? Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0) : 0;
    this.#isChunked &&= hasBody;
    return this.#takeBody(bytes.subarray(bytes.length - extra));
  }

  /** Ready for the next answer. */
  reset(): void {
    this.#status = 0;
    this.#tail = "";
  }

  #takeBody(bytes: Uint8Array): boolean {
    if (!this.#isChunked) {
      this.#left -= bytes.length;
      return this.#left <= 0;
    }
    this.#tail = (this.#tail + decoder.decode(bytes.subarray(-7))).slice(-7);
    return this.#tail.endsWith("0\r\n\r\n") &&
      (this.#tail.length === 5 || this.#tail.endsWith("\r\n0\r\n\r\n"));
  }
}
