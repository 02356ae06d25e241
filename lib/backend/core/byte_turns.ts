import { Refused } from "./refused.ts";

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

  /** Runs a task that holds `bytes` bytes. @throws Refused when there is no room in time */
  async during<Result>(bytes: number, act: () => Promise<Result>): Promise<Result> {
    const taken = Math.min(bytes, this.maxBytes);
    if (this.#hasRoom(taken)) this.#heldBytes += taken;
    else await this.#turn(taken);
    try {
      return await act();
    } finally {
      this.#heldBytes -= taken;
      this.#startWaiting();
    }
  }

  #hasRoom(bytes: number): boolean {
    return this.#heldBytes + bytes <= this.maxBytes;
  }

  async #turn(bytes: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { bytes, start: resolve };
    const timer = setTimeout(() => {
      this.#waiting.delete(waiting);
      reject(new Refused("overloaded"));
    }, this.waitMs);
    this.#waiting.add(waiting);
    await promise.finally(() => clearTimeout(timer));
  }

  /** Starts waiting tasks in order of arrival; a small one may pass a large one that does not fit. */
  #startWaiting(): void {
    for (const waiting of this.#waiting) {
      if (!this.#hasRoom(waiting.bytes)) continue;
      this.#waiting.delete(waiting);
      this.#heldBytes += waiting.bytes;
      waiting.start();
    }
  }
}
