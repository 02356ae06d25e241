import { deepStrictEqual } from "node:assert/strict";
import { commitEach } from "@/lib/store/commits.ts";
import { keys } from "@/lib/store/keys.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

Deno.test("commitEach() writes every item, in commits of a bounded number of items", () =>
  withStore(async (store) => {
    await commitEach(store, ["a1", "a2", "a3", "a4", "a5"], {
      perCommit: 2,
      fill: (atomic, id) => atomic.set(keys.member("o1", id), true),
    });
    const written = await Array.fromAsync(store.list({ prefix: keys.member.under("o1") }));
    const byCommit = Map.groupBy(written, ({ versionstamp }) => versionstamp);
    deepStrictEqual([...byCommit.values()].map((some) => some.map(({ key }) => key.at(-1))), [
      ["a1", "a2"],
      ["a3", "a4"],
      ["a5"],
    ]);
  }));

Deno.test("commitEach() writes the items after a commit whose check failed", () =>
  withStore(async (store) => {
    const changed = await store.get(keys.member("o1", "a1"));
    await store.atomic().set(changed.key, true).commit();
    await commitEach(store, ["a1", "a2"], {
      perCommit: 1,
      fill: (atomic, id) =>
        (id === "a1" ? atomic.check(changed) : atomic)
          .set(keys.member("o1", id), false),
    });
    const written = await Array.fromAsync(store.list({ prefix: keys.member.under("o1") }));
    deepStrictEqual(written.map(({ value }) => value), [true, false]);
  }));
