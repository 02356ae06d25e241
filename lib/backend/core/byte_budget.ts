import { Refused } from "./refused.ts";

const MIB = 1_024 * 1_024;

/** A body that says it is no longer than this is small, bytes: any form without a file but the longest texts. */
export const SMALL_BODY_BYTES = 64 * 1_024;

/**
 * Bytes that bodies may hold at once, over all requests of a process.
 *
 * A size limit bounds one body; memory is bounded only when what all of them hold is counted together.
 */
export class ByteBudget {
  #heldBytes = 0;

  /**
   * @param maxBytes what requests may hold together
   * @param reservedBytes what small ones may hold beyond it, so that large ones leave them room
   */
  constructor(readonly maxBytes: number, private readonly reservedBytes = 0) {}

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** An empty reservation, to be released with its request. */
  open(): HeldBytes {
    return new HeldBytes((bytes) => this.#take(bytes, this.maxBytes));
  }

  /**
   * The same for a small request: what it holds up to `SMALL_BODY_BYTES` may come from the reserve.
   *
   * @spec forms.reserve
   */
  openSmall(): HeldBytes {
    const maxBytes = this.maxBytes + this.reservedBytes;
    return new HeldBytes((bytes, ownBytes) =>
      this.#take(bytes, ownBytes > SMALL_BODY_BYTES ? this.maxBytes : maxBytes)
    );
  }

  #take(bytes: number, maxBytes: number): boolean {
    if (bytes > 0 && this.#heldBytes + bytes > maxBytes) return false;
    this.#heldBytes += bytes;
    return true;
  }
}

/** Where bytes are counted, before there is memory for them. */
export type CountedBytes = Pick<HeldBytes, "grow" | "shrink">;

/** The part of a budget reserved by one request. */
export class HeldBytes {
  #bytes = 0;

  /** @param take reserves, or releases a negative number, for one who then holds so many; false when the budget is exhausted */
  constructor(private readonly take: (bytes: number, ownBytes: number) => boolean) {}

  /** Reserves more bytes, before they are allocated. @throws Refused when the budget is spent */
  grow(bytes: number): void {
    if (!this.take(bytes, this.#bytes + bytes)) throw new Refused("overloaded");
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
    this.take(-freed, this.#bytes);
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

/** The budget of this process (decisions 073 and 145): with a heap at rest, well under 400 MiB. */
export const BODY_BUDGET: ByteBudget = new ByteBudget(62 * MIB, 2 * MIB);

/** After how long a request that the budget refused may be sent again, ms. */
export const OVERLOAD_WAIT_MS = 5_000;
