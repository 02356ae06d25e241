import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { Store } from "@/lib/store/store.ts";
import {
  mergeReadings,
  type Point,
  type Reading,
  type SeriesBatch,
} from "@/lib/timeseries/readings.ts";
import { encodeArrival } from "@/lib/timeseries/store/arrival_encoding.ts";
import { appendArrivals } from "@/lib/timeseries/store/arrivals.ts";
import {
  arrivalsBefore,
  ArrivedReadings,
  decidingOf,
  PendingSeries,
  portions,
} from "@/lib/timeseries/store/arrived_readings.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { pendingArrivals } from "./pending_arrivals.ts";

const clock = () => 1_700_000_000_000;
const START_S = 1_600_000_000;
const FIVE_MINUTES_S = 300;
const LAST = "\uffff";

/** Six mebibytes of readings, always at the same seconds. */
function heavy(text: string): SeriesBatch {
  const readings = Array.from({ length: 12_000 }, (_, rank) => ({
    epochS: START_S + rank * FIVE_MINUTES_S,
    value: 0,
    text: `${text}${"é".repeat(240)}`,
  }));
  return { seriesId: "s", kind: "state", readings };
}

/** Number of readings in each step. */
async function stepSizes(store: Store, before: string, projectId = "p"): Promise<number[]> {
  const steps = await Array.fromAsync(arrivalsBefore(store, projectId, before));
  return steps.map(({ arrived }) => arrived.readingCount);
}

Deno.test("arrivalsBefore() returns pending arrivals step by step, in order", () =>
  withStore(async (store) => {
    for (const text of ["c", "a", "d", "b"]) await appendArrivals(store, "p", [heavy(text)]);
    const steps = await Array.fromAsync(arrivalsBefore(store, "p", LAST));
    const readings = steps.flatMap((step) =>
      [...step.arrived.all()].flatMap((one) => one.readings)
    );
    const beginnings = readings.map((reading) => "text" in reading && reading.text?.[0]);
    deepStrictEqual([...new Set(beginnings)], ["c", "a", "d", "b"]);
    ok(steps.length > 1);
  }));

Deno.test("arrivalsBefore() leaves out later arrivals, and returns an empty step when nothing is pending", () =>
  withStore(async (store) => {
    deepStrictEqual(await stepSizes(store, LAST), [0]);
    const reading = { seriesId: "s", kind: "index", readings: [{ epochS: 1, value: 1 }] } as const;
    await appendArrivals(store, "p", [reading]);
    const [came] = await pendingArrivals(store, "p");
    deepStrictEqual(await stepSizes(store, came?.versionstamp ?? ""), [0]);
  }));

Deno.test("compact() in several steps stores the last value of each second", () =>
  withStore(async (store) => {
    for (const text of ["c", "a", "d", "b"]) await appendArrivals(store, "p", [heavy(text)]);
    deepStrictEqual(await compact(store, "p", clock), "done");
    deepStrictEqual(await pendingArrivals(store, "p"), []);
    const toS = START_S + 12_000 * FIVE_MINUTES_S;
    const points = await new StoredSeries(store, "p", clock).points("s", { fromS: 0, toS });
    deepStrictEqual([...new Set(points.map(({ text }) => text?.[0]))], ["b"]);
    deepStrictEqual(points.length, 12_000);
  }));

function pendingOf(readings: readonly Reading[], kind: DataKind): PendingSeries {
  const head = { key: [], value: null, versionstamp: null };
  return new PendingSeries({ seriesId: "s", kind, readings, revision: "" }, head);
}

