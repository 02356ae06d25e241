/** Finds the end of a chunked body (RFC 9112 §7.1). The bytes are passed on unchanged. @module */

const LINE_MAX = 256;
const TRAILER_MAX = 8192;
const [CR, LF] = [13, 10];

type Part = "size" | "data" | "data-end" | "trailer" | "done" | "broken";

export class ChunkedBody {
  #part: Part = "size";
  #line = "";
  #left = 0;
  #trailerBytes = 0;

  get state(): "open" | "done" | "broken" {
    return this.#part === "done" || this.#part === "broken" ? this.#part : "open";
  }

  /** Processes `bytes` from `from`. @returns the index after the last byte of the body */
  follow(bytes: Uint8Array, from: number): number {
    let at = from;
    while (at < bytes.length && this.state === "open") {
      if (this.#part === "data") {
        const taken = Math.min(this.#left, bytes.length - at);
        this.#left -= taken;
        at += taken;
        if (this.#left === 0) this.#part = "data-end";
      } else {
        this.#lineByte(bytes[at] ?? 0);
        at += 1;
      }
    }
    return at;
  }

  #lineByte(byte: number): void {
    const afterReturn = this.#line.endsWith("\r");
    if (byte === LF && afterReturn) return this.#lineEnd(this.#line.slice(0, -1));
    if (afterReturn || byte === LF || (byte < 32 && byte !== CR && byte !== 9)) {
      return this.#break();
    }
    this.#line += String.fromCharCode(byte);
    if (this.#line.length > LINE_MAX) this.#break();
  }

  #lineEnd(line: string): void {
    this.#line = "";
    if (this.#part === "data-end") {
      if (line !== "") this.#break();
      else this.#part = "size";
    } else if (this.#part === "trailer") {
      this.#trailerBytes += line.length;
      if (line === "") this.#part = "done";
      else if (this.#trailerBytes > TRAILER_MAX) this.#break();
    } else {
      const size = /^([0-9A-Fa-f]{1,8})(?:;[\x20-\x7e]*)?$/.exec(line)?.[1];
      if (size === undefined) return this.#break();
      this.#left = parseInt(size, 16);
      this.#part = this.#left === 0 ? "trailer" : "data";
    }
  }

  #break(): void {
    this.#part = "broken";
  }
}
