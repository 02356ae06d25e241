import { highest } from "@/lib/domain/numbers/sums.ts";
import {
  awaitedFromS,
  endWithGateway,
  judgeSilence,
  listenedTo,
  type SilenceSubject,
  type SubjectResult,
} from "./silent_subjects.ts";
import { atRest } from "./subject_walk.ts";
import type { DetectInput, EndCause, Subject, Watch } from "./watching.ts";

/**
 * Judges the silence of a gateway and its sensors, or of subjects without a gateway.
 *
 * A gateway is silent when none of its sensors sends for the shortest of their limits: one alarm, under which its
 * silent sensors are raised. A sensor is silent alone when its gateway sent after the sensor should have.
 *
 * @spec alarms.silence
 */
export function judgeGateway(
  gateway: Subject | null,
  children: readonly Subject[],
  input: DetectInput,
  watches: ReadonlyMap<string, Watch>,
): SubjectResult[] {
  const listened = children.map((one) => listenedTo(one, watches.get(one.key) ?? null, input));
  const heard = listened.filter(({ newestS }) => newestS !== null);
  const live = heard.filter(({ watch }) => watch?.state !== "raised" || watch.parentId !== null);
  if (gateway === null) return judgeAlone(listened, input);
  const newestS = highest(heard.map((one) => one.newestS));
  const watch = watches.get(gateway.key) ?? awaitedGateway(gateway, { listened, newestS }, input);
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
    if (isUnderOther(one, raisedId)) return detached(one, input);
    const mayRaise = raisedId !== null || live.length < 2 || isHeardAfter(newestS, one);
    return judgeSilence(one, { parentId: raisedId, mayRaise }, input);
  });
  return [own, ...judged];
}

/** A gateway that took over sensors of a silent gateway may wait a whole rhythm; null for any other gateway at rest. */
function awaitedGateway(
  { key }: Subject,
  { listened, newestS }: {
    readonly listened: readonly SilenceSubject[];
    readonly newestS: number | null;
  },
  { nowS }: DetectInput,
): Watch | null {
  if (newestS === null || !listened.some((one) => isUnderOther(one, null))) return null;
  return { ...atRest(key), state: "pending", sinceS: nowS, seenS: newestS };
}

function judgeAlone(listened: readonly SilenceSubject[], input: DetectInput): SubjectResult[] {
  return listened.map((one) =>
    isUnderOther(one, null)
      ? detached(one, input)
      : judgeSilence(one, { parentId: null, mayRaise: true }, input)
  );
}

function isUnder({ watch }: SilenceSubject, alarmId: string): boolean {
  return watch?.state === "raised" && watch.parentId === alarmId;
}

/** Whether it was raised under an alarm that is not its gateway's open alarm. */
function isUnderOther({ watch }: SilenceSubject, raisedId: string | null): boolean {
  return watch?.state === "raised" && watch.parentId !== null && watch.parentId !== raisedId;
}

/** A sensor whose gateway is back: it has sent itself, or is awaited again. */
function returned(
  one: SilenceSubject,
  endS: number,
  input: DetectInput,
  because?: EndCause,
): SubjectResult {
  const judged = judgeSilence(one, { parentId: null, mayRaise: false }, input);
  return judged.closed === null ? endWithGateway(one, endS, because) : judged;
}

/** A sensor that changed or lost its gateway: no mail reports an alarm under a closed parent. @spec alarms.changes */
function detached(one: SilenceSubject, input: DetectInput): SubjectResult {
  return returned(one, input.nowS, input, "settings");
}

/** Whether a gateway sent after a sensor should have. */
function isHeardAfter(newestS: number | null, one: SilenceSubject): boolean {
  const sinceS = awaitedFromS(one);
  return sinceS !== null && newestS !== null && newestS > sinceS + one.afterS;
}
