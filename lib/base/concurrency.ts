/** Pauses, time limits, groups and turns for asynchronous work. @module */

import { CallError } from "./errors.ts";

/** A list split into groups of at most `size` elements, in order; no group for an empty list. */
export function chunk<Item>(list: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(list.length / size);
  return Array.from(
    { length: count },
    (_, position) => list.slice(position * size, (position + 1) * size),
  );
}

/** Reads at the same time for one caller. All reads of a large landlord at once would delay those of other callers. */
const AT_ONCE = 64;

/** As {@link Promise.all} over `read(item)`, with at most `atOnce` reads at the same time; results in order. */
export async function readEach<Item, Result>(
  items: readonly Item[],
  read: (item: Item, index: number) => Promise<Result>,
  atOnce: number = AT_ONCE,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const some of chunk([...items.entries()], atOnce)) {
    results.push(...await Promise.all(some.map(([index, item]) => read(item, index))));
  }
  return results;
}

/**
 * The result of work; null after a timeout, while the work continues.
 *
 * @param until monotonic time, ms; Infinity waits for the work
 * @param work only waits for the timeout when omitted
 */
export async function endedBy<T>(until: number, work?: Promise<T>): Promise<T | null> {
  if (until === Infinity && work !== undefined) return await work;
  const time = Promise.withResolvers<null>();
  const timer = setTimeout(() => time.resolve(null), Math.max(0, until - performance.now()));
  try {
    return await Promise.race([time.promise, ...(work === undefined ? [] : [work])]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for a time, ms. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits a little longer each time, with a random delay so that two callers do not collide again. */
export function pauseAfter(tries: number): Promise<void> {
  return pause(Math.random() * Math.min(2 ** tries, 50));
}

/**
 * Limits what is done at the same time, in order of arrival: a number of works, or the total size of the texts parsed or
 * of the files checked. Parsed texts take many times the memory of their bytes: bodies wait as bytes until there is room.
 */
export class Turns {
  #used = 0;
  readonly #waiting: { readonly size: number; readonly enter: () => void }[] = [];

  /**
   * @param most works at the same time, or their total size
   * @param mostWaiting works that may wait; others are refused
   */
  constructor(private readonly most: number, private readonly mostWaiting: number = Infinity) {}

  /** Does a work; one larger than all the room is done alone. @throws CallError when too many wait */
  async run<Result>(work: () => Promise<Result>, size = 1): Promise<Result> {
    const granted = Math.min(size, this.most);
    await this.#enter(granted);
    try {
      return await work();
    } finally {
      this.#leave(granted);
    }
  }

  #enter(size: number): Promise<void> {
    if (this.#waiting.length === 0 && this.#used + size <= this.most) {
      this.#used += size;
      return Promise.resolve();
    }
    if (this.#waiting.length >= this.mostWaiting) throw new CallError("overloaded");
    return new Promise((enter) => void this.#waiting.push({ size, enter }));
  }

  #leave(size: number): void {
    this.#used -= size;
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (this.#used + next.size > this.most) return;
      this.#used += next.size;
      this.#waiting.shift();
      next.enter();
    }
  }
}

/** The room of this process, bytes. */
export const PARSING_ROOM: Turns = new Turns(3 * 1_024 * 1_024);
