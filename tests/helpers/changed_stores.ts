/** Stores that count, observe, fail or fill up, around another store. @module */
import { sumBy } from "@/lib/base/sums.ts";
import { chance } from "@/lib/demo/simulation/random.ts";
import type { Atomic, Committed, Entry, Store } from "@/lib/store/store.ts";

/** A store with some operations of its own; the others are those of another store. */
export function aroundStore(store: Store, own: Partial<Store>): Store {
  return {
    get: (key) => store.get(key),
    getMany: (keys) => store.getMany(keys),
    list: (...run) => store.list(...run),
    atomic: () => store.atomic(),
    ...own,
  };
}

/** What a commit is made of. */
interface CommitContent {
  readonly checkCount: number;
  readonly mutationCount: number;
}

/** A store whose commits are made by a function. */
export function withCommits(
  store: Store,
  commit: (inner: Atomic, content: CommitContent) => Promise<Committed>,
): Store {
  const atomicAround = (inner: Atomic): Atomic => {
    const content = { checkCount: 0, mutationCount: 0 };
    const atomic: Atomic = {
      check(...checks) {
        content.checkCount += checks.length;
        inner.check(...checks);
        return atomic;
      },
      set: (...entry) => (content.mutationCount++, inner.set(...entry), atomic),
      delete: (key) => (content.mutationCount++, inner.delete(key), atomic),
      sum: (...sum) => (content.mutationCount++, inner.sum(...sum), atomic),
      commit: () => commit(inner, content),
    };
    return atomic;
  };
  return aroundStore(store, { atomic: () => atomicAround(store.atomic()) });
}

/** Number of operations of a store, by kind. */
export interface ReadCounts {
  get: number;
  getMany: number;
  list: number;
  /** Entries returned by lists. */
  listed: number;
}

/** The counts of a store that is not open yet. */
export function noReads(): ReadCounts {
  return { get: 0, getMany: 0, list: 0, listed: 0 };
}

/** A store that adds its reads to some counts. */
export function countedStore(
  store: Store,
  asked: ReadCounts = noReads(),
): { store: Store; asked: ReadCounts } {
  async function* counting(entries: AsyncIterable<Entry>) {
    for await (const entry of entries) {
      asked.listed++;
      yield entry;
    }
  }
  const counted = aroundStore(store, {
    get: (key) => (asked.get++, store.get(key)),
    getMany: (keys) => (asked.getMany++, store.getMany(keys)),
    list: (...run) => (asked.list++, counting(store.list(...run))),
  });
  return { store: counted, asked };
}

/** The stores of one program, counted together. */
export class CountedStores {
  readonly #counts: ReadCounts[] = [];

  readonly counted = (store: Store): Store => {
    const { store: counted, asked } = countedStore(store);
    this.#counts.push(asked);
    return counted;
  };

  /** Entries returned by their lists. */
  get listed(): number {
    return sumBy(this.#counts, ({ listed }) => listed);
  }
}

/**
 * A store that calls a function before each of its commits, with the number of mutations in it, and
 * one after.
 */
export function observedStore(
  store: Store,
  beforeCommit: (mutationCount: number) => Promise<void> | void,
  afterCommit: () => void = () => {},
): Store {
  return withCommits(store, async (inner, { mutationCount }) => {
    await beforeCommit(mutationCount);
    return await inner.commit().finally(afterCommit);
  });
}

/** Fault rates of a store, from 0 to 1. */
export interface Faults {
  /**
   * Operations that throw; a commit may throw before or after it is made, unknown to the caller.
   */
  errorRate: number;
  /** Commits with a check that fail as if another write had come first. */
  conflictRate: number;
  /** Operations that take `delayMs` longer. */
  delayRate: number;
  delayMs: number;
}

/** Errors of a failing store: messages of SQLite, and unknown ones. */
export const FAULT_WORDS: readonly string[] = ["disk I/O error", "injected fault"];

/** A store that fails at the current rates of `faults`, reproducibly for a seed. */
export function faultyStore(store: Store, faults: Faults, seed: number): Store {
  let index = 0;
  const isDrawn = (rate: number) => chance(seed, index++) < rate;
  const stumble = async () => {
    if (isDrawn(faults.delayRate)) {
      await new Promise((resolve) => setTimeout(resolve, faults.delayMs));
    }
    if (isDrawn(faults.errorRate)) throw new Error(FAULT_WORDS[index % 2]);
  };
  async function* list(...asked: Parameters<Store["list"]>): AsyncGenerator<Entry> {
    await stumble();
    for await (const entry of store.list(...asked)) {
      yield entry;
      if (isDrawn(faults.errorRate)) throw new Error(FAULT_WORDS[index % 2]);
    }
  }
  const faulty = withCommits(store, async (inner, { checkCount }) => {
    await stumble();
    if (checkCount > 0 && isDrawn(faults.conflictRate)) return { ok: false };
    const committed = await inner.commit();
    if (isDrawn(faults.errorRate)) throw new Error(FAULT_WORDS[index % 2]);
    return committed;
  });
  return {
    ...faulty,
    get: async (key) => (await stumble(), await store.get(key)),
    getMany: async (keys) => (await stumble(), await store.getMany(keys)),
    list,
  };
}

/** Whether there is room left. */
export interface Disk {
  isFull: boolean;
}

/** A disk with room for some commits, which counts those that it refuses. */
export class SmallDisk implements Disk {
  room = Infinity;
  refusedCount = 0;

  /** Asked once for each commit. */
  get isFull(): boolean {
    if (this.room-- > 0) return false;
    this.refusedCount++;
    return true;
  }
}

/** The message of SQLite on a full disk. */
export const FULL = "database or disk is full";

/** A store on a disk that fills up: reads work, and every commit fails with SQLite's error. */
export function storeOn(disk: Disk, store: Store): Store {
  return withCommits(
    store,
    (inner) => disk.isFull ? Promise.reject(new TypeError(FULL)) : inner.commit(),
  );
}

/** A store that records the lifetime of each value written, ms. */
export function withLives(store: Store, lives: (number | undefined)[]): Store {
  return aroundStore(store, {
    atomic: () => {
      const atomic = store.atomic();
      const set = atomic.set.bind(atomic);
      atomic.set = (key, value, options) => {
        lives.push(options?.expireIn);
        return set(key, value, options);
      };
      return atomic;
    },
  });
}
