/**
 * Reads while readings are pending: never a fault, and figures include every acknowledged reading.
 */

import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { CallError } from "@/lib/base/errors.ts";
import type { Store } from "@/lib/store/store.ts";
import { appendArrivals } from "@/lib/timeseries/store/arrivals.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { SeriesLease } from "@/lib/timeseries/store/compaction_lease.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { countedStore } from "@/tests/helpers/changed_stores.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { second } from "@/tests/helpers/stores.ts";
import { pendingArrivals } from "./pending_arrivals.ts";

const clock = () => 1_700_000_000_000;
const START_S = second("2024-01-10T00:00:00Z");
const JANUARY = 0;

function consumption(seriesId: string, count: number, value = 1) {
  const readings = Array.from({ length: count }, (_, at) => ({ epochS: START_S + at, value }));
  return { seriesId, kind: "consumption" as const, readings };
}

/** Another connection to the same store, like that of another process. */
function elsewhere(store: Store): Store {
  return countedStore(store).store;
}

Deno.test("StoredSeries answers while another process compacts the same series repeatedly", () =>
  withStore(async (store) => {
    await appendArrivals(store, "p", [consumption("s", 100)]);
    const other = elsewhere(store);
    let writes = 1;
    // Each operation of the read causes another write to the series.
    const write = async () => {
      if (writes === 40) return;
      await appendArrivals(other, "p", [consumption("s", 100, ++writes)]);
      if (writes % 2 === 0) await compact(other, "p", clock);
    };
    const moving: Store = {
      ...other,
      get: async (key) => (await write(), await other.get(key)),
      getMany: async (wanted) => (await write(), await other.getMany(wanted)),
    };
    const series = new StoredSeries(moving, "p", clock);
    const months = await series.months("s", 2024);
    strictEqual((months[JANUARY]?.sum ?? NaN) % 100, 0);
    while (writes < 40) {
      const acknowledged = writes;
      const { value = 0 } = await series.last("s") ?? {};
      ok(value >= acknowledged && value <= writes, `${value} of ${acknowledged} to ${writes}`);
    }
    const after = await new StoredSeries(store, "p", clock).months("s", 2024);
    strictEqual(after[JANUARY]?.sum, 100 * writes);
    ok(writes > 5, `${writes} writes`);
  }));

Deno.test("StoredSeries refuses with readings-waiting while another process has much to compact", () =>
  withStore(async (store) => {
    await appendArrivals(store, "p", [consumption("large", 30_000), consumption("small", 10)]);
    const lease = await SeriesLease.take(elsewhere(store), "p", clock);
    const series = new StoredSeries(store, "p", clock);
    // It has few readings of its own and does not wait for those of another series.
    strictEqual((await series.months("small", 2024))[JANUARY]?.sum, 10);
    await rejects(
      series.months("large", 2024),
      (fault) =>
        fault instanceof CallError && fault.code === "readings-waiting" &&
        fault.retryAt !== null && fault.retryAt > clock(),
    );
    await lease?.release();
    strictEqual((await series.months("large", 2024))[JANUARY]?.sum, 30_000);
    deepStrictEqual(await pendingArrivals(store, "p"), []);
  }));

Deno.test("the newest readings of many series wait for no compaction, for any number of pending readings", () =>
  withStore(async (store) => {
    const ids = Array.from({ length: 250 }, (_, rank) => `s${rank}`);
    await appendArrivals(store, "p", ids.map((id) => consumption(id, 100)));
    const series = new StoredSeries(store, "p", clock);
    const newest = await series.lastOfMany(ids);
    strictEqual(ids.every((id) => newest.get(id)?.epochS === START_S + 99), true);
    ok((await pendingArrivals(store, "p")).length > 0);
  }));

Deno.test("concurrent readers share one compaction", () =>
  withStore(async (store) => {
    await appendArrivals(store, "p", [consumption("s", 25_000)]);
    const { store: counted, asked } = countedStore(store);
    const read = () => new StoredSeries(counted, "p", clock).months("s", 2024);
    const before = { ...asked };
    const alone = await read();
    const onceAlone = asked.list - before.list;
    await appendArrivals(counted, "p", [consumption("s", 25_000, 2)]);
    const start = { ...asked };
    const together = await Promise.all(Array.from({ length: 9 }, read));
    strictEqual(alone[JANUARY]?.sum, 25_000);
    deepStrictEqual(together.map((months) => months[JANUARY]?.sum), Array(9).fill(50_000));
    ok(asked.list - start.list <= 2 * onceAlone, `${asked.list - start.list} walks`);
  }));

Deno.test("reader decodes the readings of another process once, and nothing while nothing changes", () =>
  withStore(async (store) => {
    const { store: counted, asked } = countedStore(store);
    const series = () => new StoredSeries(counted, "p", clock);
    await appendArrivals(store, "p", [consumption("s", 10)]);
    strictEqual((await series().last("s"))?.epochS, START_S + 9);
    const { list } = asked;
    await series().last("s");
    // A process does not read back its own writes.
    await appendArrivals(counted, "p", [consumption("s", 20)]);
    strictEqual((await series().last("s"))?.epochS, START_S + 19);
    strictEqual(asked.list, list);
    await appendArrivals(store, "p", [consumption("s", 30)]);
    strictEqual((await series().last("s"))?.epochS, START_S + 29);
    // After the readings known of this process, then later times.
    strictEqual(asked.list, list + 2);
  }));

Deno.test("read lists pending readings once, and reads once more when it needs stored points", () =>
  withStore(async (store) => {
    const { store: counted, asked } = countedStore(store);
    const series = new StoredSeries(counted, "p", clock);
    const readsOf = async (act: () => Promise<unknown>) => {
      await act();
      const before = asked.get + asked.getMany;
      await act();
      return asked.get + asked.getMany - before;
    };
    const newest = () => readsOf(() => series.lastOfMany(["s", "t"]));
    await appendArrivals(counted, "p", [consumption("s", 10)]);
    strictEqual(await newest(), 1);
    await compact(counted, "p", clock);
    strictEqual(await newest(), 1);
    strictEqual(await readsOf(() => series.jumpsOfMany(["s"])), 1);
    const later = { ...consumption("s", 0), readings: [{ epochS: START_S + 900, value: 1 }] };
    await appendArrivals(counted, "p", [later]);
    strictEqual(await newest(), 1);
    strictEqual(await readsOf(() => series.jumpsOfMany(["s"])), 1);
    ok(await readsOf(() => series.months("s", 2024)) >= 2);
  }));

Deno.test("SeriesLease.take() takes over from a process that died, although the clock was set back", () =>
  withStore(async (store) => {
    ok(await SeriesLease.take(elsewhere(store), "p", clock));
    strictEqual(await SeriesLease.take(store, "p", () => clock() - 60_000), null);
    ok(await SeriesLease.take(store, "p", () => clock() - 2 * 3_600_000));
  }));
