/** Random histories of alarms, and their comparison with simple models. @module */
import { deepStrictEqual } from "node:assert/strict";
import type { MonitoredItem, Mute, WatchRule } from "@/lib/alarms/subjects.ts";
import type { SensorValue } from "@/lib/facilities/faults.ts";
import {
  aMute,
  aSubject,
  DAY_S,
  Followed,
  HOUR_S,
  type SeenAlarm,
  SlowGateway,
  SlowSubject,
} from "@/tests/alarms/slow_models.ts";
import { fc } from "@/tests/npm/fast_check.ts";

/** A step of a residence, after some seconds. */
type Step =
  & { readonly gapS: number; readonly evaluates: boolean }
  & (
    | {
      readonly what: "read";
      readonly subject: number;
      readonly shiftS: number;
      readonly value: number;
    }
    | { readonly what: "correct"; readonly subject: number; readonly value: number }
    | { readonly what: "mute"; readonly shiftS: number; readonly forS: number }
    | { readonly what: "clock"; readonly backS: number }
    | { readonly what: "nothing" }
  );

const BOUNDS: WatchRule = { kind: "bounds", min: 60, max: 80, unit: "°C" };
const OPENINGS = ["open", "fermé", "hs", 1, 0];

/** Rules with the values that their readings may have. */
const READ: readonly (readonly [string, WatchRule, number, readonly (number | string)[]])[] = [
  ["bounds", BOUNDS, 0, [70, 82, 79.8, 59, 60.2, 79]],
  ["bounds-late", BOUNDS, 900, [70, 82, 79.8, 59, 60.2, 79]],
  ["code", { kind: "code", normalCodes: ["0"] }, 0, ["0", "E1", "E2", 0]],
  ["emit", { kind: "fault", alarmKind: 0 }, 0, [1, 0]],
  ["no-emit", { kind: "fault", alarmKind: 1 }, 0, [1, 0]],
  ["data", { kind: "fault", alarmKind: 2 }, 0, [1, 0, "off"]],
  ["inverted", { kind: "fault", alarmKind: 3 }, 0, [1, 0, "off"]],
  ["gate", { kind: "open", alarmFromH: 2, hsType: "none" }, 0, OPENINGS],
  ["gate-hours", { kind: "open", alarmFromH: 2, hsType: "hours" }, 0, OPENINGS],
  ["gate-signal", { kind: "open", alarmFromH: 1, hsType: "signal" }, 0, OPENINGS],
  ["skydome", { kind: "skydome" }, 0, OPENINGS],
  ["battery", { kind: "battery" }, 0, ["low", "ok", 3]],
  ["threshold", { kind: "threshold", threshold: 100, unit: "kWh" }, 0, [97, 98.5, 100, 120]],
];

const READ_SUBJECTS: readonly MonitoredItem[] = READ.map(([id, rule, delayS]) =>
  aSubject(rule, {
    key: id,
    seriesIds: [id],
    delayS,
    houseId: rule.kind === "threshold" ? "h" : null,
  })
);

const GATEWAY = aSubject({ kind: "gateway" }, { key: "gateway", seriesIds: [] });

const SENSORS: readonly MonitoredItem[] = ["s1", "s2", "s3"].map((id) =>
  aSubject({ kind: "silence" }, { key: id, seriesIds: [id], parentKey: "gateway" })
);

const LONE: readonly MonitoredItem[] = [
  aSubject({ kind: "silence" }, { key: "lone", seriesIds: ["lone"] }),
  aSubject({ kind: "module", afterS: DAY_S }, { key: "module", seriesIds: ["module"] }),
];

/** Seconds after which a series is silent. */
const LIMITS: ReadonlyMap<string, number> = new Map([
  ["s2", 1.5 * DAY_S],
  ["s3", 10.5 * DAY_S],
]);

export const ALL_SUBJECTS = [...READ_SUBJECTS, GATEWAY, ...SENSORS, ...LONE];

/** The value that a step sends for a subject of {@link ALL_SUBJECTS}. */
function sentValue(subject: number, value: number): number | string {
  const [, , , values = [value]] = READ[subject] ?? [];
  return values[value % values.length] ?? 0;
}

const gapS = fc.constantFrom(
  ...[1, 30, 60, 300, 600, 601, 899, 900, 901, HOUR_S, HOUR_S + 1, 2 * HOUR_S, 2 * HOUR_S + 1],
  ...[0.5 * DAY_S, DAY_S, DAY_S + 1, 1.5 * DAY_S + 1, 11 * DAY_S],
);
const subject = fc.oneof(
  fc.integer({ min: 0, max: READ_SUBJECTS.length - 1 }),
  fc.integer({ min: READ_SUBJECTS.length + 1, max: ALL_SUBJECTS.length - 1 }),
);
const value = fc.integer({ min: 0, max: 5 });
const shiftS = fc.constantFrom(0, 0, 0, 0, -30, -900, -DAY_S, 120, 600);

