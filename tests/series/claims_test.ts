import { deepStrictEqual, rejects } from "node:assert/strict";
import { claimsOf } from "@/lib/series/claims.ts";
import { keys } from "@/lib/store/keys.ts";
import { listLenient, UnreadableValue } from "@/lib/store/unreadable_values.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

// @spec calls.unread
Deno.test("claimsOf() caches nothing of a read in part: readings are filed by the whole of the claims", () =>
  withStore(async (store) => {
    await store.atomic().set(keys.seriesSource("p1", "serial=1"), { wrong: true }).commit();
    for (const _ of [1, 2]) {
      const { unread } = await listLenient(() => claimsOf(store, "p1"));
      deepStrictEqual([...unread.keys()], ["series_source/p1/serial=1"]);
      await rejects(claimsOf(store, "p1"), UnreadableValue);
    }
  }));
