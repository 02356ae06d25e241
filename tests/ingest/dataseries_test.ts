import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { ProjectSeriesDraft } from "@/lib/timeseries/series_schema.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { aHouse } from "@/tests/helpers/a_dwelling.ts";
import { aSeries, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { CountedStores } from "@/tests/helpers/changed_stores.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

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

// @spec series.units
Deno.test("the decimals of a series are those of its own unit: a meter in MWh has three", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask }) => {
    const add = (body: ReturnType<typeof seriesDraft>) =>
      answerOf(ask("createDataseries", { projectId: PROJECT, body }));
    await add(seriesDraft({ dataUnitId: "ECSE", importedUnit: "MWh" }));
    await add(seriesDraft({ dataUnitId: "ECSV", importedUnit: "L" }));
    await add(seriesDraft({ dataUnitId: "GAZV" }));
    const series = await answerOf(ask("listDataseries", { projectId: PROJECT }));
    deepStrictEqual(series.map(({ unit }) => [unit.unit, unit.dailyPrecision]), [
      ["L", 0],
      ["MWh", 3],
      ["m³", 0],
    ]);
  }));

// @spec imports.absent-unchanged
Deno.test("putDataseries keeps the rhythm and the use that its body lacks; null erases them", () =>
  withMember({ roles: ["collect:houseadmin", "collect"] }, async ({ ask }) => {
    const at = { projectId: PROJECT };
    const body = {
      dataUnitId: "ELEC",
      scope: "housing",
      renamed: null,
      importedUnit: null,
      manualIndex: false,
      equipmentId: null,
      dataSourceOptions: {},
    } as const;
    const set = { rhythm: "week", use: "heating" } as const;
    const { id: series } = await answerOf(
      ask("createDataseries", { ...at, body: { ...body, ...set } }),
    );
    const put = async (over: Partial<ProjectSeriesDraft>) => {
      await answerOf(ask("putDataseries", { ...at, series, body: { ...body, ...over } }));
      const all = await answerOf(ask("listDataseries", at));
      const { rhythm, use, renamed } = all.find(({ id }) => id === series) ?? {};
      return { rhythm, use, renamed };
    };
    deepStrictEqual(await put({ renamed: "Séjour" }), { ...set, renamed: "Séjour" });
    deepStrictEqual(await put({ use: null }), { rhythm: "week", use: null, renamed: null });
    await put({ use: "heating" });
    // Water has no use: that of the electricity meter does not stay with it.
    deepStrictEqual(await put({ dataUnitId: "EFSV" }), {
      rhythm: "week",
      use: null,
      renamed: null,
    });
  }));
