import { freeBytes } from "./byte_budget.ts";
import { joinedParts } from "./inflate.ts";

/** Collects the bytes of a content of unknown length, as they are received. */
export class BytesBuilder {
  #arrays: Uint8Array<ArrayBuffer>[] = [];
  #lastLength: number;
  #size = 0;

  /** @param arrayBytes length of each array */
  constructor(private readonly arrayBytes: number) {
    this.#lastLength = arrayBytes;
  }

  get size(): number {
    return this.#size;
  }

  /** Copies bytes: the system gives an array its memory as it is filled. */
  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      if (this.#lastLength === this.arrayBytes) {
        this.#arrays.push(new Uint8Array(this.arrayBytes));
        this.#lastLength = 0;
      }
      const some = bytes.subarray(at, at + this.arrayBytes - this.#lastLength);
      this.#arrays.at(-1)?.set(some, this.#lastLength);
      this.#lastLength += some.length;
      at += some.length;
    }
    this.#size += bytes.length;
  }

  /** All of them in one array, which is no longer counted here. */
  async taken(): Promise<Uint8Array<ArrayBuffer>> {
    const last = this.#arrays.pop();
    if (last === undefined) return new Uint8Array();
    const whole = new Uint8Array(last.buffer.transfer(this.#lastLength));
    return await joinedParts([...this.#emptied(), whole]);
  }

  /** Frees them. @returns how many they were */
  free(): number {
    const size = this.#size;
    for (const array of this.#emptied()) freeBytes(array);
    return size;
  }

  #emptied(): Uint8Array<ArrayBuffer>[] {
    const arrays = this.#arrays;
    [this.#arrays, this.#lastLength, this.#size] = [[], this.arrayBytes, 0];
    return arrays;
  }
}
