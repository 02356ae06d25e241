/** Cost of reading many series at once, as a page does, with the same results. */

import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { wholeYear } from "@/lib/base/civil_dates.ts";
import type { Store } from "@/lib/store/store.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { MOST_SERIES } from "@/lib/timeseries/store/yearly_rollups.ts";
import { countedStore, type ReadCounts } from "@/tests/helpers/changed_stores.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { onceFiled, second } from "@/tests/helpers/stores.ts";

const clock = () => 1_700_000_000_000;

/** Registers of some meters: read at the ends of January 2023, and once later. */
async function fill(store: Store, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, rank) => `meter-${rank}`);
  const series = new StoredSeries(store, "p", clock);
  await series.append(ids.map((seriesId, rank) => ({
    seriesId,
    kind: "index",
    readings: [
      { epochS: second("2022-12-31T23:00:00Z"), value: 100 },
      { epochS: second("2023-01-31T23:00:00Z"), value: 110 + rank },
      { epochS: second("2023-02-28T23:00:00Z"), value: 200 + rank },
    ],
  })));
  await compact(store, "p", clock);
  return ids;
}

/** Store operations while many series are read at once. */
async function readCounts(
  count: number,
  read: (series: StoredSeries, seriesId: string) => Promise<unknown>,
): Promise<Omit<ReadCounts, "listed">> {
  let counts = { get: 0, getMany: 0, list: 0 };
  await withStore(async (opened) => {
    const { store, asked } = countedStore(opened);
    const ids = await fill(store, count);
    const series = new StoredSeries(store, "p", clock);
    // The first reader builds the year of the project.
    await Promise.all(ids.map((id) => series.months(id, 2023)));
    const before = { ...asked };
    await Promise.all(ids.map((id) => read(series, id)));
    counts = {
      get: asked.get - before.get,
      getMany: asked.getMany - before.getMany,
      list: asked.list - before.list,
    };
  });
  return counts;
}

Deno.test("StoredSeries.months() of many series at once cost as much as of a few", async () => {
  const months = (series: StoredSeries, id: string) => series.months(id, 2023);
  deepStrictEqual(await readCounts(200, months), await readCounts(20, months));
});

Deno.test("StoredSeries.days() of many series at once list no arrival while none changes", async () => {
  const days = (series: StoredSeries, id: string) => series.days(id, wholeYear(2023));
  const { list } = await readCounts(40, days);
  strictEqual(list, 40);
});

Deno.test("StoredSeries of many series read at once, with pending readings, equal those read one by one", () =>
  withStore(async (store) => {
    const ids = await fill(store, 12);
    const series = new StoredSeries(store, "p", clock);
    const read = (id: string) =>
      Promise.all([series.months(id, 2023), series.days(id, wholeYear(2023)), series.last(id)]);
    // Three that the read merges, then many that are compacted first.
    for (const waiting of [ids.slice(0, 3), ids]) {
      await series.append(waiting.map((seriesId) => ({
        seriesId,
        kind: "index",
        readings: [{ epochS: second("2023-03-31T22:00:00Z") + waiting.length, value: 1_000 }],
      })));
      const together = await Promise.all(ids.map(read));
      const alone = [];
      for (const id of ids) alone.push(await read(id));
      deepStrictEqual(together, alone);
      strictEqual(together[0]?.[2]?.value, 1_000);
    }
  }));

Deno.test("StoredSeries reads an imported file of hundreds of thousands of readings", () =>
  withStore(async (store) => {
    const startS = second("2022-12-31T23:00:00Z");
    const series = new StoredSeries(store, "p", clock);
    for (let from = 0; from < 150_000; from += 50_000) {
      const readings = Array.from({ length: 50_000 }, (_, n) => ({
        epochS: startS + 60 * (from + n),
        value: from + n,
      }));
      await series.append([{ seriesId: "meter", kind: "index", readings }]);
    }
    const months = await onceFiled(() => series.months("meter", 2023));
    // A unit a minute: January, February, March without the hour it lost, then the rest of the 150
    // 000.
    deepStrictEqual(months.slice(0, 4).map(({ sum }) => sum), [44_640, 40_320, 44_580, 20_459]);
  }));

Deno.test("StoredSeries.months() of a project with too many series list them once, for all its pages", async () => {
  await withStore(async (opened) => {
    const { store, asked } = countedStore(opened);
    const ids = await fill(store, MOST_SERIES + 1);
    const series = new StoredSeries(store, "p", clock);
    const first = await Promise.all(ids.map((id) => series.months(id, 2023)));
    const before = asked.listed;
    for (let from = 0; from < 200; from += 20) {
      const some = await Promise.all(
        ids.slice(from, from + 20).map((id) => series.months(id, 2023)),
      );
      deepStrictEqual(some, first.slice(from, from + 20));
    }
    strictEqual(asked.listed - before, 0);
  });
});
