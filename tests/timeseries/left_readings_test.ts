import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { seriesFaults } from "@/lib/timeseries/store/check.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { removeLeftReadings } from "@/lib/timeseries/store/removal.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { seriesIdsOf } from "@/lib/timeseries/store/yearly_rollups.ts";
import { houseDraft } from "@/tests/helpers/a_dwelling.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

Deno.test("removeLeftReadings() removes the readings of deleted series and dwellings, and no other", () =>
  withStore(async (store, { now }) => {
    const house = { ...houseDraft(), config: {} };
    await store.atomic()
      .set(keys.dataseries("p", "gas"), seriesDraft({ dataUnitId: "GAZV" }))
      .set(keys.dataseries("p", "water"), seriesDraft({ dataUnitId: "EFSV", scope: "housing" }))
      .set(keys.house("p", "h1"), house)
      .set(keys.house("elsewhere", "h2"), house).commit();
    const kept = ["gas", storedSeriesId("water", "h1")];
    const left = [
      "deleted",
      storedSeriesId("water", "h2"),
      storedSeriesId("deleted", "h1"),
    ];
    const readings = [{ epochS: now() / 1_000 - 60, value: 4 }];
    await new StoredSeries(store, "p", now).append(
      [...kept, ...left].map((seriesId) => ({ seriesId, kind: "index", readings })),
    );
    await compact(store, "p", now);
    await removeLeftReadings(store, "p", now);
    deepStrictEqual(await seriesIdsOf(store, "p"), kept);
    const points = new StoredSeries(store, "p", now);
    const all = { fromS: 0, toS: 2 ** 32 };
    const counts = kept.map(async (id) => (await points.points(id, all)).length);
    deepStrictEqual(await Promise.all(counts), [1, 1]);
    deepStrictEqual(await Array.fromAsync(seriesFaults(store, "p")), []);
  }));

Deno.test("removeLeftReadings() lists the series of a residence as often for many dwellings as for one", async () => {
  strictEqual(await headListsFor(30), await headListsFor(1));
});

/** How often the series are listed to remove those that a series deleted from some dwellings has left. */
async function headListsFor(houseCount: number): Promise<number> {
  let listCount = 0;
  await withStore(async (store, { now }) => {
    const readings = [{ epochS: now() / 1_000 - 60, value: 4 }];
    const left = Array.from(
      { length: houseCount },
      (_, rank) => storedSeriesId("gone", `h${rank}`),
    );
    await new StoredSeries(store, "p", now).append(
      left.map((seriesId) => ({ seriesId, kind: "index", readings })),
    );
    await compact(store, "p", now);
    const list = store.list.bind(store);
    const prefix = keys.seriesHead.under("p").join();
    store.list = (selector, options) => {
      if ("prefix" in selector && selector.prefix.join() === prefix) listCount++;
      return list(selector, options);
    };
    await removeLeftReadings(store, "p", now);
    deepStrictEqual(await seriesIdsOf(store, "p"), []);
  });
  return listCount;
}
