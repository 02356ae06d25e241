/** Judges whether water runs at each hour of a water meter's nights. @module */

import { lowest } from "@/lib/base/sums.ts";
import type { SubjectResult } from "./missing_readings.ts";
import { NIGHTS_AGAIN_S } from "./night_reads.ts";
import { unmutedFrom } from "./silences.ts";
import { atRest } from "./subject_evaluation.ts";
import type { DetectInput, MonitoredItem, Night, NightFlowRule, Watch } from "./subjects.ts";

/** The lowest hour of a night; null when an hour is not known. */
function leastOf({ litres }: Night): number | null {
  return litres.includes(null) ? null : lowest(litres);
}

/** Whether an hour is known in which no water runs. */
function isQuiet({ litres, resolution }: Night): boolean {
  return litres.some((one) => one !== null && one <= resolution);
}

/**
 * What makes a meter wrong: in the last nights each hour is known and above the step of the meter, or in the last one
 * each hour is above the bound.
 *
 * @returns its start and its lowest hour; null when it is right or not known
 */
function flowOf(
  nights: readonly Night[],
  { nights: count, litresPerHour }: NightFlowRule,
): { readonly startS: number; readonly litres: number } | null {
  const last = nights.at(-1);
  if (last === undefined || isQuiet(last)) return null;
  const least = leastOf(last);
  if (least !== null && least > litresPerHour) return { startS: last.startS, litres: least };
  const some = nights.slice(-count);
  const lows = some.map((night) => isQuiet(night) ? null : leastOf(night));
  const litres = lows.length < count || lows.includes(null) ? null : lowest(lows);
  return litres === null ? null : { startS: some[0]?.startS ?? 0, litres };
}

/** Evaluates the past nights of a water meter; a quiet night ends its alarm. @spec alarms.night-flow */
export function judgeNightFlow(
  subject: MonitoredItem,
  watch: Watch | null,
  { nights: read, mutes, nowS, newId }: DetectInput,
): SubjectResult {
  const { rule, seriesIds: [seriesId = ""] } = subject;
  const nextS = (read?.atS ?? nowS) + NIGHTS_AGAIN_S;
  const result = { watch, raised: null, closed: null, nextS, waits: false };
  const nights = read?.bySeries.get(seriesId) ?? [];
  if (rule.kind !== "night-flow") return result;
  const seenS = nights.at(-1)?.endS ?? 0;
  if (watch?.state === "raised" && watch.alarmId !== null) {
    const quiet = nights.find((night) => night.startS >= watch.sinceS && isQuiet(night));
    if (quiet === undefined) return result;
    return { ...result, watch: null, closed: { alarmId: watch.alarmId, endS: quiet.endS } };
  }
  const flow = flowOf(nights, rule);
  if (flow === null) return { ...result, watch: null };
  const unmutedS = unmutedFrom(subject, mutes, nowS);
  if (unmutedS !== nowS) return { ...result, watch: null, nextS: Math.min(unmutedS, nextS) };
  const { startS, litres: value } = flow;
  const id = newId(startS, subject.key);
  return {
    ...result,
    watch: { ...atRest(subject.key), state: "raised", sinceS: startS, seenS, alarmId: id },
    raised: { id, subject, startS, endS: null, value, silentForS: 0, parentId: null },
  };
}
