import { pause } from "@/lib/backend/core/pause.ts";
/** Time without parsing after which a room is quiet, ms: a sender on the same machine sends again within it. */
const MOMENT_MS = 10;

/**
 * Limits the total size of texts parsed at the same time, in order of arrival.
 *
 * Parsed texts take many times the memory of their bytes: bodies wait as bytes until there is room.
 */
export class ParsingRoom {
  #used = 0;
  #leftAt = -Infinity;
  readonly #waiting: { readonly size: number; readonly enter: () => void }[] = [];

  constructor(readonly size: number) {}

  /** Runs a task that parses `size` bytes; a task larger than the room runs alone. */
  async run<T>(size: number, task: () => Promise<T>): Promise<T> {
    const taken = Math.min(size, this.size);
    await this.#enter(taken);
    try {
      return await task();
    } finally {
      this.#leave(taken);
    }
  }

  /** Resolves after a short time without parsing: the room is also empty between two bodies of a sender. */
  async quiet(maxMs: number): Promise<void> {
    const endsAt = performance.now() + maxMs;
    for (;;) {
      const now = performance.now();
      const quietAt = this.#used > 0 ? now + MOMENT_MS : this.#leftAt + MOMENT_MS;
      const waitMs = Math.min(quietAt, endsAt) - now;
      if (waitMs <= 0) return;
      await pause(waitMs);
    }
  }

  #enter(size: number): Promise<void> {
    if (this.#waiting.length === 0 && this.#used + size <= this.size) {
      this.#used += size;
      return Promise.resolve();
    }
    return new Promise((enter) => void this.#waiting.push({ size, enter }));
  }

  #leave(size: number): void {
    this.#used -= size;
    this.#leftAt = performance.now();
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (this.#used + next.size > this.size) return;
      this.#used += next.size;
      this.#waiting.shift();
      next.enter();
    }
  }
}

/** The room of this process, bytes. */
export const PARSING_ROOM: ParsingRoom = new ParsingRoom(3 * 1_024 * 1_024);
