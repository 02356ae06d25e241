/** Joins, splits, views and collects arrays of bytes. @module */

import { sumBy } from "./sums.ts";

/**
 * Frees the memory of an array at once: V8 would let a hundred MiB of dead arrays wait for a collection. The array is
 * empty afterwards; one that shares its memory is unchanged.
 */
export function release(bytes: Uint8Array<ArrayBuffer>): void {
  if (bytes.byteLength === bytes.buffer.byteLength) bytes.buffer.transfer(0);
}

/** The parts, one after the other, in a new array. */
export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(sumBy(parts, ({ length }) => length));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The same bytes; only memory shared with other threads is copied. */
export function unsharedBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, length } = bytes;
  return buffer instanceof ArrayBuffer
    ? new Uint8Array(buffer, byteOffset, length)
    : new Uint8Array(bytes);
}

/** The bytes piece by piece, in the same memory. @param size maximum length of a piece, bytes */
export function* piecesOf(
  bytes: Uint8Array<ArrayBuffer>,
  size: number,
): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/**
 * The parts as one array, each freed once it is copied: the system allocates the memory of an array as it is filled.
 */
function joinedParts(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const size = sumBy(parts, ({ length }) => length);
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
    release(part);
  }
  return bytes;
}

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
  take(): Uint8Array<ArrayBuffer> {
    const last = this.#arrays.pop();
    if (last === undefined) return new Uint8Array();
    const whole = new Uint8Array(last.buffer.transfer(this.#lastLength));
    return joinedParts([...this.#emptied(), whole]);
  }

  /** Frees them. @returns how many they were */
  free(): number {
    const size = this.#size;
    for (const array of this.#emptied()) release(array);
    return size;
  }

  #emptied(): Uint8Array<ArrayBuffer>[] {
    const arrays = this.#arrays;
    [this.#arrays, this.#lastLength, this.#size] = [[], this.arrayBytes, 0];
    return arrays;
  }
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
