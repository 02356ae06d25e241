import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { mergeReadings, type Point, type Reading } from "@/lib/timeseries/readings.ts";
import { encodeArrival } from "@/lib/timeseries/store/arrival_encoding.ts";
import {
  type MarkedRun,
  ReadingColumns,
  ReadingsBySeries,
} from "@/lib/timeseries/store/arrived_readings.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import { madeArrays } from "@/tests/helpers/made_arrays.ts";
import { fc } from "@/tests/npm/fast_check.ts";

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

Deno.test("ReadingColumns.bytes is 20 for a point, with spare capacity", () => {
  const columns = new ReadingColumns();
  const readings = Array.from({ length: 10_000 }, (_, epochS) => ({ epochS, value: 1 }));
  columns.addArrival(encodeArrival([{ seriesId: "s", kind: "index", readings }]));
  ok(columns.bytes >= 200_000 && columns.bytes <= 320_000, `${columns.bytes} bytes`);
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

Deno.test("ReadingColumns frees the columns that it outgrew", () => {
  const columns = new ReadingColumns();
  const made = madeArrays(() => {
    columns.series("s", "instant");
    for (let at = 0; at < 20_000; at++) columns.point(at, at % 7);
  });
  deepStrictEqual([columns.secondAt(19_999), columns.secondAt(63)], [19_999, 63]);
  // Only the longest of the two columns of numbers are left: 16 of the 20 bytes of a reading.
  const bytes = made.reduce((sum, { byteLength }) => sum + byteLength, 0);
  strictEqual(bytes, columns.bytes * 16 / 20);
});

Deno.test("ReadingColumns count the memory of texts, two bytes a character", () => {
  const bytesOf = (readings: readonly Reading[]) => {
    const columns = new ReadingColumns();
    columns.addArrival(encodeArrival([{ seriesId: "s", kind: "state", readings }]));
    return columns.bytes;
  };
  const text = (length: number) => ({ epochS: 0, value: 0, text: "x".repeat(length) });
  const [none, one, long] = [[], [text(1)], [text(101), text(1)]].map(bytesOf);
  ok(none !== undefined && one !== undefined && long !== undefined && one > none);
  strictEqual(long - one, 200 + one - none);
});
