import { strictEqual } from "node:assert/strict";
import { StoreMemory } from "@/lib/backend/kv/store_memory.ts";
import { withStore } from "@/tests/backend/fixtures.ts";

Deno.test("StoreMemory caches values separately for each store", () =>
  withStore((one) =>
    withStore((other) => {
      const memory = new StoreMemory<number>(10);
      memory.of(one).set("name", 1);
      strictEqual(memory.of(one).get("name"), 1);
      strictEqual(memory.of(other).get("name"), undefined);
      return Promise.resolve();
    })
  ));
