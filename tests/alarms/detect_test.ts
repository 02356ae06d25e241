import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { quietSeries } from "@/lib/alarms/detection.ts";
import type { WatchRule } from "@/lib/alarms/subjects.ts";
import {
  ALL_SUBJECTS,
  ANY_HISTORY,
  compareHistory,
  type Raised,
} from "@/tests/alarms/alarm_histories.ts";
import { aMute, aSubject, DAY_S, Followed, HOUR_S, MINUTE_S } from "@/tests/alarms/slow_models.ts";
import { anotherWatcher, stored } from "@/tests/alarms/watched_circuit.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { aCollector, sendLines } from "@/tests/helpers/some_series.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const T = 1_700_000_000;
const BOUNDS: WatchRule = { kind: "bounds", min: 60, max: 80, unit: "°C" };
const KEY = aSubject(BOUNDS).key;

function alarm(startS: number, endS: number | null, own = {}) {
  return { key: KEY, startS, endS, under: null, ...own };
}

// @spec alarms.rules
Deno.test("detect() raises an alarm once, for any number of evaluations", () => {
  const seen = new Followed(aSubject(BOUNDS)).send("s", [T, 82]);
  seen.at(T).at(T).at(T + HOUR_S).send("s", [T + 2 * HOUR_S, 83]).at(T + 2 * HOUR_S);
  deepStrictEqual(seen.alarms, [alarm(T, null)]);
  deepStrictEqual(seen.values, [82]);
});

// @spec alarms.hysteresis
Deno.test("detect() closes a bound alarm at the second reading half a kelvin inside the bound", () => {
  const seen = new Followed(aSubject(BOUNDS)).send("s", [T, 82]).at(T);
  // 79.6 is within the margin: it ends nothing, and the two readings must be consecutive.
  seen.send("s", [T + 60, 79], [T + 120, 79.6], [T + 180, 79.5]).at(T + 180);
  deepStrictEqual(seen.alarms, [alarm(T, null)]);
  seen.send("s", [T + 240, 79.4]).at(T + 240);
  deepStrictEqual(seen.alarms, [alarm(T, T + 240)]);
});

// @spec alarms.hysteresis
Deno.test("detect() closes alarms of bounds that are closer than two margins", () => {
  const close: WatchRule = { kind: "bounds", min: 60, max: 60.4, unit: "°C" };
  const seen = new Followed(aSubject(close)).send("s", [T, 61]).at(T);
  seen.send("s", [T + 60, 60.2], [T + 120, 60.2]).at(T + 120);
  deepStrictEqual(seen.alarms, [alarm(T, T + 120)]);
});

// @spec alarms.delays
Deno.test("detect() waits until the condition has lasted, and starts the alarm where it began", () => {
  const seen = new Followed(aSubject(BOUNDS, { delayS: 15 * MINUTE_S })).send("s", [T, 82]);
  seen.at(T + 15 * MINUTE_S);
  deepStrictEqual(seen.alarms, []);
  strictEqual(seen.nextS, T + 15 * MINUTE_S + 1);
  seen.at(T + 15 * MINUTE_S + 1);
  deepStrictEqual(seen.alarms, [alarm(T, null)]);
});

// @spec facilities.fault-detectors
Deno.test("detect() raises a fault signalled by silence after an hour, dated from then, also when it has never sent", () => {
  const seen = new Followed(aSubject({ kind: "fault", alarmKind: 1 })).send("s", [T, 1]).at(T);
  strictEqual(seen.nextS, T + HOUR_S + 1);
  seen.at(T + HOUR_S);
  deepStrictEqual(seen.alarms, []);
  seen.at(T + HOUR_S + 1).send("s", [T + 2 * HOUR_S, 1]).at(T + 2 * HOUR_S);
  deepStrictEqual(seen.alarms, [alarm(T + HOUR_S, T + 2 * HOUR_S)]);
  const never = new Followed(aSubject({ kind: "fault", alarmKind: 1 })).at(T).at(T + 60);
  deepStrictEqual(never.alarms, [alarm(T, null)]);
});

// @spec facilities.fault-detectors
Deno.test("detect() reads a detector's data, straight or inverted", () => {
  const straight = new Followed(aSubject({ kind: "fault", alarmKind: 2 }));
  straight.send("s", [T, 0]).at(T).send("s", [T + 60, "défaut"]).at(T + 60);
  deepStrictEqual(straight.alarms, [alarm(T + 60, null)]);
  const inverted = new Followed(aSubject({ kind: "fault", alarmKind: 3 }));
  inverted.send("s", [T, 0]).at(T).send("s", [T + 60, 1]).at(T + 60);
  deepStrictEqual(inverted.alarms, [alarm(T, T + 60)]);
});

