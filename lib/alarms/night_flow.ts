/** Reads the past nights of water meters, and judges whether water runs at each of their hours. @module */

import { addDays } from "@/lib/base/civil_dates.ts";
import { chunk } from "@/lib/base/concurrency.ts";
import { HOUR_S } from "@/lib/base/durations.ts";
import { lowest } from "@/lib/base/sums.ts";
import { civilDateOf, clockTimeOf, epochOfClock } from "@/lib/base/time_zones.ts";
import type { RollupSlot } from "@/lib/timeseries/rollups.ts";
import type { SeriesReader } from "@/lib/timeseries/series_reader.ts";
import type { SubjectResult } from "./missing_readings.ts";
import { unmutedFrom } from "./silences.ts";
import { atRest } from "./subject_evaluation.ts";
import type {
  DetectInput,
  MonitoredItem,
  Night,
  NightFlowRule,
  ReadNights,
  Watch,
} from "./subjects.ts";

const NIGHT_HOURS = ["02", "03", "04"];
const NIGHT_ENDS_AT_S = 5 * HOUR_S;
/** Seconds after which nights are read again: readings may come late, or be corrected. */
export const NIGHTS_AGAIN_S = HOUR_S;
/** Meters read at once. */
const AT_ONCE = 20;
/** Finest step of a water meter: more decimals are errors of a conversion. */
const MOST_DECIMALS = 4;

/** The last ended nights of each water meter that is watched, oldest first. @spec alarms.night-flow */
export async function pastNights(
  reader: Pick<SeriesReader, "hoursOfDays">,
  subjects: readonly MonitoredItem[],
  { timeZone, nowS }: { readonly timeZone: string; readonly nowS: number },
): Promise<ReadNights> {
  const today = civilDateOf(nowS * 1_000, timeZone);
  const isOver = nowS >= epochOfClock(today, NIGHT_ENDS_AT_S, timeZone);
  const day = isOver ? today : addDays(today, -1);
  const bySeries = new Map<string, readonly Night[]>();
  const read = async ({ rule, seriesIds: [id = ""] }: MonitoredItem) => {
    if (rule.kind !== "night-flow") return;
    const days = { from: addDays(day, 1 - rule.nights), to: addDays(day, 1) };
    const hours = await reader.hoursOfDays(id, days);
    const meter = { ...rule, resolution: resolutionOf(hours.flat(), rule) };
    bySeries.set(id, hours.map((slots) => nightOf(slots, timeZone, meter)));
  };
  for (const some of chunk(subjects.filter(({ rule }) => rule.kind === "night-flow"), AT_ONCE)) {
    await Promise.all(some.map(read));
  }
  return { atS: nowS, bySeries };
}

/** The night of a civil day, from the figures of its hours. */
function nightOf(
  slots: readonly RollupSlot[],
  timeZone: string,
  { litresPerUnit, resolution }: Pick<NightFlowRule, "litresPerUnit"> & Pick<Night, "resolution">,
): Night {
  const own = slots.filter(({ at }) =>
    NIGHT_HOURS.includes(clockTimeOf(Date.parse(at), timeZone).slice(0, 2))
  );
  const startOf = (slot: RollupSlot | undefined) => Date.parse(slot?.at ?? "") / 1_000 || 0;
  return {
    startS: startOf(own[0]),
    endS: startOf(own.at(-1)) + HOUR_S,
    litres: own.map((slot) => isKnown(slot) ? (slot.sum ?? 0) * litresPerUnit : null),
    resolution,
  };
}

/** The smallest step of a meter, litres: the last decimal that any of its registers has. */
function resolutionOf(
  slots: readonly RollupSlot[],
  { litresPerUnit }: Pick<NightFlowRule, "litresPerUnit">,
): number {
  return litresPerUnit / 10 ** Math.max(0, ...slots.map(({ last }) => decimalsOf(last)));
}

/** Whether an hour has a reading of its own, and is covered to its end: neither drawn across a gap, nor in doubt. */
function isKnown({ sum, count, coveredS, lengthS, estimated, doubtful }: RollupSlot): boolean {
  return sum !== null && count > 0 && coveredS >= lengthS && !estimated && doubtful !== true;
}

function decimalsOf(register: number | null): number {
  const text = String(Number((register ?? 0).toFixed(MOST_DECIMALS)));
  return text.split(".")[1]?.length ?? 0;
}

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
  const result = { watch, raised: null, closed: null, nextS };
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
