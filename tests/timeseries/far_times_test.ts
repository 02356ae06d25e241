/** Readings far in time from the others cost their own size, not that of the years between. */

import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { MUTATIONS_PER_COMMIT, type Store } from "@/lib/store/store.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import { seriesFaults } from "@/lib/timeseries/store/check.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { observedStore } from "@/tests/helpers/changed_stores.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { second } from "@/tests/helpers/stores.ts";

const clock = () => second("2026-11-22T10:00:00Z") * 1000;
const RECENT_S = second("2026-10-01T00:00:00Z");

function register(...points: readonly Point[]) {
  return [{ seriesId: "s", kind: "index" as const, readings: points }];
}

/** Hourly registers, the second of which is below the one of 1970. */
const RECENT = [5, 7, ...Array.from({ length: 40 }, (_, hour) => 8 + hour)]
  .map((value, hour) => ({ epochS: RECENT_S + hour * 3600, value }));

Deno.test("compact() writes a reading of 1970 in a few small commits, before any later changes", () =>
  withStore(async (opened) => {
    let most = 0;
    const store = observedStore(opened, (count) => void (most = Math.max(most, count)));
    const series = new StoredSeries(store, "p", clock);
    await series.append(register(...RECENT));
    await compact(store, "p", clock);
    most = 0;
    await series.append(register({ epochS: 0, value: 6 }));
    await compact(store, "p", clock);
    ok(most > 0 && most < MUTATIONS_PER_COMMIT / 10, `${most} mutations`);
    deepStrictEqual(await Array.fromAsync(seriesFaults(store, "p")), []);
    strictEqual((await series.months("s", 1970))[0]?.count, 1);
  }));

Deno.test("StoredSeries returns a pending reading of 1970 together with today's", () =>
  withStore(async (store) => {
    const series = new StoredSeries(store, "p", clock);
    await series.append(register(...RECENT, { epochS: 0, value: 0 }));
    // The 42 registers rise from 5 to 47, all of them in October.
    strictEqual((await series.months("s", 2026))[9]?.sum, 42);
    strictEqual((await series.months("s", 1970))[0]?.last, 0);
  }));

Deno.test("compact() stores a register read once a year for half a century", () =>
  withStore(async (store: Store) => {
    const series = new StoredSeries(store, "p", clock);
    const yearly = Array.from({ length: 50 }, (_, rank) => ({
      epochS: second(`${1976 + rank}-06-01T00:00:00Z`),
      value: rank * 10,
    }));
    await series.append(register(...yearly));
    await compact(store, "p", clock);
    deepStrictEqual(await Array.fromAsync(seriesFaults(store, "p")), []);
    const sums = (await series.months("s", 2000)).map(({ sum }) => Math.round((sum ?? 0) * 1e6));
    // From June to June: a unit every 36.6 days of the leap year, 36.5 of the next one.
    strictEqual(Math.round(sums.reduce((total, sum) => total + sum, 0) / 1e6), 10);
  }));
