import { BoundedMap } from "@/lib/backend/core/bounded_map.ts";
import type { Store } from "./store.ts";

/** Values remembered by name for each store: those not used lately are forgotten, and a store that is gone keeps none. */
export class StoreMemory<Value> {
  readonly #byStore = new WeakMap<Store, BoundedMap<Value>>();

  /** @param limit values remembered for one store, as {@link BoundedMap} counts them */
  constructor(readonly limit: number) {}

  /** What is remembered for a store. */
  of(store: Store): BoundedMap<Value> {
    const known = this.#byStore.get(store);
    if (known !== undefined) return known;
    const empty = new BoundedMap<Value>(this.limit);
    this.#byStore.set(store, empty);
    return empty;
  }
}
