import { isDeepStrictEqual } from "node:util";
import { keyText } from "@/lib/backend/kv/key_order.ts";
import type { Atomic, Key, Store } from "@/lib/backend/kv/store.ts";

/** A commit that is never made: it tells whether it would change the store. @spec forms.same-values */
export class RehearsedCommit implements Atomic {
  /** The value left under each key, by its text; undefined for none. */
  readonly #left = new Map<string, { readonly key: Key; readonly value: unknown }>();

  check(): this {
    return this;
  }

  set(key: Key, value: unknown): this {
    this.#left.set(keyText(key), { key, value });
    return this;
  }

  delete(key: Key): this {
    return this.set(key, undefined);
  }

  /** Only versions are summed: they tell that something else has changed. */
  sum(): this {
    return this;
  }

  commit(): Promise<{ readonly ok: false }> {
    return Promise.resolve({ ok: false });
  }

  /** Whether all that it writes is stored already. */
  async changesNothing(store: Store): Promise<boolean> {
    const same = await Promise.all([...this.#left.values()].map(async ({ key, value }) => {
      const { value: stored } = await store.get(key);
      return isDeepStrictEqual(stored ?? undefined, value);
    }));
    return same.every((one) => one);
  }
}
