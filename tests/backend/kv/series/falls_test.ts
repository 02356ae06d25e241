import { deepStrictEqual } from "node:assert/strict";
import { compact } from "@/lib/backend/kv/series/compaction/compact.ts";
import { replaceEvents } from "@/lib/backend/kv/series/events.ts";
import { StoredSeries } from "@/lib/backend/kv/series/series.ts";
import { mergeReadings } from "@/lib/domain/series/merge.ts";
import { registerFalls } from "@/lib/domain/series/register_falls.ts";
import type { MeterEvent, Point, Reading } from "@/lib/domain/series/types.ts";
import { withStore } from "@/tests/backend/fixtures.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const NOW_MS = Date.parse("2026-01-15T10:00:00Z");
const DAY_S = 86_400;
const START_S = NOW_MS / 1_000 - 40 * DAY_S;
const now = () => NOW_MS;

/** Readings of some of forty days, in order of arrival: registers, and removals. */
const anArrival = fc.array(
  fc.record({
    day: fc.integer({ min: 0, max: 39 }),
    value: fc.option(fc.integer({ min: 0, max: 30 })),
  }),
  { minLength: 1, maxLength: 6 },
);

function readingsOf(arrival: readonly { day: number; value: number | null }[]): Reading[] {
  return arrival.map(({ day, value }) => {
    const epochS = START_S + day * DAY_S;
    return value === null ? { epochS, removed: true } : { epochS, value };
  });
}

Deno.test("fallsOfMany() equal those computed from all readings, pending or compacted, in any order", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(anArrival, { minLength: 1, maxLength: 6 }),
      (arrivals) =>
        withStore(async (store) => {
          const series = new StoredSeries(store, "p", now);
          let points: readonly Point[] = [];
          for (const [at, arrival] of arrivals.entries()) {
            const readings = readingsOf(arrival);
            await series.append([{ seriesId: "gas", kind: "index", readings }]);
            points = mergeReadings(points, readings, "index");
            const falls = (await series.fallsOfMany(["gas"])).get("gas") ?? [];
            deepStrictEqual(falls, registerFalls(points));
            if (at % 2 === 0) await compact(store, "p", now);
          }
        }),
    ),
    { numRuns: 40, seed: 20260101 },
  ));

Deno.test("fallsOfMany() take account of the events of the meter", () =>
  withStore(async (store) => {
    const series = new StoredSeries(store, "p", now);
    const readings = [5740, 5742.8, 5, 6].map((value, day) => ({
      epochS: START_S + day * DAY_S,
      value,
    }));
    await series.append([{ seriesId: "gas", kind: "index", readings }]);
    await compact(store, "p", now);
    const falls = async () => [...(await series.fallsOfMany(["gas", "none"])).keys()];
    deepStrictEqual(await falls(), ["gas"]);
    // At the very second of the reading: it changes no figure, and explains the fall.
    const event: MeterEvent = {
      epochS: START_S + 2 * DAY_S,
      what: "replacement",
      finalIndex: null,
      firstIndex: 5,
      comment: "",
    };
    const place = { store, projectId: "p", now };
    await replaceEvents(place, "gas", { before: [], after: [event] });
    deepStrictEqual(await falls(), []);
    await replaceEvents(place, "gas", { before: [event], after: [] });
    deepStrictEqual(await falls(), ["gas"]);
  }));
