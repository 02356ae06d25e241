import type { Store } from "@/lib/store/store.ts";
import { aroundStore } from "@/tests/helpers/changed_stores.ts";

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
