import { BoundedMap } from "@/lib/backend/core/bounded_map.ts";
import type { Store } from "./store.ts";

/** Residences of which a process caches a value. */
export const RESIDENCES_REMEMBERED = 200;

/** A cache by name for each store, with eviction; a closed store releases its cache. */
export class StoreMemory<Value> {
  readonly #byStore = new WeakMap<Store, BoundedMap<Value>>();

  /** @param limit values cached for one store, as {@link BoundedMap} counts them; with sizes, the sum of theirs */
  constructor(readonly limit: number, private readonly sizeOf?: (value: Value) => number) {}

  of(store: Store): BoundedMap<Value> {
    const known = this.#byStore.get(store) ?? new BoundedMap<Value>(this.limit, this.sizeOf);
    this.#byStore.set(store, known);
    return known;
  }
}
