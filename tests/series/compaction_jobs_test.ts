import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { pause } from "@/lib/base/concurrency.ts";
import { jobStates, recordedRun } from "@/lib/platform/job_records.ts";
import { compactManyAtOnce, compactSeries } from "@/lib/series/compaction_jobs.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { appendArrivals } from "@/lib/timeseries/store/arrivals.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { aroundStore } from "@/tests/helpers/changed_stores.ts";
import { NOW, withStore } from "@/tests/helpers/fixtures.ts";

const now = () => NOW;
let sentS = NOW / 1_000 - 30 * 86_400;

/** Stores some new readings of some series of a residence. */
async function send(store: Store, projectId: string, seriesCount: number, count: number) {
  const readings = Array.from({ length: count }, () => ({ epochS: sentS++, value: 1 }));
  const batches = Array.from(
    { length: seriesCount },
    (_, at) => ({ seriesId: `s${at}`, kind: "instant" as const, readings }),
  );
  await appendArrivals(store, projectId, batches);
}

async function arrivalsOf(store: Store, projectId: string): Promise<number> {
  return (await Array.fromAsync(store.list({ prefix: keys.arrival.under(projectId) }))).length;
}

Deno.test("compactManyAtOnce() compacts a residence with many readings, after another one that fails", () =>
  withStore(async (store) => {
    const faults: string[] = [];
    compactManyAtOnce({
      store,
      now,
      logFault: (job, fault) => void faults.push(`${job}: ${fault}`),
      stopping: new AbortController().signal,
    });
    await store.atomic().set(keys.compaction("broken"), "?").commit();
    await send(store, "broken", 20, 1_000);
    await send(store, "p1", 20, 1_000);
    while (await arrivalsOf(store, "p1") > 0) await pause(1);
    strictEqual(faults.length, 1);
    ok(faults[0]?.startsWith("compact series: TypeError"), faults.join());
    ok(await arrivalsOf(store, "broken") > 0);
  }));

/** A store whose project "broken" cannot be compacted. */
function withBrokenProject(store: Store): Store {
  const broken = keys.compaction("broken").join("/");
  return aroundStore(store, {
    get: (key) =>
      key.join("/") === broken
        ? Promise.reject(new TypeError("Too many mutations (max 1000)"))
        : store.get(key),
  });
}

Deno.test("compactSeries() leaves no arrival older than two hours, and changes no figure", () =>
  withStore(async (store, { now }) => {
    const nowS = NOW / 1_000;
    for (const projectId of ["p1", "p1x", "p2"]) {
      const readings = [-7_200, -3_600, 0].map((ago, index) => ({
        epochS: nowS + ago,
        value: 100 + index * 10,
      }));
      const series = new StoredSeries(store, projectId, now);
      await series.append([{ seriesId: "s", kind: "index", readings }]);
      await series.append([{ seriesId: "t", kind: "index", readings }]);
    }
    deepStrictEqual(await compactSeries(store, now), { compactedCount: 0, leftCount: 3 });
    const twoHoursLater = () => now() + 2 * 3_600_000;
    deepStrictEqual(await compactSeries(store, twoHoursLater), { compactedCount: 3, leftCount: 0 });
    const left = await Array.fromAsync(store.list({ prefix: keys.arrival.under() }));
    strictEqual(left.length, 0);
    const months = await new StoredSeries(store, "p1x", now).months("s", 2026);
    strictEqual(months[1]?.sum, 20);
    deepStrictEqual(await compactSeries(store, now), { compactedCount: 0, leftCount: 0 });
  }));

Deno.test("compactSeries() continues after a residence that fails, and the page of the jobs names it", () =>
  withStore(async (store) => {
    const now = () => NOW + 7_200_000;
    const readings = [{ epochS: NOW / 1_000, value: 1 }];
    for (const projectId of ["a", "broken", "c"]) {
      const series = new StoredSeries(store, projectId, now);
      await series.append([{ seriesId: "s", kind: "index", readings }]);
    }
    const run = () => compactSeries(withBrokenProject(store), now);
    await rejects(recordedRun({ store, now }, "compact series", run), AggregateError);
    const left = await Array.fromAsync(store.list({ prefix: keys.arrival.under() }));
    deepStrictEqual(left.map(({ key }) => key[1]), ["broken"]);
    const [job] = (await jobStates(store, now())).filter(({ name }) => name === "compact series");
    ok(job?.lastError?.includes("broken: TypeError: Too many mutations (max 1000)"));
  }));
