import type { Store } from "@/lib/backend/kv/store.ts";

/** A store that records the lifetime of each value written, ms. */
export function withLives(store: Store, lives: (number | undefined)[]): Store {
  return {
    get: (key) => store.get(key),
    getMany: (keys) => store.getMany(keys),
    list: (selector, options) => store.list(selector, options),
    atomic: () => {
      const atomic = store.atomic();
      const set = atomic.set.bind(atomic);
      atomic.set = (key, value, options) => {
        lives.push(options?.expireIn);
        return set(key, value, options);
      };
      return atomic;
    },
  };
}
