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
  type MarkedRun,
  ReadingColumns,
  ReadingsBySeries,
  SeriesReadings,
} from "@/lib/timeseries/store/arrived_readings.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { arrivalsBefore } from "@/lib/timeseries/store/pending_arrivals.ts";
import { PendingSeries, portions } from "@/lib/timeseries/store/pending_series.ts";
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
  return steps.map(({ readingCount }) => readingCount);
}

Deno.test("arrivalsBefore() returns pending arrivals step by step, in order", () =>
  withStore(async (store) => {
    for (const text of ["c", "a", "d", "b"]) await appendArrivals(store, "p", [heavy(text)]);
    const steps = await Array.fromAsync(arrivalsBefore(store, "p", LAST));
    const readings = steps.flatMap((step) => [...step.all()].flatMap((one) => one.all()));
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

Deno.test("arrivalsBefore() groups readings as it reads them, and pauses once in thirty thousand", () =>
  withStore(async (store) => {
    const few = { seriesId: "s", kind: "index", readings: [{ epochS: 1, value: 1 }] } as const;
    for (let count = 0; count < 25; count++) await appendArrivals(store, "p", [few]);
    const readings = Array.from({ length: 100_000 }, (_, epochS) => ({ epochS, value: 1 }));
    await appendArrivals(store, "p", [{ seriesId: "s", kind: "index", readings }]);
    const { add } = ReadingsBySeries.prototype;
    let grouped = 0;
    ReadingsBySeries.prototype.add = function (run) {
      grouped += run.to - run.from;
      add.call(this, run);
    };
    try {
      const pauses: number[] = [];
      const between = () => Promise.resolve(void pauses.push(grouped));
      const [step] = await Array.fromAsync(arrivalsBefore(store, "p", LAST, { between }));
      strictEqual([...step?.all() ?? []][0]?.count, 100_025);
      strictEqual(grouped, 100_025);
      const [first = 0, ...others] = pauses;
      ok(first >= 30_000 && first < 100_025, `${first} grouped at the first pause`);
      deepStrictEqual(others, []);
    } finally {
      ReadingsBySeries.prototype.add = add;
    }
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

/** Pending readings of one series, and the count of those turned into objects. */
function pendingOf(readings: readonly Reading[], kind: DataKind) {
  const made = { count: 0 };
  const reading = (position: number): Reading => readings[position] ?? { epochS: 0, value: 0 };
  const columns = {
    readingAt: (position: number) => {
      made.count++;
      return reading(position);
    },
    secondAt: (position: number) => reading(position).epochS,
    valueAt: (position: number) => {
      const one = reading(position);
      return "removed" in one ? 0 : one.value;
    },
    isRemoval: (position: number) => "removed" in reading(position),
  };
  const positions = Uint32Array.from(readings, (_, at) => at);
  const came = new SeriesReadings(columns, positions, { seriesId: "s", kind, mark: 1 });
  const head = { key: [], value: null, versionstamp: null };
  return { made, pending: new PendingSeries(came, head) };
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
      for (const portion of portions(pendingOf(came, of).pending)) {
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

/** Columns of readings of one series. */
function held(readings: readonly Reading[]) {
  const columns = new ReadingColumns();
  const run = columns.addArrival(encodeArrival([{ seriesId: "s", kind: "state", readings }]));
  const bySeries = new ReadingsBySeries(columns);
  bySeries.add({ ...run, mark: 1 });
  return bySeries.of("s");
}

Deno.test("SeriesReadings.deciding() merge as all readings do, with any stored content", () => {
  fc.assert(
    fc.property(fc.array(point), fc.array(reading, { maxLength: 30 }), kind, (before, came, of) => {
      const kept: readonly Point[] = mergeReadings([], before, of);
      const its = held(came);
      deepStrictEqual(its?.all() ?? [], came);
      const deciding = its?.deciding(of) ?? [];
      deepStrictEqual(mergeReadings(kept, deciding, of), mergeReadings(kept, came, of));
      strictEqual(its?.extent(of).count ?? 0, deciding.length);
    }),
    { seed: 20261122, numRuns: 2_000 },
  );
});

Deno.test("SeriesReadings.deciding() has one reading in five minutes of a sensor that sends each second", () => {
  const came = Array.from({ length: 900 }, (_, epochS) => ({ epochS, value: epochS }));
  const its = held(came);
  deepStrictEqual(its?.deciding("instant").map(({ epochS }) => epochS), [299, 599, 899]);
  deepStrictEqual(its?.extent("instant"), { count: 3, spanS: 600 });
  strictEqual(its?.deciding("consumption").length, 900);
});

Deno.test("ReadingsBySeries returns readings in the order of the runs, and a revision that depends only on its runs", () => {
  const columns = new ReadingColumns();
  const batch = (seriesId: string, value: number) =>
    encodeArrival([{ seriesId, kind: "index", readings: [{ epochS: 1, value }] }]);
  const later = { ...columns.addArrival(batch("a", 2)), mark: 20 };
  const earlier = { ...columns.addArrival(batch("a", 1)), mark: 10 };
  const of = (runs: readonly MarkedRun[]) => {
    const bySeries = new ReadingsBySeries(columns);
    for (const run of runs) bySeries.add(run);
    return bySeries.of("a");
  };
  deepStrictEqual(of([earlier, later])?.all().map((one) => "value" in one && one.value), [1, 2]);
  const { revision } = of([earlier, later]) ?? {};
  const other = { ...columns.addArrival(batch("b", 3)), mark: 30 };
  strictEqual(of([earlier, other, later])?.revision, revision);
  const third = { ...columns.addArrival(batch("a", 3)), mark: 30 };
  ok(of([earlier, later, third])?.revision !== revision);
});

Deno.test("ReadingsBySeries does not change the results it returned, nor a series without new readings", () => {
  const columns = new ReadingColumns();
  const bySeries = new ReadingsBySeries(columns);
  const add = (seriesId: string, epochS: number) => {
    const batch = { seriesId, kind: "index", readings: [{ epochS, value: 1 }] } as const;
    bySeries.add({ ...columns.addArrival(encodeArrival([batch])), mark: epochS });
  };
  add("b", 0);
  const other = bySeries.of("b");
  const given = [];
  for (let epochS = 1; epochS <= 100; epochS++) {
    add("a", epochS);
    given.push(bySeries.of("a"));
  }
  deepStrictEqual(
    given.map((one) => one?.all().length),
    Array.from({ length: 100 }, (_, at) => at + 1),
  );
  deepStrictEqual(given[9]?.all().at(-1), { epochS: 10, value: 1 });
  strictEqual(bySeries.of("b"), other);
});
