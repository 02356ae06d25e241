import { deepStrictEqual, rejects } from "node:assert/strict";
import { keys } from "@/lib/backend/kv/keys.ts";
import { readInPart, UnreadableValue } from "@/lib/backend/kv/unread.ts";
import { claimsOf } from "@/lib/backend/sources/claims.ts";
import { withStore } from "@/tests/backend/fixtures.ts";

// @spec calls.unread
Deno.test("claimsOf() caches nothing of a read in part: readings are filed by the whole of the claims", () =>
  withStore(async (store) => {
    await store.atomic().set(keys.seriesSource("p1", "serial=1"), { wrong: true }).commit();
    for (const _ of [1, 2]) {
      const { unread } = await readInPart(() => claimsOf(store, "p1"));
      deepStrictEqual([...unread.keys()], ["series_source/p1/serial=1"]);
      await rejects(claimsOf(store, "p1"), UnreadableValue);
    }
  }));
