import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { wholeYear } from "@/lib/base/civil_dates.ts";
import type { Store } from "@/lib/store/store.ts";
import type { MeterEvent } from "@/lib/timeseries/meter_event.ts";
import type { Point, Reading } from "@/lib/timeseries/readings.ts";
import {
  type Aggregates,
  aggregatesOf,
  combinedAggregates,
  completeness,
  HOURLY_GAP_S,
  type RollupSlot,
  slotOf,
} from "@/lib/timeseries/rollups.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { replaceEvents } from "@/lib/timeseries/store/register_changes.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { zoneDays } from "@/lib/timeseries/store/zone_days.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import {
  type NaiveFigures,
  naiveFigures,
  naivePoints,
  NO_FIGURES,
} from "@/tests/helpers/made_series.ts";
import { hoursOn } from "@/tests/helpers/some_series.ts";
import { onceFiled, second } from "@/tests/helpers/stores.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { checkParts } from "./stored_series.ts";

const DAY_S = 86_400;
const days = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ fromS: at * DAY_S, toS: (at + 1) * DAY_S }));

function points(...readings: readonly (readonly [number, number])[]): Point[] {
  return readings.map(([epochS, value]) => ({ epochS, value }));
}

function figures(kind: DataKind, read: readonly Point[], count = 3, events: MeterEvent[] = []) {
  return aggregatesOf({ kind, points: read, events }, days(count));
}

Deno.test("aggregatesOf() averages instant values, each valid for three hours", () => {
  const [day, none] = figures("instant", points([0, 19], [300, 21.5], [12 * 3600, 20]), 2);
  deepStrictEqual(day, {
    millionths: 60_500_000,
    min: 19,
    max: 21.5,
    last: 20,
    count: 3,
    coveredS: 6 * 3600,
    drawnAtStart: false,
    drawnAtEnd: false,
  });
  strictEqual(none, null);
});

Deno.test("aggregatesOf() adds consumptions, and any reading covers its whole day", () => {
  const [day] = figures("consumption", points([0, 1.5], [1, 2.25]), 1);
  strictEqual(day?.millionths, 3_750_000);
  strictEqual(day.coveredS, DAY_S);
  strictEqual(day.count, 2);
});

Deno.test("aggregatesOf() has the last value of a state and no sum", () => {
  const [day] = figures("state", points([0, 1], [500, 0]), 1);
  deepStrictEqual([day?.last, day?.millionths, day?.min, day?.max, day?.count], [0, 0, 0, 0, 2]);
});

Deno.test("aggregatesOf() spreads an index over the days of its interval, in proportion to time", () => {
  // From noon of the first day to noon of the third: 96 over 48 hours, so 2 an hour.
  const [first, second, third] = figures("index", points([DAY_S / 2, 100], [2.5 * DAY_S, 196]));
  deepStrictEqual([first, second, third].map((day) => (day?.millionths ?? 0) / 1e6), [24, 48, 24]);
  deepStrictEqual(
    [first, second, third].map((day) => day?.coveredS),
    [DAY_S / 2, DAY_S, DAY_S / 2],
  );
  deepStrictEqual([first, second, third].map((day) => day?.last), [100, null, 196]);
  deepStrictEqual([first, second, third].map((day) => [day?.drawnAtStart, day?.drawnAtEnd]), [
    [false, true],
    [true, true],
    [true, false],
  ]);
});

Deno.test("aggregatesOf() does not mark daily readings as estimated, even over 25 hours", () => {
  const daily = points([0, 0], [25 * 3600, 10], [25 * 3600 + DAY_S, 20]);
  deepStrictEqual(figures("index", daily).map((day) => day?.drawnAtEnd), [false, false, false]);
  const [hour] = aggregatesOf(
    { kind: "index", points: daily },
    [{ fromS: 0, toS: 3600 }],
    HOURLY_GAP_S,
  );
  strictEqual(hour?.drawnAtEnd, true);
});

Deno.test("aggregatesOf() loses nothing to rounding: thirds of a unit still add up", () => {
  const sums = figures("index", points([0, 0], [3 * DAY_S, 1])).map((day) => day?.millionths ?? 0);
  deepStrictEqual(sums, [333_333, 333_334, 333_333]);
  strictEqual(sums.reduce((a, b) => a + b, 0), 1_000_000);
});

// @spec series.registers
Deno.test("aggregatesOf() counts nothing for a register that falls without an event", () => {
  const [day, next] = figures("index", points([0, 50], [DAY_S, 3], [2 * DAY_S, 8]), 2);
  strictEqual(day?.coveredS, 0);
  strictEqual(day?.millionths, 0);
  strictEqual(next?.millionths, 5_000_000);
});

