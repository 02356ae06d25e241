import { sumBy } from "@/lib/base/sums.ts";
import type { Entry, Store } from "@/lib/store/store.ts";
import { aroundStore, withCommits } from "@/tests/helpers/around_store.ts";

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
