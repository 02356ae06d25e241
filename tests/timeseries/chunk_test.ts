import { deepStrictEqual, notStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import type { Store } from "@/lib/store/store.ts";
import type { Point, Reading } from "@/lib/timeseries/readings.ts";
import { type Aggregates, combinedAggregates } from "@/lib/timeseries/rollups.ts";
import { decodeArrival, encodeArrival } from "@/lib/timeseries/store/arrival_encoding.ts";
import { decodePoints, encodePoints } from "@/lib/timeseries/store/chunk_encoding.ts";
import {
  cutParts,
  isPartSize,
  utcMonthOf,
  utcMonthStart,
} from "@/lib/timeseries/store/chunk_parts.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { removeReadings } from "@/lib/timeseries/store/removal.ts";
import {
  daysOfHalf,
  decodeRollup,
  encodeRollup,
  placeOf,
} from "@/lib/timeseries/store/stored_rollups.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { ByteReader, ByteWriter, DamagedValue } from "@/lib/timeseries/store/value_encoding.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import { countedStore } from "@/tests/helpers/changed_stores.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { fiveMinutePoints } from "@/tests/helpers/made_series.ts";
import { second } from "@/tests/helpers/stores.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const SEED = { seed: 20260101, numRuns: 500 };
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.float({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -100_000, max: 100_000 }).map((n) => n / 10),
  fc.integer(),
).map((n) => n === 0 ? 0 : n);
const points = fc.uniqueArray(
  fc.record({
    epochS: fc.integer({ min: 0, max: 2 ** 32 }),
    value: fc.oneof(number, fc.constantFrom(20.1, 20.2, 1e6)),
  }, { noNullPrototype: true }),
  { minLength: 1, maxLength: 50, selector: ({ epochS }) => epochS },
).map((list) => list.sort((a, b) => a.epochS - b.epochS));

Deno.test("encodePoints() round-trips any points exactly", () => {
  fc.assert(
    fc.property(points, (list) => deepStrictEqual(decodePoints(encodePoints(list)), list)),
    SEED,
  );
  const floats = fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 });
  fc.assert(
    fc.property(floats, (values) => {
      const list = values.map((value, at) => ({
        epochS: at * 300,
        value: value === 0 ? 0 : value,
      }));
      deepStrictEqual(decodePoints(encodePoints(list)), list);
    }),
    SEED,
  );
});

Deno.test("encodePoints() round-trips the texts of a state", () => {
  const list: Point[] = [
    { epochS: 0, value: 0, text: "ouvert" },
    { epochS: 300, value: 1 },
    { epochS: 600, value: 0, text: "fermé" },
    { epochS: 900, value: 0, text: "ouvert" },
  ];
  deepStrictEqual(decodePoints(encodePoints(list)), list);
});

Deno.test("encodePoints() takes few bytes a point: 2.6 for a decimal, 4.5 for 32 bits", () => {
  for (const [look, most] of [["temperature", 2.6], ["register", 2.6], ["float32", 4.5]] as const) {
    const list = fiveMinutePoints(look, { fromS: 1_700_000_000, count: 8640, seed: 2 });
    const bytes = encodePoints(list).length / list.length;
    ok(bytes <= most, `${look}: ${bytes} bytes a point`);
  }
});

Deno.test("decodePoints() refuses damaged bytes, for any damaged bit", () => {
  const bytes = encodePoints(fiveMinutePoints("temperature", { fromS: 0, count: 50, seed: 1 }));
  for (let at = 0; at < bytes.length; at++) {
    const damaged = bytes.slice();
    damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
    throws(() => decodePoints(damaged), DamagedValue);
  }
  throws(() => decodePoints(bytes.slice(0, -1)), DamagedValue);
  throws(() => decodePoints("text"), DamagedValue);
  throws(() => decodePoints(new Uint8Array(2)), DamagedValue);
});

