import { ok, strictEqual } from "node:assert/strict";
import { StoredSeries } from "@/lib/backend/kv/series/series.ts";
import { aHouse } from "@/tests/backend/a_dwelling.ts";
import { aSeries, PROJECT, withMember } from "@/tests/backend/a_residence.ts";
import { CountedStores } from "@/tests/loading/counted_store.ts";

Deno.test("after a reading, « Capteurs » does not list the settings of the residence again", async () => {
  const stores = new CountedStores();
  await withMember({
    isAdmin: true,
    roles: ["collect", "collect:boilerroom:read", "collect:boilerroom:write"],
  }, async ({ built, ask }) => {
    const at = { projectId: PROJECT };
    const id = await aSeries(ask, "GAZV");
    await aHouse(ask);
    const shown = async () => {
      const [series, unknown] = await Promise.all([
        ask("listDataseries", at),
        ask("listUnknownSources", at),
      ]);
      ok(series.ok && unknown.ok);
      return series.answer;
    };
    const [first] = await shown();
    strictEqual(first?.id, id);
    const from = stores.listed;
    const readings = [{ epochS: built.clock.now() / 1_000, value: 1 }];
    await new StoredSeries(built.platform.own.store, PROJECT, built.clock.now)
      .append([{ seriesId: id, kind: "index", readings }]);
    await built.platform.versions.bump([{ kind: "readings", id: PROJECT }]);
    await shown();
    strictEqual(stores.listed - from, 0);
    // A setting is visible at once, with the version required by the next change.
    const { dataUnitId, scope, importedUnit, manualIndex, equipmentId, version } = first;
    const kept = { dataUnitId, scope, importedUnit, manualIndex, equipmentId, version };
    const body = { ...kept, renamed: "Compteur gaz", dataSourceOptions: {} };
    ok((await ask("putDataseries", { ...at, series: id, body })).ok);
    const [after] = await shown();
    strictEqual(after?.renamed, "Compteur gaz");
    ok(after.version !== version);
  }, { before: stores.counted });
});
