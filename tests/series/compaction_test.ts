import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { pause } from "@/lib/base/concurrency.ts";
import { jobStates, recordedRun } from "@/lib/platform/job_records.ts";
import { compactManyAtOnce, compactSeries } from "@/lib/series/compaction_jobs.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import type { Point, Reading, SeriesBatch } from "@/lib/timeseries/readings.ts";
import { addArrivals, appendArrivals } from "@/lib/timeseries/store/arrivals.ts";
import { partOf } from "@/lib/timeseries/store/chunk_parts.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { readCompaction, SeriesLease } from "@/lib/timeseries/store/compaction_lease.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { aroundStore, observedStore } from "@/tests/helpers/changed_stores.ts";
import { NOW, withStore } from "@/tests/helpers/fixtures.ts";
import { naivePoints } from "@/tests/helpers/made_series.ts";
import { second } from "@/tests/helpers/stores.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { pendingArrivals } from "@/tests/timeseries/stored_series.ts";

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

/**
 * The last write of each second wins, regardless of what happens between the acknowledgement and the read.
 */

const clock = () => 1_800_000_000_000;
/** Midnights in Paris around the night of 25 hours. */
const MIDNIGHTS = [
  "2026-10-23T22:00:00Z",
  "2026-10-24T22:00:00Z",
  "2026-10-25T23:00:00Z",
  "2026-10-26T23:00:00Z",
  "2026-10-27T23:00:00Z",
].map(second);
const DAYS = { from: "2026-10-24", to: "2026-10-28" };

/**
 * Readings of a meter minutes before or after each midnight, and its consumption since the previous
 * one.
 */
const aMeter = fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 200, maxLength: 200 })
  .chain((used) => {
    const minutes = fc.subarray([-4, -3, -2, -1, 1, 2, 3, 4]);
    return fc.tuple(...MIDNIGHTS.map(() => minutes)).map((around) => {
      let [value, rank] = [0, 0];
      return MIDNIGHTS.flatMap((midnightS, day) =>
        [0, ...around[day] ?? []].sort((a, b) => a - b).map((minute): Point => {
          value += used[rank++ % used.length] ?? 0;
          return { epochS: midnightS + 60 * minute, value };
        })
      );
    });
  });

Deno.test("register read at midnight splits its days there, for any readings in the minutes around it, in any order", () =>
  fc.assert(
    fc.asyncProperty(
      aMeter.chain((points) =>
        fc.tuple(fc.constant(points), fc.shuffledSubarray(points, { minLength: points.length }))
      ),
      fc.integer({ min: 1, max: 9 }),
      ([points, came], perBody) =>
        withStore(async (store) => {
          const series = new StoredSeries(store, "p", clock);
          for (let from = 0; from < came.length; from += perBody) {
            const readings = came.slice(from, from + perBody);
            await series.append([{ seriesId: "gas", kind: "index", readings }]);
            if (from % 2 === 0) await compact(store, "p", clock);
          }
          const at = MIDNIGHTS.map((midnightS) =>
            points.find(({ epochS }) => epochS === midnightS)?.value ?? 0
          );
          const days = (await series.days("gas", DAYS)).map(({ sum }) => sum);
          deepStrictEqual(days, at.slice(1).map((value, day) => value - (at[day] ?? 0)));
        }),
    ),
    { seed: 20260101, numRuns: 60 },
  ));

Deno.test("removal empties a slot whose two registers are in two parts", () =>
  withStore(async (store) => {
    const series = new StoredSeries(store, "p", clock);
    const startS = second("2026-11-01T00:00:00Z");
    const came: Reading[] = Array.from({ length: 900 }, (_, n) => ({
      // Irregular, so that a part contains few of them.
      epochS: startS + 150 * n + Math.imul(n, 7_919) % 149,
      value: n * 1_000_003 + Math.imul(n, n) % 999_983,
    }));
    const send = async (readings: readonly Reading[]) => {
      await series.append([{ seriesId: "gas", kind: "index", readings }]);
      await compact(store, "p", clock);
    };
    await send(came);
    const parts = await Array.fromAsync(
      store.list({ prefix: keys.points.under("p", "gas") }),
      partOf,
    );
    const starts = new Set(parts.map((part) => part.startS));
    const cut = came.filter(({ epochS }, n) => n % 2 === 1 && starts.has(epochS));
    ok(cut.length > 0);
    for (const { epochS } of cut) {
      const removal = { epochS, removed: true } as const;
      came.push(removal);
      await send([removal]);
    }
    deepStrictEqual(
      await series.points("gas", { fromS: 0, toS: 2 ** 32 }),
      naivePoints(came, "index"),
    );
  }));

const START_S = Date.parse("2024-01-10T00:00:00Z") / 1000;
const ALL = { fromS: 0, toS: 2 ** 32 };
const NEVER = () => {};

function body(...points: readonly (readonly [second: number, value: number])[]): SeriesBatch[] {
  const readings = points.map(([second, value]) => ({ epochS: START_S + second, value }));
  return [{ seriesId: "s", kind: "consumption", readings }];
}

function valuesOf(points: readonly Point[]): Record<number, number> {
  return Object.fromEntries(points.map(({ epochS, value }) => [epochS - START_S, value]));
}

