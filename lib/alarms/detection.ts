/** Detects the alarms to raise and to close from readings, settings and earlier states. @module */

import { lowest } from "@/lib/base/sums.ts";
import type { SensorValue } from "@/lib/facilities/faults.ts";
import { FUTURE_S } from "@/lib/timeseries/readings.ts";
import { CURRENT_FOR_S } from "@/lib/timeseries/rhythm.ts";
import { judgeGateway, lastHeardS } from "./missing_readings.ts";
import { judgeDrift, judgeNightFlow } from "./past_days.ts";
import type { Watch } from "./records.ts";
import { isOnNoEmit, raisesForS, ruleResult, SubjectWalk } from "./subject_evaluation.ts";
import type {
  Detected,
  DetectInput,
  EndCause,
  EndedAlarm,
  MonitoredItem,
  SubjectResult,
  WatchRule,
} from "./subjects.ts";

/**
 * The changes from evaluating a residence: alarms to raise, alarms to close, watches to store.
 *
 * The result does not depend on how the readings are split between evaluations. Evaluating twice changes nothing more.
 *
 * @spec alarms.rules
 */
export function detect(input: DetectInput): Detected {
  const watches = presentWatches(input);
  const read = input.subjects.filter((one) => !isOfSilence(one));
  const all = [
    ...read.map((one) => walked(one, input, watches.get(one.key) ?? null)),
    ...silences(input, watches),
    gone(input),
  ];
  return {
    watches: all.flatMap((one) => one.watches),
    raised: all.flatMap(({ raised }) => raised),
    closed: all.flatMap(({ closed }) => closed),
    nextS: lowest(all.map(({ nextS }) => nextS)),
  };
}

/**
 * The watches by key. One that has seen a reading later than now, where the newest reading is older, has seen it before
 * the clock was set back: readings of now are new again.
 *
 * @spec series.clock-ahead
 */
function presentWatches(
  { watches, subjects, newest, nowS }: DetectInput,
): ReadonlyMap<string, Watch> {
  const byKey = new Map(watches.map((one) => [one.key, one]));
  for (const { key, seriesIds } of subjects) {
    const watch = byKey.get(key);
    if (watch === undefined || watch.seenS <= nowS + FUTURE_S) continue;
    const newestS = lastHeardS(newest, seriesIds);
    if (newestS !== null && newestS < watch.seenS) byKey.set(key, asOfNow(watch, nowS));
  }
  return byKey;
}

function asOfNow(watch: Watch, nowS: number): Watch {
  const seenS = nowS - FUTURE_S;
  if (watch.state !== "pending") return { ...watch, seenS };
  return { ...watch, seenS, sinceS: Math.min(watch.sinceS, seenS) };
}

/** Series of the sensors without readings for a day: their rhythm decides whether they are silent. */
export function quietSeries(
  { subjects, newest, nowS }: Pick<DetectInput, "subjects" | "newest" | "nowS">,
): string[] {
  const isCurrent = (ids: readonly string[]) =>
    nowS - (lastHeardS(newest, ids) ?? -Infinity) <= CURRENT_FOR_S;
  return subjects
    .filter(({ rule, seriesIds }) => rule.kind === "silence" && !isCurrent(seriesIds))
    .flatMap(({ seriesIds }) => seriesIds.filter((id) => newest.has(id)));
}

function walked(subject: MonitoredItem, input: DetectInput, before: Watch | null): Detected {
  const isOther = before !== null && isOfOtherSeries(subject, before);
  const watch = isOther ? null : before;
  const ended = isOther ? endOf(before, input, "settings") : [];
  const walk = new SubjectWalk(subject, watch, input);
  const readings = isOther ? newestOf(subject, input) : readingsOf(subject, input, watch);
  // Its alarm and the previous series' alarm are separate: they must not start in the same second.
  const fromS = (before?.sinceS ?? 0) + 1;
  walk.walk(ended.length === 0 ? readings : readings.filter(({ epochS }) => epochS >= fromS));
  return {
    watches: isRemembered(subject, walk.watch) ? [walk.watch] : [],
    // What began and ended in the first readings is past.
    raised: before === null ? walk.raised.filter(({ endS }) => endS === null) : walk.raised,
    closed: [...ended, ...walk.closed],
    nextS: walk.nextS(),
  };
}

