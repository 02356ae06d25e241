/** Limits the memory that the bodies and long tasks of all requests hold together. @module */

import { CallError } from "./errors.ts";

const MIB = 1_024 * 1_024;

/** Declared length up to which a body is small, bytes: any form without a file, except the longest texts. */
export const SMALL_BODY_BYTES = 64 * 1_024;

/**
 * Bytes that concurrent bodies may hold, over all requests of a process.
 *
 * A size limit bounds one body; memory is bounded only when all bodies are counted together.
 */
export class ByteBudget {
  #heldBytes = 0;

  /**
   * @param maxBytes maximum for all requests together
   * @param reservedBytes reserve for small requests beyond it, so that large ones do not block them
   */
  constructor(readonly maxBytes: number, private readonly reservedBytes = 0) {}

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /**
   * An empty reservation, to be released with its request.
   *
   * @param maxBytes maximum for all requests together up to which this one may reserve more
   */
  open(maxBytes = this.maxBytes): MemoryReservation {
    const ownMaxBytes = Math.min(maxBytes, this.maxBytes);
    return new MemoryReservation((bytes) => this.#take(bytes, ownMaxBytes));
  }

  /**
   * As `open()`, for a small request: up to `SMALL_BODY_BYTES` may come from the reserve.
   *
   * @spec forms.reserve
   */
  openSmall(): MemoryReservation {
    const maxBytes = this.maxBytes + this.reservedBytes;
    return new MemoryReservation((bytes, ownBytes) =>
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
export type CountedBytes = Pick<MemoryReservation, "grow" | "shrink">;

/** The part of a budget reserved by one request. */
export class MemoryReservation {
  #bytes = 0;

  /** @param take reserves bytes, or releases a negative number, given the request's total; false when exhausted */
  constructor(private readonly take: (bytes: number, ownBytes: number) => boolean) {}

  /** Reserves more bytes, before they are allocated. @throws CallError when the budget is exhausted */
  grow(bytes: number): void {
    if (!this.take(bytes, this.#bytes + bytes)) throw new CallError("overloaded");
    this.#bytes += bytes;
  }

  /** Reserves bytes up to a total. @throws CallError when the budget is exhausted */
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
 * Frees the memory of an array immediately: V8 would let a hundred MiB of dead arrays wait for a collection, outside
 * any budget. The array is empty afterwards; one that shares its memory is unchanged.
 *
 * @param reservation budget that counts the bytes, from which they are released
 */
export function release(bytes: Uint8Array<ArrayBuffer>, reservation?: MemoryReservation): void {
  reservation?.shrink(bytes.length);
  if (bytes.byteLength === bytes.buffer.byteLength) bytes.buffer.transfer(0);
}

/** The budget of this process (decisions 073 and 145): well under 400 MiB with the idle heap. */
export const BODY_BUDGET: ByteBudget = new ByteBudget(62 * MIB, 2 * MIB);

/** Delay before a request refused by the budget may be sent again, ms. */
export const OVERLOAD_WAIT_MS = 5_000;

interface Waiting {
  readonly bytes: number;
  start(): void;
}

/**
 * A memory limit for long tasks that each hold many bytes: a task without room waits, holding nothing, then is refused.
 *
 * @spec deposits.room
 */
export class ByteTurns {
  #heldBytes = 0;
  readonly #waiting = new Set<Waiting>();

  /** @param waitMs how long a task waits for room */
  constructor(private readonly maxBytes: number, private readonly waitMs: number) {}

  /** Runs a task that holds `bytes` bytes. @throws CallError when there is no room in time */
  async during<Result>(bytes: number, act: () => Promise<Result>): Promise<Result> {
    const granted = Math.min(bytes, this.maxBytes);
    if (this.#hasRoom(granted)) this.#heldBytes += granted;
    else await this.#turn(granted);
    try {
      return await act();
    } finally {
      this.#heldBytes -= granted;
      this.#startWaiting();
    }
  }

  #hasRoom(bytes: number): boolean {
    return this.#heldBytes + bytes <= this.maxBytes;
  }

  async #turn(bytes: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const pending = { bytes, start: resolve };
    const timer = setTimeout(() => {
      this.#waiting.delete(pending);
      reject(new CallError("overloaded"));
    }, this.waitMs);
    this.#waiting.add(pending);
    await promise.finally(() => clearTimeout(timer));
  }

  /** Starts waiting tasks in order of arrival; a small one may pass a large one that does not fit. */
  #startWaiting(): void {
    for (const pending of this.#waiting) {
      if (!this.#hasRoom(pending.bytes)) continue;
      this.#waiting.delete(pending);
      this.#heldBytes += pending.bytes;
      pending.start();
    }
  }
}
