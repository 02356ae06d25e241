import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { dateOfEpochDay } from "@/lib/base/civil_dates.ts";
import { countedAround } from "@/lib/ingest/meter_rules.ts";
import { compactSeries } from "@/lib/series/compaction_jobs.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry, type Store } from "@/lib/store/store.ts";
import { aggregatesOf, slotOf as figuresSlot } from "@/lib/timeseries/rollups.ts";
import type { MeterEvent, RegisterVerdict } from "@/lib/timeseries/meter_event.ts";
import { mergeReadings, type Point, type Reading } from "@/lib/timeseries/readings.ts";
import { judgeRegister } from "@/lib/timeseries/register_judgement.ts";
import { NO_LIMITS, type RegisterRule } from "@/lib/timeseries/register_rules.ts";
import { seriesFaults } from "@/lib/timeseries/store/check.ts";
import { decodePoints, encodePoints } from "@/lib/timeseries/store/chunk_encoding.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { readCompaction } from "@/lib/timeseries/store/compaction_lease.ts";
import {
  judgeBySettings,
  replaceEvents,
  replaceVerdicts,
} from "@/lib/timeseries/store/register_changes.ts";
import { seriesMetadata } from "@/lib/timeseries/store/series_metadata.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { zoneDays } from "@/lib/timeseries/store/zone_days.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const NOW_MS = Date.parse("2026-01-15T10:00:00Z");
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** Midnight in Paris. */
const START_S = Date.parse("2025-11-20T23:00:00Z") / 1_000;
const now = () => NOW_MS;
const ZONE = zoneDays("Europe/Paris");
/** A dwelling's cold water: 3.2 m³ an hour. */
const RULE: RegisterRule = {
  maxRatePerHour: 3.2,
  resolution: 1,
  rollsOverAt: null,
  events: [],
  verdicts: [],
};
const P = "p";
const S = "water@house";
const place = (store: Store) => ({ store, projectId: P, now });

function meter(settings: Record<string, unknown> = {}) {
  return {
    dataUnitId: "EFSV",
    scope: "housing",
    renamed: null,
    importedUnit: null,
    manualIndex: false,
    equipmentId: null,
    dataSourceOptions: {},
    ...settings,
  };
}

async function withMeter(work: (store: Store, series: StoredSeries) => Promise<void>) {
  await withStore(async (store) => {
    await store.atomic().set(keys.dataseries(P, "water"), meter()).commit();
    await work(store, new StoredSeries(store, P, now));
  });
}

const append = (series: StoredSeries, readings: readonly Reading[]) =>
  series.append([{ seriesId: S, kind: "index", readings }]);

/** What is read of a meter, and what its readings give from scratch. */
async function agrees(
  series: StoredSeries,
  points: readonly Point[],
  rule: RegisterRule = RULE,
): Promise<void> {
  const register = judgeRegister(points, rule);
  const [from, to] = ["2025-11-15", "2026-01-16"];
  const [first, count] = [ZONE.dayAt(START_S) - 6, 62];
  const spans = Array.from({ length: count }, (_, rank) => ZONE.spanOf(first + rank));
  const expected = aggregatesOf({ kind: "index", points, register }, spans);
  deepStrictEqual(
    await series.days(S, { from, to }),
    expected.map((figures, rank) =>
      figuresSlot(
        "index",
        dateOfEpochDay(first + rank),
        spans[rank]!.toS - spans[rank]!.fromS,
        figures,
      )
    ),
  );
  deepStrictEqual((await series.jumpsOfMany([S])).get(S) ?? [], register.jumps);
  const day = ZONE.spanOf(first + 17);
  const read = await series.judged(S, day);
  deepStrictEqual(
    read.readings.map(({ epochS, verdict }) => [epochS, verdict]),
    points.flatMap(({ epochS }, at) =>
      epochS >= day.fromS && epochS < day.toS ? [[epochS, register.verdicts[at]]] : []
    ),
  );
}

/** Readings of some of fifty days, in order of arrival: registers with errors, and removals. */
const anArrival = fc.array(
  fc.record({
    hour: fc.integer({ min: 0, max: 400 }).map((three) => three * 3),
    value: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 0, max: 30 }) },
      { weight: 2, arbitrary: fc.constantFrom(0, 4294967.295, 9_999_999, 12_000, 12_001, 12_002) },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
  }),
  { minLength: 1, maxLength: 12 },
);

