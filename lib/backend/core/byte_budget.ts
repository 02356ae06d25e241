import { Refused } from "./refused.ts";

const MIB = 1_024 * 1_024;

/**
 * Bytes that bodies may hold at once, over all requests of a process.
 *
 * A size limit bounds one body; memory is bounded only when what all of them hold is counted together.
 */
export class ByteBudget {
  #heldBytes = 0;

  constructor(readonly maxBytes: number) {}

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** An empty reservation, to be released with its request. */
  open(): HeldBytes {
    return new HeldBytes((bytes) => {
      if (bytes > 0 && this.#heldBytes + bytes > this.maxBytes) return false;
      this.#heldBytes += bytes;
      return true;
    });
  }
}

/** The part of a budget reserved by one request. */
export class HeldBytes {
  #bytes = 0;

  /** @param take reserves, or releases a negative number; false when the budget is exhausted */
  constructor(private readonly take: (bytes: number) => boolean) {}

  /** Reserves more bytes, before they are allocated. @throws Refused when the budget is spent */
  grow(bytes: number): void {
    if (!this.take(bytes)) throw new Refused("overloaded");
    this.#bytes += bytes;
  }

  /** Reserves up to so many bytes in all. @throws Refused when the budget is spent */
  growTo(bytes: number): void {
    if (bytes > this.#bytes) this.grow(bytes - this.#bytes);
  }

  /** Releases bytes that are no longer referenced. */
  shrink(bytes: number): void {
    const freed = Math.min(bytes, this.#bytes);
    this.#bytes -= freed;
    this.take(-freed);
  }

  /** Releases everything at the end of the request. */
  release(): void {
    this.shrink(this.#bytes);
  }
}

/**
 * Gives the memory of an array back at once: V8 would let a hundred MiB of dead arrays wait for a collection, which no
 * budget counts. The array is empty from here on; one that shares its memory is left as it is.
 *
 * @param held where the bytes are counted: they are released there
 */
export function freeBytes(bytes: Uint8Array<ArrayBuffer>, held?: HeldBytes): void {
  held?.shrink(bytes.length);
  if (bytes.byteLength === bytes.buffer.byteLength) bytes.buffer.transfer(0);
}

/** The budget of this process (decision 073): with a heap at rest, well under 400 MiB. */
export const BODY_BUDGET: ByteBudget = new ByteBudget(64 * MIB);

/** After how long a request that the budget refused may be sent again, ms. */
export const OVERLOAD_WAIT_MS = 5_000;