Deno.test("ByteWriter: whole numbers up to 2^51 and any decimal read back exactly", () => {
  const whole = fc.integer({ min: -(2 ** 51), max: 2 ** 51 });
  fc.assert(
    fc.property(fc.array(whole), fc.array(number), fc.string(), (wholes, decimals, text) => {
      const writer = new ByteWriter();
      for (const value of wholes) writer.whole(value);
      for (const value of decimals) writer.decimal(value);
      writer.text(text);
      const reader = new ByteReader(writer.sealed());
      deepStrictEqual(wholes.map(() => reader.whole()), wholes.map((value) => value));
      deepStrictEqual(decimals.map(() => reader.decimal()), decimals);
      strictEqual(reader.text(), text.toWellFormed());
      strictEqual(reader.done, true);
    }),
    SEED,
  );
});

Deno.test("cutParts() returns parts of allowed sizes, with all points in order", () => {
  const start = second("2024-05-01T00:00:00Z");
  for (const look of ["temperature", "float32"] as const) {
    for (const count of [1, 10, 400, 700, 1500, 3000, 5000, 8900]) {
      const list = fiveMinutePoints(look, { fromS: start, count, seed: count });
      const parts = cutParts({ projectId: "p", seriesId: "s" }, list);
      ok(parts.every(({ bytes }) => isPartSize(bytes.length)));
      deepStrictEqual(parts.flatMap(({ bytes }) => decodePoints(bytes)), list);
    }
  }
  // A reading each second of nine hours, in eight bytes: too many for one value.
  const dense = Array.from({ length: 32_000 }, (_, at) => ({ epochS: start + at, value: at / 7 }));
  const parts = cutParts({ projectId: "p", seriesId: "s" }, dense);
  ok(parts.length > 3);
  ok(parts.every(({ bytes }) => isPartSize(bytes.length)));
  deepStrictEqual(parts.flatMap(({ bytes }) => decodePoints(bytes)), dense);
});

Deno.test("utcMonthOf() and utcMonthStart() agree on every month", () => {
  strictEqual(utcMonthOf(0), 0);
  strictEqual(utcMonthOf(second("2024-02-29T23:59:59Z")), 54 * 12 + 1);
  for (let month = 0; month < 131 * 12; month++) {
    strictEqual(utcMonthOf(utcMonthStart(month)), month);
    strictEqual(utcMonthOf(utcMonthStart(month + 1) - 1), month);
  }
});

const figures: fc.Arbitrary<Aggregates> = fc.record({
  millionths: fc.integer({ min: -(2 ** 50), max: 2 ** 50 }),
  min: number,
  max: number,
  last: fc.option(number),
  count: fc.nat(),
  coveredS: fc.nat(),
  drawnAtStart: fc.boolean(),
  drawnAtEnd: fc.boolean(),
}, { noNullPrototype: true });

Deno.test("encodeRollup() round-trips figures exactly, and half a month of the largest fits the limit", () => {
  const list = fc.array(fc.option(figures), { maxLength: 16 });
  const kind = fc.constantFrom<DataKind>("instant", "index", "consumption", "state");
  fc.assert(
    fc.property(list, kind, (known, of) => {
      const bytes = encodeRollup({ kind: of, aggregates: known });
      ok(bytes.length <= 950, `${bytes.length} bytes`);
      deepStrictEqual(decodeRollup(bytes), { kind: of, aggregates: known });
    }),
    SEED,
  );
});