/** A register that grows: 100 at the start and two a day, with small or large differences. */
function readingOf({ hour, value }: { hour: number; value: number | null }): Reading {
  const epochS = START_S + hour * HOUR_S;
  if (value === null) return { epochS, removed: true };
  return { epochS, value: value > 0 && value <= 20 ? 100 + hour / 12 + value / 100 : value };
}

// @spec series.registers, series.register-falls
Deno.test("StoredSeries reads a register as judged from all its readings, pending or compacted, in any order", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ arrival: anArrival, isCompacted: fc.boolean() }), {
        minLength: 1,
        maxLength: 6,
      }),
      (arrivals) =>
        withMeter(async (store, series) => {
          let points: readonly Point[] = [];
          for (const { arrival, isCompacted } of arrivals) {
            const readings = arrival.map(readingOf);
            await append(series, readings);
            points = mergeReadings(points, readings, "index");
            await agrees(series, points);
            if (isCompacted) await compact(store, P, now);
          }
          await compact(store, P, now);
          await agrees(series, points);
          deepStrictEqual(await Array.fromAsync(seriesFaults(store, P)), []);
        }),
    ),
    { numRuns: 60, seed: 20260101 },
  ));

function orders<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]];
  return all.flatMap((one, at) => orders(all.toSpliced(at, 1)).map((rest) => [one, ...rest]));
}

/** Half-hourly readings of three weeks, in parts of the store. */
function halfHours(): Point[] {
  return Array.from({ length: 1_000 }, (_, at) => ({
    epochS: START_S + at * 1_800,
    value: 100 + Math.round(at * 40 + 7 * Math.sin(at)) / 1_000,
  }));
}

// @spec series.registers
Deno.test("StoredSeries judges again from a correction far back, through many parts", () =>
  withMeter(async (store, series) => {
    let points: readonly Point[] = halfHours();
    await append(series, points);
    await compact(store, P, now);
    const changes: Reading[][] = [
      // A rising run of two that nothing follows, a peak within the rate, zeros of a week, and their removal.
      [{ epochS: START_S + 90_000, value: 5_000 }, { epochS: START_S + 91_900, value: 5_001 }],
      [{ epochS: START_S + 180_060, value: 104.5 }],
      Array.from(
        { length: 300 },
        (_, at) => ({ epochS: START_S + 360_060 + at * 1_800, value: 0 }),
      ),
      [{ epochS: START_S + 90_000, removed: true }],
      [{ epochS: START_S, value: 4294967.295 }],
      [{ epochS: START_S, value: 99.5 }],
    ];
    for (const readings of changes) {
      await append(series, readings);
      points = mergeReadings(points, readings, "index");
      await agrees(series, points);
      await compact(store, P, now);
      await agrees(series, points);
      deepStrictEqual(await Array.fromAsync(seriesFaults(store, P)), []);
    }
  }));