Deno.test("compact() applies a body sent again while it runs", () =>
  withStore(async (store) => {
    await appendArrivals(store, "p", body([0, 1]));
    let commits = 0;
    const other = observedStore(store, async () => {
      // After the lease is taken, before anything is written.
      if (++commits !== 2) return;
      await appendArrivals(store, "p", body([0, 2]));
      await appendArrivals(store, "p", body([0, 1]));
    });
    strictEqual(await compact(other, "p", () => 0), "done");
    const series = new StoredSeries(store, "p", () => 0);
    deepStrictEqual(valuesOf(await series.points("s", ALL)), { 0: 1 });
    await compact(store, "p", () => 0);
    deepStrictEqual(valuesOf(await series.points("s", ALL)), { 0: 1 });
  }));

type Body = readonly (readonly [number, number])[];
/** A step on the store of a residence. */
type Act =
  | { do: "append"; bodies: readonly Body[] }
  | { do: "again"; back: number }
  | { do: "compact"; crashAt: number | null; meanwhile: readonly Body[] }
  | { do: "read" };

const points = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 9 })),
  { minLength: 1, maxLength: 4 },
);
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    do: fc.constant("append" as const),
    bodies: fc.array(points, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ do: fc.constant("again" as const), back: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    do: fc.constant("compact" as const),
    crashAt: fc.option(fc.integer({ min: 1, max: 4 })),
    meanwhile: fc.array(points, { maxLength: 2 }),
  }),
  fc.record({ do: fc.constant("read" as const) }),
);

Deno.test("after bodies, parts, repeats, compactions and crashes, the last write of each second is stored", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 2, maxLength: 14 }),
      (acts) => withStore((store) => lastWriteWins(store, acts)),
    ),
    { seed: 20261122, numRuns: 250 },
  );
});

async function lastWriteWins(store: Store, acts: readonly Act[]): Promise<void> {
  let nowMs = 1_700_000_000_000;
  const now = () => nowMs;
  const sent: Body[] = [];
  const expected: Record<number, number> = {};
  const acknowledged = (some: Body) => {
    sent.push(some);
    for (const [second, value] of some) expected[second] = value;
  };
  const append = async (bodies: readonly Body[]) => {
    // Several parts in one commit, as for a large body.
    const atomic = store.atomic();
    for (const some of bodies) addArrivals(atomic, "p", body(...some));
    await atomic.commit();
    bodies.forEach(acknowledged);
  };
  const series = new StoredSeries(store, "p", now);
  const agrees = async () =>
    deepStrictEqual(valuesOf(await series.points("s", ALL)), { ...expected });
  for (const step of acts) {
    // The lease of a dead process has expired by the next step.
    nowMs += 20_000;
    const again = step.do === "again" ? sent.at(-step.back) : undefined;
    if (step.do === "append") await append(step.bodies);
    if (again !== undefined) await append([again]);
    if (step.do === "read") await agrees();
    if (step.do !== "compact") continue;
    let commits = 0;
    const other = observedStore(store, async () => {
      commits++;
      if (commits === 2 && step.meanwhile.length > 0) await append(step.meanwhile);
      if (commits - 1 === step.crashAt) throw new Error("killed");
    });
    await compact(other, "p", now).catch(NEVER);
  }
  await agrees();
  nowMs += 20_000;
  await compact(store, "p", now);
  deepStrictEqual(await pendingArrivals(store, "p"), []);
  await agrees();
}

const PROJECT = "p1";
/** Lifetime of a lease that is not renewed. */
const LEASE_MS = 10_000;

Deno.test("SeriesLease.take() gives a free lease to one of two processes", () =>
  withStore(async (store, { now }) => {
    const taken = await Promise.all([0, 1].map(() => SeriesLease.take(store, PROJECT, now)));
    strictEqual(taken.filter((lease) => lease !== null).length, 1);
  }));

Deno.test("SeriesLease.transact() renews the lease, and writes nothing once another process has it", () =>
  withStore(async (store, clock) => {
    const take = () => SeriesLease.take(store, PROJECT, clock.now);
    const first = await take();
    ok(first);
    clock.advance(LEASE_MS - 1);
    strictEqual(await first.write(() => {}), true);
    clock.advance(LEASE_MS - 1);
    strictEqual(await take(), null);
    clock.advance(1);
    const second = await take();
    ok(second);
    const key = keys.probe();
    strictEqual(await first.write((atomic) => atomic.set(key, true)), false);
    strictEqual((await store.get(key)).value, null);
    // The end of the first leaves the lease of the second.
    await first.release();
    strictEqual(await take(), null);
    await second.release();
    ok(await take());
  }));

Deno.test("SeriesLease.take() tells that the stored years lack the writes of a process that ended before it settled them", () =>
  withStore(async (store, clock) => {
    const isDirty = async () => (await readCompaction(store, PROJECT)).value.dirty;
    const taken = async () => {
      clock.advance(LEASE_MS);
      const lease = await SeriesLease.take(store, PROJECT, clock.now);
      ok(lease);
      return lease;
    };
    const first = await taken();
    await first.write(() => {});
    const second = await taken();
    deepStrictEqual([await isDirty(), second.foundDirty], [true, true]);
    await second.settle(() => {});
    const third = await taken();
    deepStrictEqual([await isDirty(), third.foundDirty], [false, false]);
  }));