Deno.test("aggregatesOf() counts up to a replacement and from it on", () => {
  const event: MeterEvent = {
    epochS: DAY_S / 2,
    what: "replacement",
    finalIndex: 54,
    firstIndex: 1,
    comment: "",
  };
  const [day] = figures("index", points([0, 50], [DAY_S, 3]), 1, [event]);
  strictEqual(day?.millionths, 6_000_000);
  const [unread] = figures("index", points([0, 50], [DAY_S, 3]), 1, [{
    ...event,
    finalIndex: null,
  }]);
  strictEqual(unread?.millionths, 2_000_000);
  strictEqual(unread.coveredS, DAY_S / 2);
});

Deno.test("aggregatesOf() counts an event at the second of a reading as before it", () => {
  const event: MeterEvent = {
    epochS: DAY_S,
    what: "reset",
    finalIndex: 60,
    firstIndex: 0,
    comment: "",
  };
  const [day] = figures("index", points([0, 50], [DAY_S, 0]), 1, [event]);
  strictEqual(day?.millionths, 10_000_000);
});

Deno.test("aggregatesOf() sets aside one reading below both its neighbours, not two, nor at an event", () => {
  const sum = (read: Point[], events: MeterEvent[] = []) =>
    figures("index", read, 1, events)[0]?.millionths;
  strictEqual(sum(points([0, 1000], [600, 0], [1200, 1001])), 1_000_000);
  strictEqual(sum(points([0, 1000], [600, 999.5], [1200, 1000])), 0);
  strictEqual(sum(points([0, 1000], [600, 0], [1200, 0], [1800, 5])), 5_000_000);
  const reset: MeterEvent = {
    epochS: 500,
    what: "reset",
    finalIndex: 1000,
    firstIndex: 0,
    comment: "",
  };
  strictEqual(sum(points([0, 1000], [600, 0], [1200, 1001]), [reset]), 1_001_000_000);
});

Deno.test("aggregatesOf() does not spread a difference over more than three years", () => {
  const years = 3 * 366 * DAY_S;
  strictEqual(figures("index", points([0, 0], [years, 1098]), 1)[0]?.millionths, 1_000_000);
  strictEqual(figures("index", points([0, 0], [years + 1, 1098]), 1)[0]?.coveredS, 0);
});

// @spec series.rollups
Deno.test("combinedAggregates() adds days into their month", () => {
  const day: Aggregates = {
    millionths: 5,
    min: 2,
    max: 4,
    last: 3,
    count: 2,
    coveredS: 100,
    drawnAtStart: true,
    drawnAtEnd: false,
  };
  strictEqual(combinedAggregates([null, null]), null);
  deepStrictEqual(combinedAggregates([day, null, { ...day, min: -1, last: 9 }]), {
    millionths: 10,
    min: -1,
    max: 4,
    last: 9,
    count: 4,
    coveredS: 200,
    drawnAtStart: true,
    drawnAtEnd: false,
  });
  // A gap at the end of the month is not drawn as a continuous register.
  strictEqual(combinedAggregates([{ ...day, drawnAtEnd: true }, null])?.drawnAtEnd, false);
});

Deno.test("slotOf() has the figures that are meaningful for each kind", () => {
  const known: Aggregates = {
    millionths: 60_500_000,
    min: 19,
    max: 21.5,
    last: 20,
    count: 2,
    coveredS: 3600,
    drawnAtStart: false,
    drawnAtEnd: true,
  };
  const shown = (kind: DataKind) => {
    const { sum, mean, min, max, last, estimated } = slotOf(kind, "2024-07", DAY_S, known);
    return [sum, mean, min, max, last, estimated];
  };
  deepStrictEqual(shown("instant"), [null, 30.25, 19, 21.5, 20, true]);
  deepStrictEqual(shown("index"), [60.5, null, null, null, 20, true]);
  deepStrictEqual(shown("consumption"), [60.5, 30.25, 19, 21.5, 20, true]);
  deepStrictEqual(shown("state"), [null, null, null, null, 20, true]);
  strictEqual(slotOf("index", "2024-07", DAY_S, { ...known, coveredS: 0 }).sum, null);
  deepStrictEqual(slotOf("index", "2024-07", DAY_S, null), {
    at: "2024-07",
    ...NO_FIGURES,
    lengthS: DAY_S,
  });
});

// @spec series.completeness
Deno.test("completeness() is a share of the elapsed time, at most one", () => {
  strictEqual(completeness({ coveredS: 30, lengthS: 120 }), 0.25);
  strictEqual(completeness({ coveredS: 30, lengthS: 120 }, 60), 0.5);
  strictEqual(completeness({ coveredS: 90, lengthS: 120 }, 60), 1);
  strictEqual(completeness({ coveredS: 0, lengthS: 120 }, 0), 0);
});

const clock = () => 1_700_000_000_000;

