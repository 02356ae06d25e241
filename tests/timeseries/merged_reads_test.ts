import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { CallError } from "@/lib/base/errors.ts";
import type { Store } from "@/lib/store/store.ts";
import { changedSpans } from "@/lib/timeseries/changes.ts";
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
import { SeriesLease } from "@/lib/timeseries/store/compaction_lease.ts";
import {
  presentPoints,
  PresentSeries,
  StoredSeries,
} from "@/lib/timeseries/store/stored_series.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import { countedStore } from "@/tests/helpers/changed_stores.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { second } from "@/tests/helpers/stores.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { pendingArrivals } from "./stored_series.ts";

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

const clock = () => 1_700_000_000_000;
const START_S = second("2024-01-10T00:00:00Z");
const JANUARY = 0;

function consumption(seriesId: string, count: number, value = 1) {
  const readings = Array.from({ length: count }, (_, at) => ({ epochS: START_S + at, value }));
  return { seriesId, kind: "consumption" as const, readings };
}

/** Another connection to the same store, like that of another process. */
function elsewhere(store: Store): Store {
  return countedStore(store).store;
}

Deno.test("StoredSeries answers while another process compacts the same series repeatedly", () =>
  withStore(async (store) => {
    await appendArrivals(store, "p", [consumption("s", 100)]);
    const other = elsewhere(store);
    let writes = 1;
    // Each operation of the read causes another write to the series.
    const write = async () => {
      if (writes === 40) return;
      await appendArrivals(other, "p", [consumption("s", 100, ++writes)]);
      if (writes % 2 === 0) await compact(other, "p", clock);
    };
    const moving: Store = {
      ...other,
      get: async (key) => (await write(), await other.get(key)),
      getMany: async (wanted) => (await write(), await other.getMany(wanted)),
    };
    const series = new StoredSeries(moving, "p", clock);
    const months = await series.months("s", 2024);
    strictEqual((months[JANUARY]?.sum ?? NaN) % 100, 0);
    while (writes < 40) {
      const acknowledged = writes;
      const { value = 0 } = await series.last("s") ?? {};
      ok(value >= acknowledged && value <= writes, `${value} of ${acknowledged} to ${writes}`);
    }
    const after = await new StoredSeries(store, "p", clock).months("s", 2024);
    strictEqual(after[JANUARY]?.sum, 100 * writes);
    ok(writes > 5, `${writes} writes`);
  }));

Deno.test("StoredSeries refuses with readings-waiting while another process has much to compact", () =>
  withStore(async (store) => {
    await appendArrivals(store, "p", [consumption("large", 30_000), consumption("small", 10)]);
    const lease = await SeriesLease.take(elsewhere(store), "p", clock);
    const series = new StoredSeries(store, "p", clock);
    // It has few readings of its own and does not wait for those of another series.
    strictEqual((await series.months("small", 2024))[JANUARY]?.sum, 10);
    await rejects(
      series.months("large", 2024),
      (fault) =>
        fault instanceof CallError && fault.code === "readings-waiting" &&
        fault.retryAt !== null && fault.retryAt > clock(),
    );
    await lease?.release();
    strictEqual((await series.months("large", 2024))[JANUARY]?.sum, 30_000);
    deepStrictEqual(await pendingArrivals(store, "p"), []);
  }));

Deno.test("the newest readings of many series wait for no compaction, for any number of pending readings", () =>
  withStore(async (store) => {
    const ids = Array.from({ length: 250 }, (_, rank) => `s${rank}`);
    await appendArrivals(store, "p", ids.map((id) => consumption(id, 100)));
    const series = new StoredSeries(store, "p", clock);
    const newest = await series.lastOfMany(ids);
    strictEqual(ids.every((id) => newest.get(id)?.epochS === START_S + 99), true);
    ok((await pendingArrivals(store, "p")).length > 0);
  }));

Deno.test("SeriesLease.take() takes over from a process that died, although the clock was set back", () =>
  withStore(async (store) => {
    ok(await SeriesLease.take(elsewhere(store), "p", clock));
    strictEqual(await SeriesLease.take(store, "p", () => clock() - 60_000), null);
    ok(await SeriesLease.take(store, "p", () => clock() - 2 * 3_600_000));
  }));

const NOW_S = 1_800_000_000;
const DAY_S = 86_400;

