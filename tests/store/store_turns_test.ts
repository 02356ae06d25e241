import { deepStrictEqual } from "node:assert/strict";
import { openStore } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import { work } from "@/tests/helpers/held_loop.ts";

const OPERATIONS: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  get: (store) => store.get(["a"]),
  getMany: (store) => store.getMany([["a"], ["b"]]),
  list: (store) => Array.fromAsync(store.list({ prefix: ["a"] })),
  commit: (store) => store.atomic().set(["a"], 1).commit(),
};

for (const [name, operate] of Object.entries(OPERATIONS)) {
  Deno.test(`store yields to the event loop before ${name} after much work`, async () => {
    const store = await openStore(":memory:");
    const order: string[] = [];
    work(30);
    // A store in memory answers before the timer of one millisecond fires.
    const timer = new Promise((resolve) => setTimeout(() => resolve(order.push("timer")), 0));
    await operate(store);
    order.push(name);
    await timer;
    deepStrictEqual(order, ["timer", name]);
    store.close();
  });
}
