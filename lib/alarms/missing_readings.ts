/** Judges sensors and gateways that send nothing for too long. @module */

import { highest } from "@/lib/base/sums.ts";
import { CURRENT_FOR_S } from "@/lib/timeseries/rhythm.ts";
import type { Watch } from "./records.ts";
import { unmutedFrom } from "./silences.ts";
import { atRest } from "./subject_evaluation.ts";
import type {
  DetectInput,
  EndCause,
  MonitoredItem,
  NewAlarm,
  Newest,
  SubjectResult,
} from "./subjects.ts";

/** A subject watched for silence, with its watch and newest reading. */
interface SilenceSubject {
  readonly subject: MonitoredItem;
  readonly watch: Watch | null;
  /** Its newest reading; null when it never sent one: it is not wired yet, so it is not silent. */
  readonly newestS: number | null;
  /** Seconds after which it is silent. */
  readonly afterS: number;
}

type Clock = Pick<DetectInput, "mutes" | "nowS" | "newId">;

/** The subject with its newest reading and its limit: the shortest limit of its series that have readings. */
function listenedTo(
  subject: MonitoredItem,
  watch: Watch | null,
  { newest, silentAfterS }: Pick<DetectInput, "newest" | "silentAfterS">,
): SilenceSubject {
  const newestS = lastHeardS(newest, subject.seriesIds);
  const shortestS = silentAfterS.size === 0
    ? CURRENT_FOR_S
    : Math.min(...subject.seriesIds.map((id) =>
      newest.has(id) ? silentAfterS.get(id) ?? CURRENT_FOR_S : Infinity
    ));
  const afterS = subject.rule.kind === "module" ? subject.rule.afterS : shortestS;
  return { subject, watch, newestS, afterS };
}

/** Newest reading of some series, seconds since 1970; null when they have none. */
export function lastHeardS(newest: Newest, seriesIds: readonly string[]): number | null {
  return highest(seriesIds.map((id) => newest.get(id)?.epochS ?? null));
}

/** Start of the wait for readings: the newest reading, or the return of its gateway; null before the first reading. */
function awaitedFromS({ watch, newestS }: SilenceSubject): number | null {
  const isAwaited = watch?.state === "pending" && newestS !== null && newestS <= watch.seenS;
  return isAwaited ? watch.sinceS : newestS;
}

/**
 * A silence not caused by a gateway.
 *
 * @spec alarms.silence
 * @param parentId alarm of the gateway under which it is raised; null when there is none
 * @param mayRaise whether it may be raised now
 */
function judgeSilence(
  one: SilenceSubject,
  { parentId, mayRaise }: { readonly parentId: string | null; readonly mayRaise: boolean },
  clock: Clock,
): SubjectResult {
  return one.watch?.state === "raised"
    ? raisedSilence(one, one.watch, clock)
    : newSilence(one, { parentId, mayRaise }, clock);
}

function raisedSilence(one: SilenceSubject, watch: Watch, { nowS }: Clock): SubjectResult {
  const newestS = one.newestS ?? watch.seenS;
  const isHeard = newestS > watch.seenS;
  const dueS = newestS + one.afterS;
  // Without a reading, only a longer limit ends it: the clock may have been set back.
  const isOver = nowS <= dueS && (isHeard || dueS > watch.sinceS);
  if (!isOver || watch.alarmId === null) return { ...NOTHING, watch: { ...watch, seenS: newestS } };
  const endS = Math.max(watch.sinceS, isHeard ? newestS : nowS);
  return { ...NOTHING, closed: { alarmId: watch.alarmId, endS }, nextS: dueS + 1 };
}

function newSilence(
  one: SilenceSubject,
  { parentId, mayRaise }: { readonly parentId: string | null; readonly mayRaise: boolean },
  { mutes, nowS, newId }: Clock,
): SubjectResult {
  const { subject, afterS, newestS } = one;
  const sinceS = awaitedFromS(one);
  if (sinceS === null || newestS === null) return NOTHING;
  const watch = sinceS === newestS ? null : one.watch;
  const raiseS = unmutedFrom(subject, mutes, sinceS + afterS + 1);
  if (raiseS > nowS) return { ...NOTHING, watch, nextS: raiseS };
  if (!mayRaise) return { ...NOTHING, watch };
  const unmutedS = unmutedFrom(subject, mutes, nowS);
  if (unmutedS !== nowS) return { ...NOTHING, watch, nextS: unmutedS };
  const startS = raiseS === sinceS + afterS + 1 ? sinceS + afterS : raiseS;
  const id = newId(startS, subject.key);
  const silentForS = startS - newestS;
  const raised = { id, subject, startS, endS: null, value: null, silentForS, parentId };
  return { ...NOTHING, raised, watch: raisedWatch(raised, newestS) };
}

/**
 * Ends a silence together with its gateway's: the sensor has its whole rhythm to send again.
 *
 * @param because "settings" when the sensor changed or lost its gateway
 */
function endWithGateway(
  { subject, watch, newestS }: SilenceSubject,
  endS: number,
  because?: EndCause,
): SubjectResult {
  if (watch === null || watch.alarmId === null) return NOTHING;
  const awaited: Watch = {
    ...atRest(subject.key),
    state: "pending",
    sinceS: endS,
    seenS: newestS ?? watch.seenS,
  };
  const closed = { alarmId: watch.alarmId, endS: Math.max(watch.sinceS, endS), because };
  return { ...NOTHING, watch: awaited, closed };
}

function raisedWatch({ id, subject, startS, parentId }: NewAlarm, seenS: number): Watch {
  return { ...atRest(subject.key), state: "raised", sinceS: startS, seenS, alarmId: id, parentId };
}

const NOTHING: SubjectResult = {
  watch: null,
  raised: null,
  closed: null,
  nextS: null,
};

/**
 * Judges the silence of a gateway and its sensors, or of subjects without a gateway.
 *
 * A gateway is silent when none of its sensors sends for the shortest of their limits: one alarm, under which its
 * silent sensors are raised. A sensor is silent alone when its gateway sent after the sensor should have.
 *
 * @spec alarms.silence
 */
export function judgeGateway(
  gateway: MonitoredItem | null,
  children: readonly MonitoredItem[],
  input: DetectInput,
  watches: ReadonlyMap<string, Watch>,
): SubjectResult[] {
  const listened = children.map((one) => listenedTo(one, watches.get(one.key) ?? null, input));
  const sending = listened.filter(({ newestS }) => newestS !== null);
  const live = sending.filter(({ watch }) => watch?.state !== "raised" || watch.parentId !== null);
  if (gateway === null) return judgeAlone(listened, input);
  const newestS = highest(sending.map((one) => one.newestS));
  const watch = watches.get(gateway.key) ?? awaitedGateway(gateway, { listened, newestS }, input);
  const afterS = Math.min(...(live.length === 0 ? sending : live).map((one) => one.afterS));
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
  { key }: MonitoredItem,
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
