import { setImmediate as nextTurn } from "node:timers/promises";

/** Longest run of one task before other requests are served, ms. */
const SLICE_MS = 12;

/** Splits a long computation into slices, so that other requests are served in between. */
export class Slices {
  #startedAt = performance.now();

  /** Call between units of work of at most a few milliseconds: waits once the slice is used up. */
  async pause(): Promise<void> {
    if (performance.now() - this.#startedAt < SLICE_MS) return;
    await nextTurn();
    this.#startedAt = performance.now();
  }
}