function newest(points: Readonly<Record<string, readonly Point[]>>, nowS = NOW_S) {
  const last = Object.entries(points).flatMap(([id, all]) => {
    const point = all.at(-1);
    return point === undefined ? [] : [[id, point] as const];
  });
  return presentPoints(
    new Map(last),
    nowS * 1_000,
    (id, { fromS, toS }) =>
      Promise.resolve((points[id] ?? []).filter(({ epochS }) => fromS <= epochS && epochS < toS)),
  );
}

function presentAt(...seconds: number[]): Point[] {
  return seconds.map((epochS) => ({ epochS, value: epochS }));
}

// @spec series.clock-ahead
Deno.test("presentPoints() replaces a reading more than ten minutes ahead by the one before", async () => {
  const found = await newest({
    a: presentAt(NOW_S - 60, NOW_S + 600),
    b: presentAt(NOW_S - 60, NOW_S + 601),
    c: presentAt(NOW_S - 400 * DAY_S, NOW_S + DAY_S),
    d: presentAt(NOW_S + DAY_S),
  });
  deepStrictEqual([...found].map(([id, { epochS }]) => [id, epochS]), [
    ["a", NOW_S + 600],
    ["b", NOW_S - 60],
    ["c", NOW_S - 400 * DAY_S],
  ]);
});

Deno.test("PresentSeries.lastOfMany() finds a reading ahead from its time on, and not when the clock is set back", () =>
  withStore(async (store, clock) => {
    const reader = new PresentSeries(store, "p", clock.now);
    const nowS = clock.now() / 1_000;
    const readings = [nowS - 60, nowS + 3_600, nowS + 3_900].map((epochS) => at(epochS, 1));
    await reader.append([{ seriesId: "s", kind: "instant", readings }]);
    const last = async () => (await reader.lastOfMany(["s"])).get("s")?.epochS;
    strictEqual(await last(), nowS - 60);
    // Readings are accepted from ten minutes ahead on.
    clock.advance(3_000_000 - 1_000);
    strictEqual(await last(), nowS - 60);
    clock.advance(1_000);
    strictEqual(await last(), nowS + 3_600);
    clock.advance(-2_000);
    strictEqual(await last(), nowS - 60);
    clock.advance(1_000_000);
    strictEqual(await last(), nowS + 3_900);
  }));

const FIRST_S = 1_600_000_000;
const FIVE_MINUTES_S = 300;
const LAST = "\uffff";

/** Six mebibytes of readings, always at the same seconds. */
function heavy(text: string): SeriesBatch {
  const readings = Array.from({ length: 12_000 }, (_, rank) => ({
    epochS: FIRST_S + rank * FIVE_MINUTES_S,
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
    const toS = FIRST_S + 12_000 * FIVE_MINUTES_S;
    const points = await new StoredSeries(store, "p", clock).points("s", { fromS: 0, toS });
    deepStrictEqual([...new Set(points.map(({ text }) => text?.[0]))], ["b"]);
    deepStrictEqual(points.length, 12_000);
  }));

function pendingOf(readings: readonly Reading[], kind: DataKind): PendingSeries {
  const head = { key: [], value: null, versionstamp: null };
  return new PendingSeries({ seriesId: "s", kind, readings, revision: "" }, head);
}

Deno.test("portions() applied in a row merge as all readings do in their order", () => {
  const instant = fc.integer({ min: 0, max: 900 * 86_400 });
  const near = fc.integer({ min: 0, max: 900 });
  const reading: fc.Arbitrary<Reading> = fc.oneof(
    fc.record({ epochS: fc.oneof(near, instant), value: fc.integer() }, {
      noNullPrototype: true,
    }),
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

const instant = fc.integer({ min: 0, max: 900 });
const value = fc.integer({ min: 0, max: 9 });
const plain = { noNullPrototype: true };
const point = fc.record({ epochS: instant, value }, plain);
const reading: fc.Arbitrary<Reading> = fc.oneof(
  { weight: 6, arbitrary: point },
  {
    weight: 1,
    arbitrary: fc.record({ epochS: instant, value: fc.constant(0), text: fc.string() }, plain),
  },
  {
    weight: 1,
    arbitrary: fc.record({ epochS: instant, removed: fc.constant(true as const) }, plain),
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