// @spec facilities.gates
Deno.test("detect() raises a gate open for longer than its hours, from its opening on", () => {
  const gate = aSubject({ kind: "open", alarmFromH: 2, hsType: "none" });
  const seen = new Followed(gate).send("s", [T, "ouvert"]).at(T).send("s", [T + HOUR_S, "ouvert"]);
  deepStrictEqual(seen.at(T + 2 * HOUR_S).alarms, []);
  seen.at(T + 2 * HOUR_S + 1).send("s", [T + 3 * HOUR_S, "fermé"]).at(T + 3 * HOUR_S);
  deepStrictEqual(seen.alarms, [alarm(T, T + 3 * HOUR_S)]);
});

// @spec alarms.gates-out-of-service
Deno.test("detect() does not count the muted hours of a gate silenced by schedule", () => {
  const gate = (hsType: "none" | "hours") => {
    const seen = new Followed(aSubject({ kind: "open", alarmFromH: 2, hsType }));
    seen.mutes = [aMute(T + HOUR_S, T + 5 * HOUR_S)];
    return seen.send("s", [T, 1]).at(T).at(T + 5 * HOUR_S).at(T + 7 * HOUR_S + 1).alarms;
  };
  deepStrictEqual(gate("none"), [alarm(T + 5 * HOUR_S, null)]);
  deepStrictEqual(gate("hours"), [alarm(T + 5 * HOUR_S, null)]);
  const waiting = new Followed(aSubject({ kind: "open", alarmFromH: 2, hsType: "hours" }));
  waiting.mutes = [aMute(T + HOUR_S, T + 5 * HOUR_S)];
  waiting.send("s", [T, 1]).at(T).at(T + 7 * HOUR_S);
  deepStrictEqual([waiting.alarms, waiting.nextS], [[], T + 7 * HOUR_S + 1]);
});

// @spec alarms.gates-out-of-service
Deno.test("detect() reads any other word of a gate silenced by signal as out of service", () => {
  const alarmsOf = (hsType: "none" | "signal") => {
    const seen = new Followed(aSubject({ kind: "open", alarmFromH: 1, hsType }));
    seen.send("s", [T, "open"]).at(T).send("s", [T + 600, "maintenance"]).at(T + 600);
    return seen.at(T + 2 * HOUR_S).alarms;
  };
  deepStrictEqual(alarmsOf("none"), [alarm(T, null)]);
  deepStrictEqual(alarmsOf("signal"), []);
});

Deno.test("detect() raises an open skydome at once, and a low battery", () => {
  const skydome = new Followed(aSubject({ kind: "skydome" })).send("s", [T, "open"]).at(T);
  deepStrictEqual(skydome.alarms, [alarm(T, null)]);
  const battery = new Followed(aSubject({ kind: "battery" })).send("s", [T, "Faible"]).at(T);
  deepStrictEqual(battery.alarms, [alarm(T, null)]);
});

Deno.test("detect() raises a threshold from its value on, and closes 2 % under it after two readings", () => {
  const rule: WatchRule = { kind: "threshold", threshold: 100, unit: "kWh" };
  const seen = new Followed(aSubject(rule, { houseId: "h" })).send("s", [T, 99]).at(T);
  deepStrictEqual(seen.watches, []);
  seen.send("s", [T + 60, 100]).at(T + 60).send("s", [T + 120, 98]).at(T + 120);
  deepStrictEqual(seen.alarms, [alarm(T + 60, null)]);
  seen.send("s", [T + 180, 97]).at(T + 180);
  deepStrictEqual(seen.alarms, [alarm(T + 60, T + 180)]);
});

Deno.test("detect() applies a correction of the last second, and ignores an older one", () => {
  const seen = new Followed(aSubject(BOUNDS)).send("s", [T, 70], [T + 60, 82]).at(T + 60);
  seen.send("s", [T + 30, 95]).at(T + 60);
  deepStrictEqual(seen.alarms, [alarm(T + 60, null)]);
  // A correction counts as one reading inside, however often it is repeated.
  seen.send("s", [T + 60, 70]).at(T + 60).send("s", [T + 60, 71]).at(T + 60);
  deepStrictEqual(seen.alarms, [alarm(T + 60, null)]);
  seen.send("s", [T + 120, 70]).at(T + 120);
  deepStrictEqual(seen.alarms, [alarm(T + 60, T + 120)]);
});

// @spec alarms.silence
Deno.test("quietSeries() are those of the sensors silent for a day", () => {
  const sensors = aSubject({ kind: "silence" }, { seriesIds: ["old", "never"] });
  const heard = aSubject({ kind: "silence" }, { seriesIds: ["old", "new"] });
  const newest = new Map([
    ["old", { epochS: T - DAY_S - 1, state: 1 }],
    ["new", { epochS: T - DAY_S, state: 1 }],
  ]);
  deepStrictEqual(quietSeries({ subjects: [sensors], newest, nowS: T }), ["old"]);
  deepStrictEqual(quietSeries({ subjects: [heard], newest, nowS: T }), []);
});