Deno.test("placeOf() places fifteen days, then the rest of the month, without a gap", () => {
  const first = Date.UTC(2024, 1, 1) / 86_400_000;
  deepStrictEqual(placeOf(first), { year: 2024, month: 1, halfMonth: 2024 * 24 + 2, at: 0 });
  deepStrictEqual(placeOf(first + 14).at, 14);
  deepStrictEqual(placeOf(first + 15), { year: 2024, month: 1, halfMonth: 2024 * 24 + 3, at: 0 });
  strictEqual(daysOfHalf(2024 * 24 + 2), 15);
  strictEqual(daysOfHalf(2024 * 24 + 3), 14);
  strictEqual(daysOfHalf(2023 * 24 + 3), 13);
  let before = placeOf(0);
  for (let day = 1; day < 50_000; day++) {
    const place = placeOf(day);
    const isNext = place.halfMonth === before.halfMonth
      ? place.at === before.at + 1
      : place.halfMonth === before.halfMonth + 1 && place.at === 0 &&
        before.at === daysOfHalf(before.halfMonth) - 1;
    ok(isNext, `day ${day}`);
    before = place;
  }
});

Deno.test("combinedAggregates() of days and of halves equal those of the month", () => {
  fc.assert(
    fc.property(fc.array(fc.option(figures), { minLength: 2, maxLength: 31 }), (days) => {
      const whole = combinedAggregates(days);
      strictEqual(whole?.count ?? 0, days.reduce((count, day) => count + (day?.count ?? 0), 0));
      deepStrictEqual(combinedAggregates([whole]), whole);
    }),
    SEED,
  );
});

Deno.test("encodeArrival() keeps readings, removals and texts in the order of arrival", () => {
  const reading: fc.Arbitrary<Reading> = fc.oneof(
    fc.record({ epochS: fc.nat(), value: number }, { noNullPrototype: true }),
    fc.record({ epochS: fc.nat(), value: number, text: fc.string() }, { noNullPrototype: true })
      .map((point) => ({ ...point, text: point.text.toWellFormed() })),
    fc.nat().map((epochS) => ({ epochS, removed: true as const })),
  );
  const batches = fc.array(fc.record({
    seriesId: fc.string({ minLength: 1 }).map((id) => id.toWellFormed()),
    kind: fc.constantFrom<DataKind>("instant", "index", "consumption", "state"),
    readings: fc.array(reading),
  }, { noNullPrototype: true }));
  fc.assert(
    fc.property(batches, (list) => deepStrictEqual(decodeArrival(encodeArrival(list)), list)),
    SEED,
  );
});

const AT_S = second("2026-02-10T10:00:00Z");
const now = () => (AT_S + 86_400) * 1_000;

async function send(store: Store, seriesId: string, epochS: number, value = 20): Promise<void> {
  const readings = [{ epochS, value }];
  await new StoredSeries(store, "p", now).append([{ seriesId, kind: "instant", readings }]);
}

Deno.test("stateOf() changes with every reading of its series, pending or compacted, and with no other's", () =>
  withStore(async (store) => {
    const state = () => new StoredSeries(store, "p", now).stateOf(["a", "none"]);
    const seen = new Set([await state()]);
    const changes = async (act: () => Promise<unknown>) => {
      await act();
      const after = await state();
      notStrictEqual(seen.has(after), true, String(act));
      seen.add(after);
    };
    await changes(() => send(store, "a", AT_S));
    await changes(() => send(store, "a", AT_S + 60));
    const before = await state();
    await send(store, "b", AT_S);
    strictEqual(await state(), before, "another series");
    await changes(() => compact(store, "p", now));
    // The same second corrected, and one in the distant past.
    await changes(() => send(store, "a", AT_S + 60, 22));
    await changes(() => compact(store, "p", now));
    await changes(() => send(store, "a", AT_S - 30 * 86_400));
    await changes(() => compact(store, "p", now));
    const compacted = await state();
    await send(store, "b", AT_S + 60);
    await compact(store, "p", now);
    strictEqual(await state(), compacted, "another series compacted");
    await removeReadings(store, { projectId: "p", seriesId: "a" }, now);
    // Nothing of it is stored, as before its first reading.
    strictEqual(await state(), [...seen][0]);
  }));

const DAY = "2026-02-10";
const DAY_S = second("2026-02-09T23:00:00Z");
/** Three readings a slot, some before the day starts. */
const STEP_S = 100;
const STEPS = { before: -9, after: 15 };

