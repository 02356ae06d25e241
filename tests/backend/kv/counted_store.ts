import type { Store } from "../../../lib/backend/kv/store.ts";

/** How often a store was asked, by way of asking. */
export interface Asked {
  get: number;
  getMany: number;
  list: number;
}

/** A store that counts what it is asked. */
export function countedStore(store: Store): { store: Store; asked: Asked } {
  const asked = { get: 0, getMany: 0, list: 0 };
  const counted: Store = {
    get: (key) => (asked.get++, store.get(key)),
    getMany: (keys) => (asked.getMany++, store.getMany(keys)),
    list: (...run) => (asked.list++, store.list(...run)),
    atomic: () => store.atomic(),
  };
  return { store: counted, asked };
}