/** Registers of some meters: read at the ends of January 2023, and once later. */
async function fill(store: Store, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, rank) => `meter-${rank}`);
  const series = new StoredSeries(store, "p", clock);
  await series.append(ids.map((seriesId, rank) => ({
    seriesId,
    kind: "index",
    readings: [
      { epochS: second("2022-12-31T23:00:00Z"), value: 100 },
      { epochS: second("2023-01-31T23:00:00Z"), value: 110 + rank },
      { epochS: second("2023-02-28T23:00:00Z"), value: 200 + rank },
    ],
  })));
  await compact(store, "p", clock);
  return ids;
}

Deno.test("StoredSeries of many series read at once, with pending readings, equal those read one by one", () =>
  withStore(async (store) => {
    const ids = await fill(store, 12);
    const series = new StoredSeries(store, "p", clock);
    const read = (id: string) =>
      Promise.all([series.months(id, 2023), series.days(id, wholeYear(2023)), series.last(id)]);
    // Three that the read merges, then many that are compacted first.
    for (const waiting of [ids.slice(0, 3), ids]) {
      await series.append(waiting.map((seriesId) => ({
        seriesId,
        kind: "index",
        readings: [{ epochS: second("2023-03-31T22:00:00Z") + waiting.length, value: 1_000 }],
      })));
      const together = await Promise.all(ids.map(read));
      const alone = [];
      for (const id of ids) alone.push(await read(id));
      deepStrictEqual(together, alone);
      strictEqual(together[0]?.[2]?.value, 1_000);
    }
  }));

Deno.test("StoredSeries reads an imported file of hundreds of thousands of readings", () =>
  withStore(async (store) => {
    const startS = second("2022-12-31T23:00:00Z");
    const series = new StoredSeries(store, "p", clock);
    for (let from = 0; from < 150_000; from += 50_000) {
      const readings = Array.from({ length: 50_000 }, (_, n) => ({
        epochS: startS + 60 * (from + n),
        value: from + n,
      }));
      await series.append([{ seriesId: "meter", kind: "index", readings }]);
    }
    const months = await onceFiled(() => series.months("meter", 2023));
    // A unit a minute: January, February, March without the hour it lost, then the rest of the 150
    // 000.
    deepStrictEqual(months.slice(0, 4).map(({ sum }) => sum), [44_640, 40_320, 44_580, 20_459]);
  }));

const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

Deno.test("ZoneDays: days of 23 and 25 hours in Paris, and their hours", () => {
  const paris = zoneDays("Europe/Paris");
  deepStrictEqual(paris.spanOf(dayOf("2024-03-31")), {
    fromS: second("2024-03-30T23:00:00Z"),
    toS: second("2024-03-31T22:00:00Z"),
  });
  strictEqual(paris.hoursOf(dayOf("2024-03-31")).length, 23);
  strictEqual(paris.hoursOf(dayOf("2024-10-27")).length, 25);
  strictEqual(paris.hoursOf(dayOf("2024-07-14")).length, 24);
  strictEqual(zoneDays("Europe/Paris"), paris);
});

Deno.test("ZoneDays.dayAt() is the civil day, on both sides of Greenwich and at each edge", () => {
  for (const zone of ["Europe/Paris", "Indian/Reunion", "America/Martinique", "Pacific/Auckland"]) {
    const days = zoneDays(zone);
    for (let day = dayOf("2024-01-01"); day < dayOf("2025-01-01"); day++) {
      const { fromS, toS } = days.spanOf(day);
      deepStrictEqual([days.dayAt(fromS), days.dayAt(toS - 1), days.dayAt(toS)], [
        day,
        day,
        day + 1,
      ]);
    }
  }
});

/** Records with a prototype, like those of the code. */
const PLAIN = { noNullPrototype: true };
const START_S = Date.parse("2023-12-20T00:00:00Z") / 1000;
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
      deepStrictEqual(withoutPlace(slot), naive);
      const month = slot.at.slice(0, 7);
      coveredS.set(month, (coveredS.get(month) ?? 0) + naive.coveredS);
    }
    const months = await series.months(seriesId, year);
    strictEqual(months.length, 12);
    for (const slot of months) {
      const naive = naiveFigures(kind, points, events, bounds(slot));
      deepStrictEqual(withoutPlace(slot), { ...naive, coveredS: coveredS.get(slot.at) });
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
      deepStrictEqual(withoutPlace(slot), naive);
    }
  }
}

function withoutPlace({ at: _at, lengthS: _lengthS, ...rest }: RollupSlot): NaiveFigures {
  return rest;
}

function bounds({ at }: RollupSlot): readonly [number, number] {
  const first = Temporal.PlainDate.from(at.length === 7 ? `${at}-01` : at);
  const next = first.add(at.length === 7 ? { months: 1 } : { days: 1 });
  const second = (date: Temporal.PlainDate) =>
    date.toZonedDateTime("Europe/Paris").epochMilliseconds / 1000;
  return [second(first), second(next)];
}
