import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { deleteAll } from "@/lib/store/commits.ts";
import { keys } from "@/lib/store/keys.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

Deno.test("deleteAll() deletes every entry under a prefix and no other, over several commits", () =>
  withStore(async (store) => {
    const atomic = store.atomic().set(keys.member("o2", "a1"), true);
    for (let rank = 0; rank < 5; rank++) atomic.set(keys.member("o1", `a${rank}`), true);
    await atomic.commit();
    strictEqual(await deleteAll(store, { prefix: keys.member.under("o1") }, { perCommit: 2 }), 5);
    const left = await Array.fromAsync(store.list({ prefix: keys.member.under() }));
    deepStrictEqual(left.map(({ key }) => key), [keys.member("o2", "a1")]);
  }));
