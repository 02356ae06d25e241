import { Batcher } from "./batcher.ts";
import { type Key, KEYS_PER_READ, type MaybeEntry, type Store } from "./store.ts";

/**
 * A store that batches, by ten, the single reads made in one turn of the event loop.
 *
 * Each batch of ten is one snapshot: for tasks whose keys have no other writer.
 */
export class BatchingStore implements Store {
  readonly #reads: Batcher<Key, MaybeEntry>;

  constructor(private readonly store: Store) {
    this.#reads = new Batcher((keys: readonly Key[]) => entriesAt(store, keys), {
      most: KEYS_PER_READ,
      later: (read) => void setTimeout(read, 0),
    });
  }

  get(key: Key): Promise<MaybeEntry> {
    return this.#reads.ask(key);
  }

  getMany(keys: readonly Key[]): Promise<readonly MaybeEntry[]> {
    return Promise.all(keys.map((key) => this.get(key)));
  }

  list(...args: Parameters<Store["list"]>): ReturnType<Store["list"]> {
    return this.store.list(...args);
  }

  atomic(): ReturnType<Store["atomic"]> {
    return this.store.atomic();
  }
}

async function entriesAt(store: Store, keys: readonly Key[]): Promise<(key: Key) => MaybeEntry> {
  const entries = await store.getMany(keys);
  const found = new Map(keys.map((key, at) => [key, entries[at]]));
  return (key) => found.get(key) ?? { key, value: null, versionstamp: null };
}