// @spec series.registers
Deno.test("StoredSeries judges again by new events, verdicts and limits, and undoes them", () =>
  withMeter(async (store, series) => {
    const values = [[0, 480], [24, 481], [48, 12], [72, 13], [96, 14.2], [120, 215]];
    const points = values.map(([hour = 0, value = 0]) => {
      return { epochS: START_S + hour * HOUR_S, value };
    });
    await append(series, points);
    await compact(store, P, now);
    await agrees(series, points);
    const sums = async () =>
      (await series.days(S, { from: "2025-11-21", to: "2025-11-26" })).map(({ sum }) => sum);
    deepStrictEqual(await sums(), [1, null, 1, 1.2, null]);
    const event: MeterEvent = {
      epochS: START_S + 36 * HOUR_S,
      what: "replacement",
      finalIndex: 482,
      firstIndex: 10,
      comment: "",
    };
    strictEqual(await replaceEvents(place(store), S, { before: [], after: [event] }), "done");
    // 482 − 481 + 12 − 10 = 3.
    deepStrictEqual(await sums(), [1, 3, 1, 1.2, null]);
    const said: RegisterVerdict = {
      epochS: START_S + 120 * HOUR_S,
      value: 215,
      isReal: true,
      by: "a@b.fr",
      atMs: NOW_MS,
    };
    strictEqual(await replaceVerdicts(place(store), S, { before: [], after: [said] }), "done");
    deepStrictEqual(await sums(), [1, 3, 1, 1.2, 200.8]);
    await agrees(series, points, { ...RULE, events: [event], verdicts: [said] });
    const refused = await replaceVerdicts(place(store), S, { before: [], after: [] });
    strictEqual(refused, "conflict");
    await replaceVerdicts(place(store), S, { before: [said], after: [] });
    await replaceEvents(place(store), S, { before: [event], after: [] });
    await agrees(series, points);
    // 215 − 14,2 in a day is within 10 an hour, and 12 after 481 with a capacity of 1 000 is a consumption of 531.
    const settings = meter({ maxRatePerHour: 30, rollsOverAt: 1_000 });
    await store.atomic().set(keys.dataseries(P, "water"), settings).commit();
    strictEqual(await judgeBySettings(store, P, now), true);
    deepStrictEqual(await sums(), [1, 531, 1, 1.2, 200.8]);
    await agrees(series, points, { ...RULE, maxRatePerHour: 30, rollsOverAt: 1_000 });
    deepStrictEqual(await Array.fromAsync(seriesFaults(store, P)), []);
  }));

// @spec series.registers
Deno.test("StoredSeries names the suspended readings of a register, and a rate that is too low", () =>
  withMeter(async (store, series) => {
    const points = [100, 220, 340, 460].map((value, day) => {
      return { epochS: START_S + day * DAY_S, value };
    });
    for (const isCompacted of [false, true]) {
      if (!isCompacted) await append(series, points);
      else await compact(store, P, now);
      const facts = (await series.registersOfMany([S, "none"])).get(S);
      deepStrictEqual(facts?.suspended, { fromS: START_S + 1, toS: START_S + 3 * DAY_S + 1 });
      // (120 − 1) / 24.
      deepStrictEqual(facts?.rateTooLow, { fromS: START_S + DAY_S, ratePerHour: 119 / 24 });
      deepStrictEqual(facts?.rule, RULE);
      const { readings } = await series.judged(S, facts.suspended);
      deepStrictEqual(readings.map(({ value, verdict }) => [value, verdict]), [
        [220, "to-confirm"],
        [340, "to-confirm"],
        [460, "to-confirm"],
      ]);
    }
  }));

/** Writes a series as an earlier version did: no judgement in its parts and its head. */
async function forgetJudgement(store: Store): Promise<void> {
  for await (const { key, value } of store.list({ prefix: keys.points.under(P, S) })) {
    await store.atomic().set(key, encodePoints(decodePoints(value))).commit();
  }
  const { value } = await readEntry(store, keys.seriesHead(P, S), seriesMetadata);
  ok(value);
  const { path: _, limits: __, verdicts: ___, ...head } = value;
  await store.atomic().set(keys.seriesHead(P, S), head).commit();
  const state = (await readCompaction(store, P)).value;
  await store.atomic().set(keys.compaction(P), { ...state, isJudged: undefined }).commit();
}

// @spec series.registers
Deno.test("compactSeries() judges once the registers that an earlier version stored", () =>
  withStore(async (store) => {
    const series = new StoredSeries(store, P, now);
    const spike = { epochS: START_S + 90_000, value: 4294967.295 };
    const points = mergeReadings(halfHours(), [spike], "index");
    // Without a rate the spike counts, as it did.
    await append(series, points);
    await compact(store, P, now);
    await forgetJudgement(store);
    await store.atomic().set(keys.dataseries(P, "water"), meter()).commit();
    await compactSeries(store, now);
    await agrees(series, points);
    deepStrictEqual(await Array.fromAsync(seriesFaults(store, P)), []);
    strictEqual((await readCompaction(store, P)).value.isJudged, true);
  }));

// @spec series.registers
Deno.test("new readings of a register that an earlier version stored judge all of it", () =>
  withMeter(async (store, series) => {
    const spike = { epochS: START_S + 90_000, value: 4294967.295 };
    const points = mergeReadings(halfHours(), [spike], "index");
    await append(series, points);
    await compact(store, P, now);
    await forgetJudgement(store);
    const next = { epochS: START_S + 30 * DAY_S, value: 160 };
    await append(series, [next]);
    await compact(store, P, now);
    await agrees(series, [...points, next]);
    deepStrictEqual(await Array.fromAsync(seriesFaults(store, P)), []);
  }));

