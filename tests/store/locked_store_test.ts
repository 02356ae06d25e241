import { deepStrictEqual } from "node:assert/strict";
import { withStore } from "@/tests/helpers/fixtures.ts";

/** Lists whose entries at some places, counted over all of them, fail as while another process holds the lock. */
async function withLockedLists(places: readonly number[], test: () => Promise<void>) {
  const { list } = Deno.Kv.prototype;
  let count = 0;
  function locked(this: Deno.Kv, ...run: Parameters<Deno.Kv["list"]>) {
    const entries = list.call(this, ...run);
    const next = entries.next.bind(entries);
    entries.next = () =>
      places.includes(count++) ? Promise.reject(new TypeError("database is locked")) : next();
    return entries;
  }
  Reflect.set(Deno.Kv.prototype, "list", locked);
  try {
    await test();
  } finally {
    Deno.Kv.prototype.list = list;
  }
}

Deno.test("a list continues after its last entry however often another process holds the lock", () =>
  withStore(async (store) => {
    const atomic = store.atomic();
    for (let rank = 0; rank < 6; rank++) atomic.set(["a", rank], rank);
    await atomic.commit();
    const listed = async (options?: Deno.KvListOptions) => {
      const entries = await Array.fromAsync(store.list({ prefix: ["a"] }, options));
      return entries.map(({ value }) => value);
    };
    for (const places of [[0, 1], [3], [1, 3, 5], [3, 4, 5], [6, 7]]) {
      await withLockedLists(
        places,
        async () => deepStrictEqual(await listed(), [0, 1, 2, 3, 4, 5]),
      );
      await withLockedLists(
        places,
        async () => deepStrictEqual(await listed({ limit: 4, batchSize: 2 }), [0, 1, 2, 3]),
      );
    }
  }));
