/** Judges subjects by past days: the nights of water meters, and the drifts of boiler rooms, read again each hour. @module */

import type { Services } from "@/lib/api/services.ts";
import { addDays } from "@/lib/base/civil_dates.ts";
import { readEach } from "@/lib/base/concurrency.ts";
import { HOUR_S } from "@/lib/base/durations.ts";
import { CallError } from "@/lib/base/errors.ts";
import { lowest } from "@/lib/base/sums.ts";
import { civilDateOf, clockTimeOf, epochOfClock } from "@/lib/base/time_zones.ts";
import { soughtDrift } from "@/lib/energy_signature/found_drifts.ts";
import { driftTitle } from "@/lib/energy_signature/text.ts";
import type { RollupSlot } from "@/lib/timeseries/rollups.ts";
import type { SeriesReader } from "@/lib/timeseries/series_reader.ts";
import type { Watch } from "./records.ts";
import { unmutedFrom } from "./silences.ts";
import { atRest } from "./subject_evaluation.ts";
import type {
  DetectInput,
  MonitoredItem,
  NewAlarm,
  Night,
  NightFlowRule,
  PastDays,
  SubjectResult,
} from "./subjects.ts";

/** Seconds after which nights and drifts are read again: readings may come late, or be corrected. */
export const PAST_AGAIN_S = HOUR_S;

/** What past days show of the subjects of a residence. */
export async function readPastDays(
  services: Services,
  subjects: readonly MonitoredItem[],
  { projectId, timeZone, nowS }: {
    readonly projectId: string;
    readonly timeZone: string;
    readonly nowS: number;
  },
): Promise<PastDays> {
  const reader = services.seriesOf(projectId, timeZone);
  const nights = await pastNights(reader, subjects, { timeZone, nowS });
  const drifts = await readDrifts(services, subjects, projectId);
  return { atS: nowS, timeZone, nights, drifts };
}

const NIGHT_HOURS = ["02", "03", "04"];
const NIGHT_ENDS_AT_S = 5 * HOUR_S;
/** Meters read at once. */
const METERS_AT_ONCE = 20;
/** Finest step of a water meter: more decimals are errors of a conversion. */
const MOST_DECIMALS = 4;

/** The last ended nights of each water meter that is watched, oldest first. @spec alarms.night-flow */
export async function pastNights(
  reader: Pick<SeriesReader, "hoursOfDays">,
  subjects: readonly MonitoredItem[],
  { timeZone, nowS }: { readonly timeZone: string; readonly nowS: number },
): Promise<PastDays["nights"]> {
  const today = civilDateOf(nowS * 1_000, timeZone);
  const isOver = nowS >= epochOfClock(today, NIGHT_ENDS_AT_S, timeZone);
  const day = isOver ? today : addDays(today, -1);
  const meters = subjects.flatMap(({ rule, seriesIds: [id = ""] }) =>
    rule.kind === "night-flow" ? [{ id, rule }] : []
  );
  const read = await readEach(meters, async ({ id, rule }) => {
    const days = { from: addDays(day, 1 - rule.nights), to: addDays(day, 1) };
    const hours = await reader.hoursOfDays(id, days);
    const meter = { ...rule, resolution: resolutionOf(hours.flat(), rule) };
    return [id, hours.map((slots) => nightOf(slots, timeZone, meter))] as const;
  }, METERS_AT_ONCE);
  return new Map(read);
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
  input: DetectInput,
): SubjectResult {
  const { rule, seriesIds: [seriesId = ""] } = subject;
  const { past, nowS } = input;
  const result = { watch, raised: null, closed: null, nextS: (past?.atS ?? nowS) + PAST_AGAIN_S };
  const nights = past?.nights.get(seriesId) ?? [];
  if (rule.kind !== "night-flow") return result;
  if (watch?.state === "raised" && watch.alarmId !== null) {
    const quiet = nights.find((night) => night.startS >= watch.sinceS && isQuiet(night));
    if (quiet === undefined) return result;
    return { ...result, watch: null, closed: { alarmId: watch.alarmId, endS: quiet.endS } };
  }
  const flow = flowOf(nights, rule);
  if (flow === null) return { ...result, watch: null };
  const { startS, litres: value } = flow;
  const seen = { seenS: nights.at(-1)?.endS ?? 0 };
  return raisedByPast(result, { subject, startS, value, seen }, input);
}

/** Raises the alarm of past days, unless works mute its subject now. */
function raisedByPast(
  { nextS }: { readonly nextS: number },
  { subject, startS, value, seen }: Pick<NewAlarm, "subject" | "startS" | "value"> & {
    readonly seen: Partial<Pick<Watch, "seenS" | "seenValue">>;
  },
  { mutes, nowS, newId }: DetectInput,
): SubjectResult {
  const unmutedS = unmutedFrom(subject, mutes, nowS);
  if (unmutedS !== nowS) {
    return { watch: null, raised: null, closed: null, nextS: Math.min(unmutedS, nextS) };
  }
  const id = newId(startS, subject.key);
  return {
    watch: { ...atRest(subject.key), ...seen, state: "raised", sinceS: startS, alarmId: id },
    raised: { id, subject, startS, endS: null, value, silentForS: 0, parentId: null },
    closed: null,
    nextS,
  };
}

/** Boiler rooms sought at once. */
const ROOMS_AT_ONCE = 4;

/** The verdicts on the boiler rooms that are watched. @spec alarms.energy-drift */
async function readDrifts(
  services: Services,
  subjects: readonly MonitoredItem[],
  projectId: string,
): Promise<PastDays["drifts"]> {
  const ids = subjects.flatMap(({ rule, boilerRoomId }) =>
    rule.kind === "drift" && boilerRoomId !== null ? [boilerRoomId] : []
  );
  const read = await readEach(ids, async (boilerRoomId) => {
    const found = await soughtDrift(services, { projectId, boilerRoomId }).catch(whileWaiting);
    return found === null ? [] : [[boilerRoomId, found] as const];
  }, ROOMS_AT_ONCE);
  return new Map(read.flat());
}

/** While readings wait to be filed, a verdict stays unknown: silences are judged all the same. */
function whileWaiting(fault: unknown): null {
  if (fault instanceof CallError && fault.code === "readings-waiting") return null;
  throw fault;
}

/**
 * Judges the verdict on a boiler room: a drift or a drop raises an alarm, which lasts until a person closes the verdict
 * or the next season begins, also when its percentage falls; what is only to be watched raises none.
 *
 * @spec alarms.energy-drift
 */
export function judgeDrift(
  subject: MonitoredItem,
  watch: Watch | null,
  input: DetectInput,
): SubjectResult {
  const { past, nowS } = input;
  const result = { watch, raised: null, closed: null, nextS: (past?.atS ?? nowS) + PAST_AGAIN_S };
  const found = past?.drifts.get(subject.boilerRoomId ?? "");
  if (past === undefined || found === undefined) return result;
  const { drift } = found;
  const seenValue = `${found.yearStart} ${found.closedOn ?? ""}`;
  if (watch?.state === "raised" && watch.alarmId !== null) {
    const isSame = watch.seenValue === null || watch.seenValue === seenValue;
    if (isSame && drift !== null) return result;
    const closed = { alarmId: watch.alarmId, endS: Math.max(watch.sinceS, nowS) };
    return { ...result, watch: null, closed, nextS: nowS };
  }
  if (drift === null || drift.verdict === "watch") return { ...result, watch: null };
  const startS = epochOfClock(drift.since, 0, past.timeZone);
  const value = driftTitle(drift);
  return raisedByPast(result, { subject, startS, value, seen: { seenValue } }, input);
}
