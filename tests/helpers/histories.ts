import { deepStrictEqual } from "node:assert/strict";
import type { Mute } from "@/lib/alarms/subjects.ts";
import type { SensorValue } from "@/lib/facilities/faults.ts";
import { aMute, Followed, type SeenAlarm } from "./followed.ts";
import {
  ALL_SUBJECTS,
  GATEWAY,
  LIMITS,
  LONE,
  READ_SUBJECTS,
  SENSORS,
  sentValue,
  type Step,
} from "./random_histories.ts";
import { SlowGateway } from "./slow_gateway.ts";
import { SlowSubject } from "./slow_subject.ts";

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
