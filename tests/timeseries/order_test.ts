/**
 * The last write of each second wins, regardless of what happens between the acknowledgement and the read.
 */

import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { Store } from "@/lib/store/store.ts";
import type { Point, SeriesBatch } from "@/lib/timeseries/readings.ts";
import { addArrivals, appendArrivals } from "@/lib/timeseries/store/arrivals.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { observedStore } from "@/tests/helpers/changed_stores.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { pendingArrivals } from "./pending_arrivals.ts";

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

Deno.test("compact() applies the corrections at the end of a body stored as several arrivals", () =>
  withStore(async (store) => {
    const first = Array.from({ length: 4_000 }, (_, second) => [second, 1] as const);
    const corrections = Array.from({ length: 40 }, (_, second) => [second * 7, 2] as const);
    const series = new StoredSeries(store, "p", () => 0);
    // Names are random: ten bodies make a lucky order improbable.
    for (let round = 0; round < 10; round++) {
      await series.append(body(...first, ...corrections));
      await compact(store, "p", () => 0);
      const values = valuesOf(await series.points("s", ALL));
      strictEqual(corrections.filter(([second]) => values[second] !== 2).length, 0);
    }
  }));

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