const EVENT_S = 43_200;

function replacement(finalIndex: number | null, firstIndex = 0): MeterEvent {
  return { epochS: EVENT_S, what: "replacement", finalIndex, firstIndex, comment: "" };
}

function judged(points: readonly Point[], ...events: MeterEvent[]) {
  return judgeRegister(points, { ...NO_LIMITS, events, verdicts: [] });
}

function total(points: readonly Point[], event: MeterEvent): number {
  return judged(points, event).intervals.reduce((sum, { millionths }) => sum + millionths, 0);
}

/** Increasing readings of a register from `startS`, a quarter of an hour apart. */
function growing(startS: number) {
  return ({ start, steps }: { start: number; steps: readonly number[] }): Point[] => {
    let value = start;
    return steps.map((step, rank) => ({ epochS: startS + rank * 900, value: value += step }));
  };
}

const steps = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 5 });
const old = fc.record({ start: fc.integer({ min: 10_000, max: 20_000 }), steps })
  .map(growing(EVENT_S - 10 * 900));
const fresh = fc.record({ start: fc.integer({ min: 0, max: 20 }), steps })
  .map(growing(EVENT_S + 900));

const last = (points: readonly Point[]) => points.at(-1)?.value ?? 0;

// @spec series.meter-events
Deno.test("judgeRegister() counts the same with and without a reading at the second of an event", () => {
  const isOld = fc.boolean();
  const moved = fc.integer({ min: 0, max: 20 });
  fc.assert(fc.property(old, fresh, isOld, moved, (before, after, isOld, moved) => {
    const event = replacement(last(before) + 10, after[0]?.value ?? 0);
    // A person reads the register a little before or after the event; a module sends it at that second.
    const value = isOld ? last(before) + moved : event.firstIndex + moved;
    const at = { epochS: EVENT_S, value };
    const without = total([...before, ...after], event);
    strictEqual(total([...before, at, ...after], event), without);
    // The old register up to its final index, the new one from its first index.
    const counted = last(before) + 10 - (before[0]?.value ?? 0) + last(after) - event.firstIndex;
    strictEqual(without, counted * 1e6);
    deepStrictEqual(judged([...before, at, ...after], event).jumps, []);
  }));
});

Deno.test("judgeRegister() uses a reading at the second of an event as the final index if none was typed", () => {
  fc.assert(fc.property(old, fresh, fc.integer({ min: 0, max: 20 }), (before, after, moved) => {
    const event = replacement(null, after[0]?.value ?? 0);
    const without = total([...before, ...after], event);
    const end = { epochS: EVENT_S, value: last(before) + moved };
    strictEqual(total([...before, end, ...after], event), without + moved * 1e6);
    const start = { epochS: EVENT_S, value: event.firstIndex };
    strictEqual(total([...before, start, ...after], event), without);
    for (const at of [end, start]) {
      deepStrictEqual(judged([...before, at, ...after], event).jumps, []);
    }
  }));
});

Deno.test("countedAround() counts each side of an event once, for either register read at its second", () => {
  const [before, after] = [{ epochS: 0, value: 1_000 }, { epochS: 86_400, value: 12 }];
  const rule = { ...NO_LIMITS, events: [replacement(1_004)], verdicts: [] };
  for (const value of [1_004, 0, 1_003.5, 0.5]) {
    const at = { epochS: EVENT_S, value };
    // 1 004 − 1 000 on the old meter, 12 − 0 on the new one.
    strictEqual(countedAround({ before, at, after }, rule), 16);
  }
  strictEqual(countedAround({ before, at: null, after }, rule), 16);
  strictEqual(countedAround({ before, at: null, after: null }, rule), null);
  // Without the event, the fall to the new register counts nothing.
  const without = { ...rule, events: [] };
  strictEqual(countedAround({ before, at: { epochS: EVENT_S, value: 1_004 }, after }, without), 4);
  strictEqual(countedAround({ before, at: { epochS: EVENT_S, value: 0 }, after }, without), null);
});
