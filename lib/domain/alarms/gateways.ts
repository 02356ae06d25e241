import {
  awaitedFromS,
  endWithGateway,
  type Judged,
  judgeSilence,
  type Listened,
  listenedTo,
} from "./silent_subjects.ts";
import type { DetectInput, Subject, Watch } from "./watching.ts";

/**
 * A gateway with the sensors that send through it, or one subject that has no gateway.
 *
 * The gateway is silent when none of its sensors is heard for the shortest of their limits: one alarm, under which its
 * silent sensors are raised. A sensor is silent alone when its gateway was heard after the sensor should have been.
 *
 * @spec alarms.silence
 */
export function judgeGateway(
  gateway: Subject | null,
  children: readonly Subject[],
  input: DetectInput,
  watches: ReadonlyMap<string, Watch>,
): Judged[] {
  const listened = children.map((one) => listenedTo(one, watches.get(one.key) ?? null, input));
  const heard = listened.filter(({ newestS }) => newestS !== null);
  const live = heard.filter(({ watch }) => watch?.state !== "raised" || watch.parentId !== null);
  if (gateway === null) return judgeAlone(listened, input);
  const watch = watches.get(gateway.key) ?? null;
  const newestS = heard.length === 0 ? null : Math.max(...heard.map((one) => one.newestS ?? 0));
  const afterS = Math.min(...(live.length === 0 ? heard : live).map((one) => one.afterS));
  const own = judgeSilence(
    { subject: gateway, watch, newestS, afterS },
    { parentId: null, mayRaise: live.length > 1 },
    input,
  );
  const raisedId = own.closed === null ? own.watch?.alarmId ?? null : null;
  const judged = listened.map((one) => {
    if (own.closed !== null && isUnder(one, own.closed.alarmId)) {
      return returned(one, own.closed.endS, input);
    }
    const mayRaise = raisedId !== null || live.length < 2 || isHeardAfter(newestS, one);
    return judgeSilence(one, { parentId: raisedId, mayRaise }, input);
  });
  return [own, ...judged];
}

function judgeAlone(listened: readonly Listened[], input: DetectInput): Judged[] {
  return listened.map((one) => judgeSilence(one, { parentId: null, mayRaise: true }, input));
}

function isUnder({ watch }: Listened, alarmId: string): boolean {
  return watch?.state === "raised" && watch.parentId === alarmId;
}

/** A sensor of a gateway that is back: heard itself, or awaited again. */
function returned(one: Listened, endS: number, input: DetectInput): Judged {
  const judged = judgeSilence(one, { parentId: null, mayRaise: false }, input);
  return judged.closed === null ? endWithGateway(one, endS) : judged;
}

/** Whether a gateway was heard after a sensor should have been. */
function isHeardAfter(newestS: number | null, one: Listened): boolean {
  const sinceS = awaitedFromS(one);
  return sinceS !== null && newestS !== null && newestS > sinceS + one.afterS;
}