// @spec alarms.rules
Deno.test("detect() starts the alarm of a first batch at its first reading beyond the bound, as in other batches", () => {
  const hours: [number, number][] = [70, 85, 86, 79.8, 84, 87].map((value, rank) => [
    T + rank * HOUR_S,
    value,
  ]);
  const nowS = T + 5 * HOUR_S + MINUTE_S;
  const whole = new Followed(aSubject(BOUNDS)).send("s", ...hours).at(nowS);
  const single = new Followed(aSubject(BOUNDS));
  for (const one of hours) single.send("s", one).at(one[0] + MINUTE_S);
  for (const seen of [whole, single]) {
    deepStrictEqual(seen.alarms.map(({ startS, endS }) => [startS, endS]), [[T + HOUR_S, null]]);
  }
  // The same for a dwelling, which keeps no state at rest.
  const house = new Followed(aSubject(BOUNDS, { houseId: "h" })).send("s", [T - DAY_S, 70]);
  house.at(T - DAY_S).send("s", ...hours).at(nowS);
  deepStrictEqual(house.alarms.map(({ startS, endS }) => [startS, endS]), [[T + HOUR_S, null]]);
});

// @spec alarms.rules, alarms.delays, alarms.silence, alarms.mutes, facilities.fault-detectors
Deno.test("detect() raises the same alarms as a simple model over random histories", () => {
  const raised: Raised = new Map();
  fc.assert(fc.property(ANY_HISTORY, (steps) => compareHistory(steps, raised)), {
    numRuns: 300,
    seed: 20261122,
  });
  // Every subject was raised, so that every rule was compared.
  deepStrictEqual([...raised.keys()].sort(), ALL_SUBJECTS.map(({ key }) => key).sort());
});

const HOUSES = 4;

interface Dwellings {
  readonly built: TestPlatform;
  /** Sends readings of some dwellings, dated `agoS` seconds before now. */
  send(houses: readonly number[], agoS?: number): Promise<void>;
}

/** A residence whose dwellings send through one collector. */
function withDwellings(test: (place: Dwellings) => Promise<void>): Promise<void> {
  return withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask }) => {
    const series = await aHousingSeries(ask, "EFSV");
    const at = { projectId: PROJECT };
    for (let rank = 0; rank < HOUSES; rank++) {
      const houseId = await aHouse(ask, { name: `A${rank}` });
      const body = { source: `serial=${rank}`, houseId };
      ok((await ask("attachSource", { ...at, series, body })).ok);
    }
    const token = await aCollector(ask);
    const send: Dwellings["send"] = async (houses, agoS = 0) => {
      const epochS = Math.floor(built.clock.now() / 1_000) - agoS;
      const lines = houses.map((rank) => `m,serial=${rank} value=${epochS / HOUR_S} ${epochS}`);
      if (lines.length === 0) return;
      ok((await sendLines(built.platform, token, lines.join("\n"))).kind === "stored");
    };
    await test({ built, send });
  }, { residence: { features: { houseMode: 1 } } });
}

interface Step {
  readonly afterS: number;
  readonly houses: readonly number[];
  readonly agoS: number;
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  afterS: fc.constantFrom(
    ...[11 * MINUTE_S, 3 * HOUR_S, 3 * HOUR_S, 12 * HOUR_S, 12 * HOUR_S],
    ...[25 * HOUR_S, 2 * DAY_S, 8 * DAY_S, 20 * DAY_S],
  ),
  houses: fc.uniqueArray(fc.nat(HOUSES - 1)),
  agoS: fc.constantFrom(0, 0, 0, 0, 26 * HOUR_S, 9 * DAY_S),
});

/** The alarms after each step, with one watcher for all steps or a new one for each. */
async function alarmsOf(steps: readonly Step[], remembers: boolean): Promise<unknown[]> {
  const found: unknown[] = [];
  await withDwellings(async ({ built, send }) => {
    const { store, clock, platform: { watcher } } = built;
    for (const { afterS, houses, agoS } of steps) {
      clock.advance(afterS * 1_000);
      await send(houses, agoS);
      const own = remembers ? watcher : anotherWatcher(built);
      await own.watch(PROJECT);
      if (!remembers) await own.close();
      const alarms = [...await stored(store, "open"), ...await stored(store, "closed")];
      found.push(
        alarms.map(({ record: { message, start, end, parentId } }) =>
          JSON.stringify({ message, start, end, isUnder: parentId !== null })
        ).sort(),
      );
    }
  });
  return found;
}

// @spec alarms.evaluation
Deno.test("watcher that checks silences when due finds the same as one that always checks them", async () => {
  const histories = fc.sample(fc.array(anyStep, { minLength: 40, maxLength: 60 }), {
    numRuns: 6,
    seed: 20261123,
  });
  for (const steps of histories) {
    const own = await alarmsOf(steps, true);
    ok(own.flat().length > 20);
    deepStrictEqual(own, await alarmsOf(steps, false));
  }
});
