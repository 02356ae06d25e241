import { type Key, KEYS_PER_READ, type MaybeEntry, type Store } from "./store.ts";

interface PendingRead {
  readonly key: Key;
  readonly answer: (entry: MaybeEntry) => void;
  readonly fail: (cause: unknown) => void;
}

/**
 * A store whose single reads made in one microtask are batched by ten.
 *
 * Each batch of ten is one snapshot: for tasks whose keys have no other writer.
 */
export class BatchingStore implements Store {
  readonly #store: Store;
  #asked: PendingRead[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  get(key: Key): Promise<MaybeEntry> {
    return new Promise((answer, fail) => {
      if (this.#asked.length === 0) setTimeout(() => this.#readAll(), 0);
      this.#asked.push({ key, answer, fail });
    });
  }

  getMany(keys: readonly Key[]): Promise<readonly MaybeEntry[]> {
    return Promise.all(keys.map((key) => this.get(key)));
  }

  list(...args: Parameters<Store["list"]>): ReturnType<Store["list"]> {
    return this.#store.list(...args);
  }

  atomic(): ReturnType<Store["atomic"]> {
    return this.#store.atomic();
  }

  #readAll(): void {
    const asked = this.#asked;
    this.#asked = [];
    for (let from = 0; from < asked.length; from += KEYS_PER_READ) {
      const some = asked.slice(from, from + KEYS_PER_READ);
      this.#store.getMany(some.map(({ key }) => key)).then(
        (entries) => some.forEach(({ key, answer }, at) => answer(entries[at] ?? nothingAt(key))),
        (cause) => some.forEach(({ fail }) => fail(cause)),
      );
    }
  }
}

function nothingAt(key: Key): MaybeEntry {
  return { key, value: null, versionstamp: null };
}
