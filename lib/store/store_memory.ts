/** What this process remembers of each store, with the version at which it was read. @module */

import { LRUCache } from "lru-cache";
import type { Store } from "./store.ts";
import { readAlike } from "./unreadable_values.ts";

/** The versionstamp of an entry that changes with the value; null when there is none yet. */
type Version = string | null;

interface Remembered {
  readonly version: Version;
  readonly value: unknown;
}

/** What is remembered of one store, bytes; what was used last stays. */
const MOST_BYTES = 64 * 1_024 * 1_024;

/** By store: what is remembered of a closed one is released with it. */
const MEMORIES = new WeakMap<Store, LRUCache<string, Remembered>>();

function memoryOf(store: Store): LRUCache<string, Remembered> {
  return MEMORIES.getOrInsertComputed(store, () => new LRUCache({ maxSize: MOST_BYTES }));
}

/** Values of one kind, each remembered under a name until its version changes. */
export class StoreMemory<Value> {
  /**
   * @param kind distinct for each memory
   * @param sizeOf what a value takes in memory, about, bytes
   */
  constructor(private readonly kind: string, private readonly sizeOf: (value: Value) => number) {}

  /** The value, when it was read at this version. */
  at(store: Store, name: string, version: Version): Value | undefined {
    const known = memoryOf(store).get(this.#nameOf(name));
    // Only this memory sets values of its kind.
    return known !== undefined && known.version === version ? known.value as Value : undefined;
  }

  set(store: Store, name: string, { version, value }: { version: Version; value: Value }): void {
    const size = 1 + Math.ceil(this.sizeOf(value));
    memoryOf(store).set(this.#nameOf(name), { version, value }, { size });
  }

  /** The value at this version, read when another one is remembered; a value read in part is not remembered. */
  async of(
    store: Store,
    name: string,
    version: Version,
    read: () => Promise<Value>,
  ): Promise<Value> {
    const known = this.at(store, name, version);
    if (known !== undefined) return known;
    const { value, unread } = await readAlike(read);
    if (unread.size === 0) this.set(store, name, { version, value });
    return value;
  }

  #nameOf(name: string): string {
    return `${this.kind} ${name}`;
  }
}
