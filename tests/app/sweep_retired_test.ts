import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { faultOfEntry } from "@/lib/app/stored_kinds.ts";
import { sweepRetired } from "@/lib/app/sweep.ts";
import { keys, RETIRED_KEYS } from "@/lib/store/keys.ts";
import { MUTATIONS_PER_COMMIT } from "@/lib/store/store.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

Deno.test("sweepRetired() deletes the entries of older versions, which kv:check accepts", () =>
  withStore(async (store) => {
    for (let rank = 0; rank <= MUTATIONS_PER_COMMIT; rank++) {
      const key = ["provider_of_project", "p1", `v${rank}`];
      await store.atomic().set(key, { name: "Thermalia" }).commit();
    }
    await store.atomic().set(["clock_mark"], 1_790_000_000).commit();
    const kept = keys.provider("o1", "v1");
    await store.atomic().set(kept, { name: "Thermalia", emails: [], archived: false }).commit();
    const entries = () => Array.fromAsync(store.list({ prefix: [] }));
    strictEqual((await entries()).find((entry) => faultOfEntry(entry) !== null), undefined);
    await sweepRetired(store);
    deepStrictEqual((await entries()).map(({ key }) => key), [kept]);
    match(faultOfEntry({ key: ["provider_of_site", "p1"], value: 1 }) ?? "", /Unknown key/);
  }));

Deno.test("RETIRED_KEYS lists no family that is still written", () => {
  const written = new Set(Object.values(keys).map(({ doc }) => doc.name));
  deepStrictEqual(RETIRED_KEYS.filter(({ doc }) => written.has(doc.name)), []);
});
