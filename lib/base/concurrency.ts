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

/** Does works a few at a time, in order of arrival; only some may wait. */
export class Turns {
  #busy = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(private readonly most: { readonly atOnce: number; readonly waiting: number }) {}

  /** @throws CallError when too many wait */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#busy < this.most.atOnce) this.#busy++;
    else {
      if (this.#waiting.length >= this.most.waiting) throw new CallError("overloaded");
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      // The next one takes this place.
      const next = this.#waiting.shift();
      if (next === undefined) this.#busy--;
      else next();
    }
  }
}

/**
 * Limits the total size of the texts parsed, or of the files checked, at the same time; in order of arrival.
 *
 * Parsed texts take many times the memory of their bytes: bodies wait as bytes until there is room.
 */
export class ParsingRoom {
  #used = 0;
  readonly #waiting: { readonly size: number; readonly enter: () => void }[] = [];

  constructor(readonly size: number) {}

  /** Runs a task on `size` bytes; a task larger than the room runs alone. */
  async run<T>(size: number, task: () => Promise<T>): Promise<T> {
    const granted = Math.min(size, this.size);
    await this.#enter(granted);
    try {
      return await task();
    } finally {
      this.#leave(granted);
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