/** A step of a process; readings come in order, and some late, again, lower or deleted. */
type Act =
  | { do: "send"; process: 0 | 1; step: number; value: number | null }
  | { do: "follow"; process: 0 | 1; steps: number; more: number }
  | { do: "compact"; process: 0 | 1 };

const process = fc.constantFrom<0 | 1>(0, 1);
const anAct: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    do: fc.constant("send" as const),
    process,
    step: fc.integer({ min: STEPS.before, max: STEPS.after }),
    value: fc.option(fc.integer({ min: 0, max: 12 }), { freq: 8 }),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("follow" as const),
      process,
      steps: fc.integer({ min: 0, max: 4 }),
      more: fc.integer({ min: 0, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("compact" as const), process }) },
);

/** The readings of the steps, each with the process that sends it; null stands for a compaction. */
function* readingsOf(acts: readonly Act[]): Generator<{ process: 0 | 1; reading: Reading | null }> {
  let [step, value] = [-7, 5];
  for (const act of acts) {
    if (act.do === "follow") [step, value] = [step + act.steps, value + act.more];
    const epochS = DAY_S + STEP_S * (act.do === "send" ? act.step : step);
    const sent = act.do === "send" ? act.value : value;
    const reading = sent === null ? { epochS, removed: true as const } : { epochS, value: sent };
    yield { process: act.process, reading: act.do === "compact" ? null : reading };
  }
}

/** Compacts, and reads the state repeatedly meanwhile. @returns each state seen */
async function statesDuringCompaction(store: Store): Promise<readonly (string | null)[]> {
  const states: (string | null)[] = [];
  let isRunning = true;
  const running = compact(store, "p", now).finally(() => void (isRunning = false));
  while (isRunning) states.push(await new StoredSeries(store, "p", now).stateOf(["a"], DAY));
  await running;
  return states;
}

async function figuresBefore(series: StoredSeries): Promise<string> {
  const days = await series.days("a", { from: "2026-02-01", to: DAY });
  const falls = (await series.jumpsOfMany(["a"])).get("a") ?? [];
  return JSON.stringify([days, falls, await series.eventsOfMany(["a"])]);
}

/** The answer of a process under each state, which must not change while the state is the same. */
class Answers {
  readonly store: Store;
  readonly #figuresOf = new Map<string, string>();

  constructor(real: Store) {
    this.store = countedStore(real).store;
  }

  /** Checks the current figures. @returns whether the state was known */
  async look(): Promise<boolean> {
    const series = new StoredSeries(this.store, "p", now);
    const state = await series.stateOf(["a"], DAY);
    const figures = await figuresBefore(series);
    return this.check(state, figures);
  }

  check(state: string | null, figures: string): boolean {
    ok(state !== null);
    const known = this.#figuresOf.get(state);
    strictEqual(known ?? figures, figures, state);
    this.#figuresOf.set(state, figures);
    return known !== undefined;
  }
}

Deno.test("stateOf() of the readings before a day changes with their figures, in each of two processes", async () => {
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<DataKind>("index", "index", "instant", "consumption"),
      fc.array(anAct, { minLength: 8, maxLength: 25 }),
      (kind, acts) =>
        withStore(async (real) => {
          const processes = [new Answers(real), new Answers(real)] as const;
          for (const { process, reading } of readingsOf(acts)) {
            const { store } = processes[process];
            if (reading === null) {
              const states = await statesDuringCompaction(store);
              const figures = await figuresBefore(new StoredSeries(real, "p", now));
              for (const state of states) processes[process].check(state, figures);
            } else {
              const batch = { seriesId: "a", kind, readings: [reading] };
              await new StoredSeries(store, "p", now).append([batch]);
            }
            for (const answers of processes) {
              if (await answers.look() && reading !== null) kept++;
            }
          }
        }),
    ),
    { numRuns: 80, seed: 20260210 },
  );
  ok(kept > 100, `readings that left the state: ${kept}`);
});
