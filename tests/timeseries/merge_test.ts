import { deepStrictEqual } from "node:assert/strict";
import { changedSpans } from "@/lib/timeseries/changes.ts";
import { mergeReadings, type Point, type Reading } from "@/lib/timeseries/readings.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const at = (epochS: number, value: number): Point => ({ epochS, value });

// @spec series.slots
Deno.test("mergeReadings() keeps the latest of five minutes, in any order", () => {
  const kept = [at(299, 9), at(300, 1)];
  deepStrictEqual(
    mergeReadings([], [at(0, 1), at(299, 9), at(60, 5), at(300, 1)], "instant"),
    kept,
  );
  deepStrictEqual(mergeReadings([at(299, 9)], [at(300, 1), at(10, 4)], "state"), kept);
});

Deno.test("mergeReadings() keeps the first and the latest register of five minutes, in any order", () => {
  const kept = [at(0, 1), at(299, 9), at(300, 10)];
  const read = [at(0, 1), at(60, 5), at(120, 6), at(299, 9), at(300, 10)];
  fc.assert(
    fc.property(
      fc.shuffledSubarray(read, { minLength: 5 }),
      fc.integer({ min: 0, max: 5 }),
      (came, cut) => {
        const before = mergeReadings([], came.slice(0, cut), "index");
        deepStrictEqual(mergeReadings(before, came.slice(cut), "index"), kept);
      },
    ),
    { seed: 20260101, numRuns: 200 },
  );
});

Deno.test("mergeReadings() replaces the reading of the same second, and no earlier one", () => {
  deepStrictEqual(mergeReadings([at(60, 5)], [at(60, 6)], "index"), [at(60, 6)]);
  deepStrictEqual(mergeReadings([at(60, 5)], [at(59, 6)], "instant"), [at(60, 5)]);
});

Deno.test("mergeReadings() keeps every second of a consumption", () => {
  const read = [at(1, 1), at(2, 2), at(1, 3)];
  deepStrictEqual(mergeReadings([], read, "consumption"), [at(1, 3), at(2, 2)]);
});

Deno.test("mergeReadings() empties the slot of a removal", () => {
  const removed: Reading = { epochS: 200, removed: true };
  deepStrictEqual(mergeReadings([at(60, 5), at(400, 6)], [removed], "instant"), [at(400, 6)]);
  deepStrictEqual(mergeReadings([at(60, 5)], [removed, at(30, 2)], "instant"), [at(30, 2)]);
  deepStrictEqual(mergeReadings([at(60, 5), at(90, 6)], [removed], "index"), []);
  deepStrictEqual(mergeReadings([at(60, 5)], [removed], "consumption"), [at(60, 5)]);
});

Deno.test("mergeReadings() is idempotent", () => {
  const reading: fc.Arbitrary<Reading> = fc.oneof(
    fc.record({ epochS: fc.integer({ min: 0, max: 1500 }), value: fc.integer() }),
    fc.integer({ min: 0, max: 1500 }).map((epochS) => ({ epochS, removed: true as const })),
  );
  fc.assert(
    fc.property(
      fc.constantFrom<DataKind>("instant", "index", "consumption", "state"),
      fc.array(reading),
      fc.array(reading),
      (kind, before, came) => {
        const points = mergeReadings([], before, kind);
        const once = mergeReadings(points, came, kind);
        deepStrictEqual(mergeReadings(once, came, kind), once);
      },
    ),
    { seed: 20260101, numRuns: 1000 },
  );
});

Deno.test("changedSpans() is empty when nothing changes, and includes the neighbours of an index", () => {
  const before = [at(0, 0), at(1000, 1), at(2000, 2), at(3000, 3)];
  const span = (kind: DataKind, points: Point[]) =>
    changedSpans({ before: { kind, points: before }, after: { kind, points } });
  deepStrictEqual(span("index", [...before]), []);
  const corrected = [at(0, 0), at(1000, 1.5), at(2000, 2), at(3000, 3)];
  deepStrictEqual(span("instant", corrected), [{ fromS: 1000, toS: 1001 }]);
  deepStrictEqual(span("index", corrected), [{ fromS: 0, toS: 2000 }]);
  deepStrictEqual(span("instant", before.slice(0, 3)), [{ fromS: 3000, toS: 3001 }]);
  deepStrictEqual(span("index", before.slice(0, 3)), [{ fromS: 2000, toS: 3001 }]);
});

Deno.test("changedSpans() leaves out the years between changes that are far apart", () => {
  const [year, recent] = [365 * 86_400, 54 * 365 * 86_400];
  const before = [at(recent, 5), at(recent + 1000, 7), at(recent + 2000, 8)];
  // A register of 6 in 1970: the 5 that follows, below both neighbours, is set aside.
  const after = [at(year, 6), ...before];
  deepStrictEqual(
    changedSpans({
      before: { kind: "index", points: before },
      after: { kind: "index", points: after },
    }),
    [{ fromS: year, toS: year + 1 }, { fromS: recent, toS: recent + 1000 }],
  );
});

Deno.test("changedSpans() takes account of the events of a meter", () => {
  const points = [at(0, 10), at(1000, 2), at(2000, 5)];
  const reset = { epochS: 500, what: "reset" as const, finalIndex: 12, firstIndex: 0, comment: "" };
  deepStrictEqual(
    changedSpans({
      before: { kind: "index", points },
      after: { kind: "index", points, events: [reset] },
    }),
    [{ fromS: 0, toS: 1000 }],
  );
});

Deno.test("changedSpans() accepts more points than a call has arguments", () => {
  const points = Array.from({ length: 200_000 }, (_, n) => at(n, n));
  deepStrictEqual(
    changedSpans({ before: { kind: "index", points: [] }, after: { kind: "index", points } }),
    [{ fromS: 0, toS: 200_000 }],
  );
});