const what = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ what: fc.constant("read" as const), subject, shiftS, value }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("correct" as const), subject, value }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant("mute" as const),
      shiftS: fc.constantFrom(0, 1, 60, HOUR_S, -HOUR_S),
      forS: fc.constantFrom(60, 901, 2 * HOUR_S, 2 * DAY_S),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant("clock" as const),
      backS: fc.constantFrom(1, 60, HOUR_S, 2 * DAY_S),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("nothing" as const) }) },
);

/**
 * A history of a few subjects: late and early readings, silences, mutes, corrections, clocks set
 * back, and evaluations at random.
 */
export const ANY_HISTORY: fc.Arbitrary<Step[]> = fc.tuple(
  fc.array(subject, { minLength: 1, maxLength: 4 }),
  fc.array(fc.tuple(gapS, fc.boolean(), what), { minLength: 1, maxLength: 80 }),
).map(([pool, steps]) =>
  steps.map(([gapS, evaluates, one]) => {
    if (!("subject" in one)) return { gapS, evaluates, ...one };
    return { gapS, evaluates, ...one, subject: pool[one.subject % pool.length] ?? 0 };
  })
);

const START_S = 1_700_000_000;

/** Number of alarms raised by a history, by subject. */
export type Raised = Map<string, number>;

/**
 * Runs a history with `detect()` and with the simple model, and compares all alarms after each
 * evaluation.
 */
export function compareHistory(steps: readonly Step[], raised: Raised = new Map()): void {
  const followed = new Followed(...ALL_SUBJECTS);
  for (const [id, limitS] of LIMITS) followed.silentAfterS.set(id, limitS);
  const model = new SlowResidence();
  let nowS = START_S;
  for (const step of steps) {
    nowS += step.gapS;
    if (step.what === "clock") nowS -= step.backS;
    if (step.what === "mute") {
      const mute = aMute(nowS + step.shiftS, nowS + step.shiftS + step.forS);
      followed.mutes.push(mute);
      model.mutes.push(mute);
    }
    if (step.what === "read" || step.what === "correct") {
      const id = ALL_SUBJECTS[step.subject]?.seriesIds[0] ?? "";
      const epochS = step.what === "read" ? nowS + step.shiftS : followed.newestOf(id)?.epochS;
      const sent = sentValue(step.subject, step.value);
      if (epochS !== undefined) followed.send(id, [epochS, sent]);
    }
    if (!step.evaluates) continue;
    followed.at(nowS);
    model.evaluate((id) => followed.readingsOf(id), nowS);
    deepStrictEqual(sorted(followed.alarms, followed.values), sorted(model.alarms, model.values));
  }
  for (const { key } of model.alarms) raised.set(key, (raised.get(key) ?? 0) + 1);
}

/** The same residence, where each subject is evaluated from the beginning. */
class SlowResidence {
  readonly alarms: SeenAlarm[] = [];
  readonly values: (number | string | null)[] = [];
  readonly mutes: Mute[] = [];
  #read = READ_SUBJECTS.map((one) => new SlowSubject(one, this.alarms, this.values));
  #gateways = [
    {
      sensors: SENSORS,
      model: new SlowGateway(GATEWAY, SENSORS, LIMITS, this.alarms, this.values),
    },
    { sensors: LONE, model: new SlowGateway(null, LONE, LIMITS, this.alarms, this.values) },
  ];

  evaluate(readingsOf: (id: string) => readonly SensorValue[], nowS: number): void {
    this.#read.forEach((one, i) =>
      one.evaluate(readingsOf(READ_SUBJECTS[i]?.seriesIds[0] ?? ""), this.mutes, nowS)
    );
    for (const { sensors, model } of this.#gateways) {
      const newest = sensors.map(({ seriesIds: [id = ""] }) =>
        readingsOf(id).at(-1)?.epochS ?? null
      );
      model.evaluate(newest, this.mutes, nowS);
    }
  }
}

/** Alarms in a fixed order: the order in which they are raised is not significant. */
function sorted(alarms: readonly SeenAlarm[], values: readonly (number | string | null)[]) {
  return alarms.map((alarm, i) => ({ ...alarm, value: values[i] ?? null }))
    .sort((a, b) =>
      a.key < b.key ? -1 : a.key > b.key ? 1 : a.startS - b.startS || order(a) - order(b)
    );
}

function order({ endS }: SeenAlarm): number {
  return endS ?? Number.MAX_SAFE_INTEGER;
}
