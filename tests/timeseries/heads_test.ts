import { notStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { Store } from "@/lib/store/store.ts";
import type { Reading } from "@/lib/timeseries/readings.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { removeReadings } from "@/lib/timeseries/store/removal.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import { countedStore } from "@/tests/helpers/changed_stores.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { second } from "@/tests/helpers/stores.ts";
import { fc } from "@/tests/npm/fast_check.ts";

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