Deno.test("portions() applied in a row merge as all readings do in their order", () => {
  const second = fc.integer({ min: 0, max: 900 * 86_400 });
  const near = fc.integer({ min: 0, max: 900 });
  const reading: fc.Arbitrary<Reading> = fc.oneof(
    fc.record({ epochS: fc.oneof(near, second), value: fc.integer() }, { noNullPrototype: true }),
    fc.record({ epochS: near, removed: fc.constant(true as const) }, { noNullPrototype: true }),
  );
  const kind = fc.constantFrom<DataKind>("instant", "index", "consumption", "state");
  fc.assert(
    fc.property(fc.array(reading, { maxLength: 60 }), kind, (came, of) => {
      let merged = mergeReadings([], [], of);
      for (const portion of portions(pendingOf(came, of))) {
        merged = mergeReadings(merged, portion, of);
      }
      deepStrictEqual(merged, mergeReadings([], came, of));
    }),
    { seed: 20261122, numRuns: 500 },
  );
});

const second = fc.integer({ min: 0, max: 900 });
const value = fc.integer({ min: 0, max: 9 });
const plain = { noNullPrototype: true };
const point = fc.record({ epochS: second, value }, plain);
const reading: fc.Arbitrary<Reading> = fc.oneof(
  { weight: 6, arbitrary: point },
  {
    weight: 1,
    arbitrary: fc.record({ epochS: second, value: fc.constant(0), text: fc.string() }, plain),
  },
  {
    weight: 1,
    arbitrary: fc.record({ epochS: second, removed: fc.constant(true as const) }, plain),
  },
);
const kind: fc.Arbitrary<DataKind> = fc.constantFrom("instant", "index", "consumption", "state");

/** The readings of one series, as arrivals hold them. */
function held(readings: readonly Reading[]): readonly Reading[] {
  const arrived = new ArrivedReadings();
  const value = encodeArrival([{ seriesId: "s", kind: "state", readings }]);
  arrived.add({ key: ["a", 0, "p.1"], versionstamp: "1", value });
  return arrived.of("s")?.readings ?? [];
}

Deno.test("decidingOf() merges as all readings do, with any stored content", () => {
  fc.assert(
    fc.property(fc.array(point), fc.array(reading, { maxLength: 30 }), kind, (before, came, of) => {
      const kept: readonly Point[] = mergeReadings([], before, of);
      deepStrictEqual(held(came), came);
      const deciding = decidingOf(came, of);
      deepStrictEqual(mergeReadings(kept, deciding, of), mergeReadings(kept, came, of));
    }),
    { seed: 20261122, numRuns: 2_000 },
  );
});

Deno.test("decidingOf() has one reading in five minutes of a sensor that sends each second", () => {
  const came = Array.from({ length: 900 }, (_, epochS) => ({ epochS, value: epochS }));
  deepStrictEqual(decidingOf(came, "instant").map(({ epochS }) => epochS), [299, 599, 899]);
  deepStrictEqual(pendingOf(came, "instant").extent, { count: 3, spanS: 600 });
  strictEqual(decidingOf(came, "consumption").length, 900);
});

Deno.test("ArrivedReadings returns readings in the order of their arrivals, and a revision that changes with them", () => {
  const arrived = new ArrivedReadings();
  const add = (seriesId: string, value: number, rank: number) =>
    arrived.add({
      key: ["arrival", 0, `p.${rank}`],
      versionstamp: "2",
      value: encodeArrival([{ seriesId, kind: "index", readings: [{ epochS: 1, value }] }]),
    });
  deepStrictEqual([add("a", 1, 1), add("b", 3, 2)], [true, true]);
  const [first, other] = [arrived.of("a"), arrived.of("b")];
  // An earlier arrival must be read with all others.
  deepStrictEqual([add("a", 2, 3), add("a", 0, 0)], [true, false]);
  const valuesOf = (one = first) => one?.readings.map((one) => "value" in one && one.value);
  deepStrictEqual([valuesOf(), valuesOf(arrived.of("a"))], [[1], [1, 2]]);
  ok(arrived.of("a")?.revision !== first?.revision);
  strictEqual(arrived.of("b"), other);
  strictEqual(arrived.readingCount, 3);
});