/** Whether another series was chosen since: readings of the previous series no longer apply. @spec alarms.changes */
function isOfOtherSeries({ seriesIds }: MonitoredItem, { seriesId }: Watch): boolean {
  return seriesId !== undefined && seriesId !== seriesIds[0];
}

/** Ends now the open alarm of a watch, if any. */
function endOf(
  { state, alarmId, sinceS }: Watch,
  { nowS }: Pick<DetectInput, "nowS">,
  because: EndCause,
): EndedAlarm[] {
  if (state !== "raised" || alarmId === null) return [];
  return [{ alarmId, endS: Math.max(sinceS, nowS), because }];
}

/** The readings to evaluate; without a watch, the first ones, while the newest may raise an alarm. */
function readingsOf(
  subject: MonitoredItem,
  input: DetectInput,
  watch: Watch | null,
): readonly SensorValue[] {
  const [seriesId = ""] = subject.seriesIds;
  const last = input.newest.get(seriesId);
  if (last === undefined || (watch === null && !isCurrent(subject, last, input))) return [];
  return [...input.readings.get(seriesId) ?? [], last];
}

/** The newest reading, while it may raise an alarm. */
function newestOf(subject: MonitoredItem, input: DetectInput): readonly SensorValue[] {
  const last = input.newest.get(subject.seriesIds[0] ?? "");
  return last !== undefined && isCurrent(subject, last, input) ? [last] : [];
}

function isCurrent(
  { rule }: MonitoredItem,
  { epochS }: SensorValue,
  { nowS }: Pick<DetectInput, "nowS">,
): boolean {
  return nowS - epochS <= raisesForS(rule);
}

/** Whether a subject without a watch may be wrong since before its newest reading. */
export function mayBeWrongBefore({ rule }: MonitoredItem, { state }: SensorValue): boolean {
  const result = ruleResult(rule, state);
  return result === "wrong" || result === "near";
}

/** At rest, equipment keeps its watch so that readings are evaluated once; a dwelling needs only its newest reading. */
function isRemembered({ houseId }: MonitoredItem, { state, seenValue }: Watch): boolean {
  return state !== "rest" || (houseId === null && seenValue !== null);
}

function silences(input: DetectInput, watches: ReadonlyMap<string, Watch>): Detected[] {
  const timed = input.subjects.filter(isOfSilence);
  const subjects = timed.filter(({ rule }) => !isOfPast(rule));
  const gateways = new Map(
    subjects.filter(({ rule }) => rule.kind === "gateway").map((one) => [one.key, one]),
  );
  const groups = Map.groupBy(
    subjects.filter(({ rule }) => rule.kind !== "gateway"),
    ({ parentKey }) => gateways.get(parentKey ?? "") ?? null,
  );
  const past = timed.filter(({ rule }) => isOfPast(rule)).map((one) => {
    const judge = one.rule.kind === "drift" ? judgeDrift : judgeNightFlow;
    return found(judge(one, watches.get(one.key) ?? null, input));
  });
  const silent = [...groups].flatMap(([gateway, children]) =>
    judgeGateway(gateway, children, input, watches).map(found)
  );
  return [...silent, ...past];
}

function found({ watch, raised, closed, nextS }: SubjectResult): Detected {
  return {
    watches: watch === null ? [] : [watch],
    raised: raised === null ? [] : [raised],
    closed: closed === null ? [] : [closed],
    nextS,
  };
}

/** Ends the alarms of subjects no longer watched: their equipment or its settings changed. @spec alarms.changes */
function gone(input: DetectInput): Detected {
  const keys = new Set(input.subjects.map(({ key }) => key));
  const closed = input.watches.filter(({ key }) => !keys.has(key))
    .flatMap((watch) => endOf(watch, input, "unwatched"));
  return { watches: [], raised: [], closed, nextS: null };
}

/** Whether time alone may change the state of a subject watched by its values. */
export function isTimed({ rule }: MonitoredItem, watch: Watch | undefined): boolean {
  return watch !== undefined && (watch.state !== "rest" || isOnNoEmit(rule));
}

/** Whether a subject is watched from time to time, by silence or by past days, and not by each value. */
export function isOfSilence({ rule }: MonitoredItem): boolean {
  return rule.kind === "silence" || rule.kind === "gateway" || rule.kind === "module" ||
    isOfPast(rule);
}

/** Whether past nights or days make a subject wrong, which no new reading changes at once. */
export function isOfPast({ kind }: WatchRule): boolean {
  return kind === "night-flow" || kind === "drift";
}
