import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { StoreMemory } from "@/lib/store/cache.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

Deno.test("StoreMemory caches values separately for each store", () =>
  withStore((one) =>
    withStore((other) => {
      const memory = new StoreMemory<{ readonly count: number }>(10);
      memory.of(one).set("name", { count: 1 });
      strictEqual(memory.of(one).get("name")?.count, 1);
      strictEqual(memory.of(other).get("name"), undefined);
      return Promise.resolve();
    })
  ));

Deno.test("StoreMemory with sizes keeps the values used last up to their sum, and none larger than it", () =>
  withStore((store) => {
    const values = new StoreMemory<readonly number[]>(15, ({ length }) => length).of(store);
    for (let rank = 0; rank < 5; rank++) values.set(`p${rank}`, Array(6).fill(rank));
    values.set("larger than all", Array(16).fill(0));
    const kept = ["p0", "p1", "p2", "p3", "p4", "larger than all"].filter((name) =>
      values.get(name)
    );
    deepStrictEqual(kept, ["p3", "p4"]);
    return Promise.resolve();
  }));
