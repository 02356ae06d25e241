import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { appendArrivals } from "@/lib/timeseries/store/arrivals.ts";
import { compact, runningCompaction } from "@/lib/timeseries/store/compaction.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { pendingArrivals } from "./pending_arrivals.ts";

const now = () => 1_700_000_000_000;

/** One reading of each series; fifty are compacted at once. */
async function append(store: Store, seriesCount: number): Promise<void> {
  const batches = Array.from({ length: seriesCount }, (_, at) => ({
    seriesId: `s${at}`,
    kind: "instant" as const,
    readings: [{ epochS: 1_600_000_000, value: at }],
  }));
  await appendArrivals(store, "p", batches);
}

Deno.test("compact() yields between two groups of series", () =>
  withStore(async (store) => {
    await append(store, 200);
    let ways = 0;
    const giveWay = () => Promise.resolve(void ways++);
    strictEqual(await compact(store, "p", now, giveWay), "done");
    strictEqual(ways, 4);
    deepStrictEqual(await pendingArrivals(store, "p"), []);
  }));

Deno.test("compact() does not yield once a reader waits for it", () =>
  withStore(async (store) => {
    await append(store, 200);
    let ways = 0;
    const readers: Promise<unknown>[] = [];
    const giveWay = () => {
      ways++;
      readers.push(runningCompaction(store, "p", now));
      return Promise.resolve();
    };
    strictEqual(await compact(store, "p", now, giveWay), "done");
    deepStrictEqual([ways, await Promise.all(readers)], [1, ["done"]]);
  }));

Deno.test("compact() writes series in the order of their keys: a commit changes neighbouring pages of the database", () =>
  withStore(async (store) => {
    await append(store, 900);
    strictEqual(await compact(store, "p", now), "done");
    const heads = await Array.fromAsync(store.list({ prefix: keys.seriesHead.under("p") }));
    const stamps = heads.map(({ versionstamp }) => versionstamp);
    strictEqual(heads.length, 900);
    ok(new Set(stamps).size > 1, "several commits");
    deepStrictEqual(stamps, stamps.toSorted());
  }));
