import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { getUnder } from "@/lib/store/store.ts";
import { countedStore } from "@/tests/helpers/changed_stores.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

const PREFIX = ["thing", "p"];

Deno.test("getUnder() reads many keys by one list, few by key, and the rest of a longer list by key", () =>
  withStore(async (real) => {
    const { store, asked } = countedStore(real);
    for (let from = 0; from < 2_000; from += 100) {
      const atomic = real.atomic();
      for (let rank = from; rank < from + 100; rank++) atomic.set([...PREFIX, `k${rank}`], rank);
      await atomic.commit();
    }
    const valuesOf = async (ids: readonly string[]) => {
      Object.assign(asked, { getMany: 0, list: 0, listed: 0 });
      return (await getUnder(store, PREFIX, ids)).map(({ value }) => value);
    };
    deepStrictEqual(await valuesOf(["k7", "none", "k3"]), [7, null, 3]);
    deepStrictEqual([asked.getMany, asked.list], [1, 0]);
    const most = Array.from({ length: 1_000 }, (_, rank) => rank * 2);
    const ids = most.map((rank) => `k${rank}`);
    deepStrictEqual(await valuesOf([...ids, "none"]), [...most, null]);
    deepStrictEqual([asked.getMany, asked.list], [0, 1]);
    // The list of 200 of 2,000 is interrupted.
    const some = Array.from({ length: 200 }, (_, rank) => 1_999 - rank);
    deepStrictEqual(await valuesOf(some.map((rank) => `k${rank}`)), some);
    strictEqual(asked.listed, 800);
  }));
