import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { wholeYear } from "@/lib/base/civil_dates.ts";
import type { MeterEvent } from "@/lib/timeseries/meter_event.ts";
import type { Reading } from "@/lib/timeseries/readings.ts";
import type { RollupSlot } from "@/lib/timeseries/rollups.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { replaceEvents } from "@/lib/timeseries/store/register_changes.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { type NaiveFigures, naiveFigures, naivePoints } from "@/tests/helpers/made_series.ts";
import { hoursOn } from "@/tests/helpers/some_series.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { checkParts } from "./compacted_parts.ts";

/** Records with a prototype, like those of the code. */
const PLAIN = { noNullPrototype: true };
const START_S = Date.parse("2023-12-20T00:00:00Z") / 1000;
const DAY_S = 86_400;

/**
 * Around New Year, and around both clock changes: dense enough to share slots, far enough apart to
 * use several parts.
 */
const epochS = fc.oneof(
  fc.integer({ min: START_S, max: START_S + 14 * DAY_S }),
  fc.integer({ min: 0, max: 40 }).map((slot) => START_S + 10 * DAY_S + slot * 150),
  // Many in a slot, around a midnight.
  fc.integer({ min: -600, max: 900 }).map((s) => Date.parse("2023-12-24T23:00:00Z") / 1000 + s),
  fc.integer({ min: 0, max: 4 * DAY_S }).map((s) => Date.parse("2024-03-29T00:00:00Z") / 1000 + s),
  fc.integer({ min: 0, max: 4 * DAY_S }).map((s) => Date.parse("2024-10-25T00:00:00Z") / 1000 + s),
);
/** Few distinct seconds, so that readings and events often have the same one. */
const sharedS = fc.integer({ min: 0, max: 12 })
  .map((quarter) => Date.parse("2024-03-30T00:00:00Z") / 1000 + quarter * 21_600);
const value = fc.oneof(
  fc.integer({ min: 0, max: 100_000 }).map((n) => n / 10),
  fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 1000),
  fc.double({ min: -1000, max: 1000, noNaN: true }).map((n) => n === 0 ? 0 : n),
);
const reading: fc.Arbitrary<Reading> = fc.oneof(
  { weight: 9, arbitrary: fc.record({ epochS: fc.oneof(epochS, sharedS), value }, PLAIN) },
  { weight: 1, arbitrary: epochS.map((at) => ({ epochS: at, removed: true as const })) },
);
const event: fc.Arbitrary<MeterEvent> = fc.record({
  epochS: fc.oneof(epochS, sharedS),
  what: fc.constantFrom("reset" as const, "replacement" as const),
  finalIndex: fc.option(fc.integer({ min: 0, max: 10_000 })),
  firstIndex: fc.integer({ min: 0, max: 10 }),
  comment: fc.constant(""),
}, PLAIN);
type Append = { do: "append"; series: number; readings: readonly Reading[] };
type Act =
  | Append
  | { do: "compact" }
  | { do: "again" }
  | { do: "events"; events: readonly MeterEvent[] };
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("append" as const),
      series: fc.integer({ min: 0, max: 1 }),
      readings: fc.array(reading, { minLength: 1, maxLength: 12 }),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ do: "compact" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "again" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("events" as const),
      events: fc.uniqueArray(event, { maxLength: 2, selector: (one) => one.epochS }),
    }),
  },
);

for (const kind of ["index", "instant", "consumption", "state"] as const) {
  Deno.test(`StoredSeries equals a naive recomputation: ${kind}`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 1, maxLength: 12 }),
        (acts) => agrees(kind, acts),
      ),
      { seed: 20260101, numRuns: 60 },
    );
  });
}

function agrees(kind: DataKind, acts: readonly Act[]): Promise<void> {
  return withStore(async (store) => {
    const series = new StoredSeries(store, "p", () => 0);
    const came: Reading[][] = [[], []];
    let events: readonly MeterEvent[] = [];
    let before: Append | null = null;
    for (const step of acts) {
      if (step.do === "compact") await compact(store, "p", () => 0);
      if (step.do === "events" && kind === "index") {
        const before = events;
        events = step.events.toSorted((a, b) => a.epochS - b.epochS);
        const place = { store, projectId: "p", now: () => 0 };
        strictEqual(await replaceEvents(place, "s0", { before, after: events }), "done");
      }
      const append: Append | null = step.do === "append"
        ? step
        : step.do === "again"
        ? before
        : null;
      if (append === null) continue;
      before = append;
      came[append.series]?.push(...append.readings);
      await series.append([{ seriesId: `s${append.series}`, kind, readings: append.readings }]);
    }
    for (const [at, readings] of came.entries()) {
      const known = at === 0 ? events : [];
      await sameAsNaive(series, `s${at}`, { kind, readings, events: known });
    }
    await compact(store, "p", () => 0);
    for (const [at, readings] of came.entries()) {
      const known = at === 0 ? events : [];
      await sameAsNaive(series, `s${at}`, { kind, readings, events: known });
    }
    await checkParts(store);
  });
}

async function sameAsNaive(
  series: StoredSeries,
  seriesId: string,
  { kind, readings, events }: {
    kind: DataKind;
    readings: readonly Reading[];
    events: readonly MeterEvent[];
  },
): Promise<void> {
  const points = naivePoints(readings, kind);
  deepStrictEqual(await series.points(seriesId, { fromS: 0, toS: 2 ** 32 }), points);
  deepStrictEqual(await series.last(seriesId), points.at(-1) ?? null);
  for (const year of [2023, 2024]) {
    const coveredS = new Map<string, number>();
    const days = await series.days(seriesId, wholeYear(year));
    strictEqual(days.length, year === 2024 ? 366 : 365);
    for (const slot of days) {
      const naive = naiveFigures(kind, points, events, bounds(slot));
      deepStrictEqual(figures(slot), naive);
      const month = slot.at.slice(0, 7);
      coveredS.set(month, (coveredS.get(month) ?? 0) + naive.coveredS);
    }
    const months = await series.months(seriesId, year);
    strictEqual(months.length, 12);
    for (const slot of months) {
      const naive = naiveFigures(kind, points, events, bounds(slot));
      deepStrictEqual(figures(slot), { ...naive, coveredS: coveredS.get(slot.at) });
    }
  }
  // The clocks change on two of the days.
  for (
    const [date, count] of [["2023-12-31", 24], ["2024-03-31", 23], ["2024-10-27", 25]] as const
  ) {
    const hours = await hoursOn(series, seriesId, date);
    strictEqual(hours.length, count);
    for (const slot of hours) {
      const fromS = Date.parse(slot.at) / 1000;
      const naive = naiveFigures(kind, points, events, [fromS, fromS + slot.lengthS], 7200);
      deepStrictEqual(figures(slot), naive);
    }
  }
}

function figures({ at: _at, lengthS: _lengthS, ...rest }: RollupSlot): NaiveFigures {
  return rest;
}

function bounds({ at }: RollupSlot): readonly [number, number] {
  const first = Temporal.PlainDate.from(at.length === 7 ? `${at}-01` : at);
  const next = first.add(at.length === 7 ? { months: 1 } : { days: 1 });
  const second = (date: Temporal.PlainDate) =>
    date.toZonedDateTime("Europe/Paris").epochMilliseconds / 1000;
  return [second(first), second(next)];
}
