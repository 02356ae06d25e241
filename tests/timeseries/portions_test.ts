import { deepStrictEqual, ok } from "node:assert/strict";
import { mergeReadings, type Reading } from "@/lib/timeseries/readings.ts";
import { SeriesReadings } from "@/lib/timeseries/store/arrived_readings.ts";
import { PendingSeries, portions } from "@/lib/timeseries/store/pending_series.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import { fc } from "@/tests/npm/fast_check.ts";

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

Deno.test("portions() creates objects for one portion at a time, for any number of pending readings", () => {
  const readings = Array.from({ length: 40_000 }, (_, at) => ({ epochS: 300 * at, value: at }));
  const { made, pending } = pendingOf(readings, "index");
  const counts: number[] = [];
  let before = 0;
  for (const portion of portions(pending)) {
    counts.push(portion.length);
    ok(made.count - before <= 5_001, `${made.count - before} objects`);
    before = made.count;
  }
  deepStrictEqual(counts, Array(8).fill(5_000));
});

Deno.test("portions() leaves out a reading that the next one of its slot replaces", () => {
  const readings = Array.from({ length: 30_000 }, (_, epochS) => ({ epochS, value: epochS }));
  const { pending } = pendingOf(readings, "instant");
  const [first, ...others] = [...portions(pending)];
  deepStrictEqual([first?.length, others.length], [100, 0]);
});

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
