/** Writes raised, changed and closed alarms with their events. @module */

import type { Services } from "@/lib/api/services.ts";
import { organisationOf } from "@/lib/api/writes.ts";
import { utcInstant } from "@/lib/base/time_zones.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, readById } from "@/lib/store/store.ts";
import { readAlarms } from "./alarm_store.ts";
import type { CircuitSeasons, WatchedResidence } from "./monitored_residence.ts";
import { alarmEventRecord, type AlarmRecord, setAlarm } from "./records.ts";
import type { Watches } from "./subject_states.ts";
import type {
  AlarmPlace,
  Detected,
  EndedAlarm,
  MonitoredItem,
  NewAlarm,
  WatchRule,
} from "./subjects.ts";
import { alarmMessage, changedMessage, seasonEndedMessage } from "./text.ts";

/** Maximum subjects whose alarms change in one commit, several keys each: the next evaluation finds the others. */
const SUBJECTS_PER_COMMIT = 150;

/** The changes of an evaluation that one commit writes. */
export interface Round extends Pick<Detected, "raised" | "closed"> {
  readonly watches: Watches;
  /** Open alarms whose subject has moved since they were raised, by id. */
  readonly moved: ReadonlyMap<string, AlarmRecord>;
  /** True when other changes are left for another commit. */
  readonly hasMore: boolean;
}

/**
 * As many changes as one commit can contain; the watches of the others are unchanged. A gateway is raised before its
 * sensors, and ends after them: the remaining sensors are found again while it is silent.
 */
export function roundOf(
  { raised, closed, watches }: Detected,
  { before, moved }: { readonly before: Watches } & Pick<Round, "moved">,
): Round {
  const keyOf = new Map<string | null, string>();
  for (const { key, alarmId } of before.values()) keyOf.set(alarmId, key);
  const parents = new Set([...raised, ...before.values()].map(({ parentId }) => parentId));
  const endRank = ({ alarmId }: EndedAlarm) => Number(parents.has(alarmId));
  const changed = new Set([
    ...raised.filter(({ id }) => parents.has(id)).map(({ subject }) => subject.key),
    ...closed.toSorted((a, b) => endRank(a) - endRank(b))
      .map(({ alarmId }) => keyOf.get(alarmId) ?? ""),
    ...raised.map(({ subject }) => subject.key),
  ]);
  const now = new Map(watches.map((one) => [one.key, one]));
  if (changed.size <= SUBJECTS_PER_COMMIT) {
    return { raised, closed, watches: now, moved, hasMore: false };
  }
  const later = new Set([...changed].slice(SUBJECTS_PER_COMMIT));
  for (const key of later) {
    const stays = before.get(key);
    if (stays === undefined) now.delete(key);
    else now.set(key, stays);
  }
  return {
    raised: raised.filter(({ subject }) => !later.has(subject.key)),
    closed: closed.filter(({ alarmId }) => !later.has(keyOf.get(alarmId) ?? "")),
    watches: now,
    moved,
    hasMore: true,
  };
}

/** Reads the alarms that a round changes. @returns a function that adds the changes and mailed events to a commit */
export async function alarmWriting(
  services: Services,
  { projectId, seasons }: Pick<WatchedResidence, "projectId" | "seasons">,
  round: RoundChanges,
): Promise<(atomic: Atomic) => void> {
  const { raised, closed, moved } = round;
  const parentIds = raised.flatMap(({ parentId }) => parentId ?? []);
  const stored = await readAlarms(services, projectId, [
    ...raised.map(({ id }) => id),
    ...closed.map(({ alarmId }) => alarmId),
    ...parentIds,
    ...moved.keys(),
  ]);
  const orgId = await organisationOf(services, projectId);
  const after = recordsAfter(round, { stored, seasons });
  const noticedAt = new Date(services.now()).toISOString();
  const unmailed = await unmailedEnds(services, { orgId, projectId }, { after, stored });
  return (atomic) => {
    for (const [alarmId, record] of after) {
      setAlarm(atomic, { projectId, alarmId }, record);
      const before = stored.get(alarmId)?.record;
      const change = { before, record, at: noticedAt, isEndMailed: !unmailed.has(alarmId) };
      noteEvents(atomic, { orgId, projectId, alarmId }, change);
    }
  };
}

type RoundChanges = Pick<Round, "raised" | "closed" | "moved">;
type StoredAlarms = Awaited<ReturnType<typeof readAlarms>>;

/** The alarms that a round changes, by id, as they become. */
function recordsAfter(
  { raised, closed, moved }: RoundChanges,
  { stored, seasons }: Pick<WatchedResidence, "seasons"> & { readonly stored: StoredAlarms },
): ReadonlyMap<string, AlarmRecord> {
  const after = new Map(moved);
  const current = (id: string) => after.get(id) ?? stored.get(id)?.record;
  const isArchived = (id: string | null) => stored.get(id ?? "")?.record.archived === true;
  for (const one of raised) {
    // Archived alarms stay archived, and their children are archived too.
    if (!isArchived(one.id) && !isArchived(one.parentId)) {
      after.set(one.id, { ...alarmRecordOf(one), ...carriedOver(current(one.id)) });
    }
  }
  for (const ended of closed) {
    const known = current(ended.alarmId);
    if (known?.end === null) after.set(ended.alarmId, endedRecord(known, ended, seasons));
  }
  for (const one of raised) {
    const parent = one.parentId === null || stored.has(one.id) ? undefined : current(one.parentId);
    if (parent === undefined) continue;
    after.set(one.parentId ?? "", { ...parent, childCount: parent.childCount + 1 });
  }
  return after;
}

/** An ended alarm, with a message when its season or a setting ended it. @spec alarms.season, alarms.changes */
function endedRecord(
  known: AlarmRecord,
  { endS, because }: EndedAlarm,
  { outOfSeason }: CircuitSeasons,
): AlarmRecord {
  return { ...known, end: utcInstant(endS), message: endedMessage() };

  function endedMessage(): string {
    const { handler, equipmentId, message } = known;
    if (handler === "boilerroom-circuit" && outOfSeason.has(equipmentId ?? "")) {
      return seasonEndedMessage(message);
    }
    return because === undefined ? message : changedMessage(message, because);
  }
}

/** Fields kept when an alarm is found again; the message too, unless it had ended and reopens for another value. */
function carriedOver(known: AlarmRecord | undefined): Partial<AlarmRecord> {
  if (known === undefined) return {};
  const { message, bounds, childCount } = known;
  return known.end === null ? { message, bounds, childCount } : { childCount };
}

export function alarmRecordOf(
  { subject, startS, endS, value, silentForS, parentId }: NewAlarm,
): AlarmRecord {
  const { key, handler } = subject;
  const [seriesId = null, ...others] = subject.seriesIds;
  return {
    subjectKey: key,
    handler,
    ...placeOf(subject),
    seriesId: others.length === 0 ? seriesId : null,
    start: utcInstant(startS),
    end: endS === null ? null : utcInstant(endS),
    message: alarmMessage({ subject, value, silentForS }),
    parentId,
    childCount: 0,
    archived: false,
    ...boundsOf(subject.rule),
    ...isColdHotWater(subject, value) && { coldHotWater: true },
  };
}

/** What the readings of an alarm are drawn beside. @spec alarms.pages */
function boundsOf(rule: WatchRule): Pick<AlarmRecord, "bounds"> {
  if (rule.kind === "bounds") return { bounds: { min: rule.min, max: rule.max } };
  return rule.kind === "threshold" ? { bounds: { min: null, max: rule.threshold } } : {};
}

/** Whether the hot water of a circuit is below its lower bound. @spec projects.to-do */
function isColdHotWater({ isHotWater, rule }: MonitoredItem, value: NewAlarm["value"]): boolean {
  return isHotWater === true && rule.kind === "bounds" && rule.min !== null &&
    Number(value) < rule.min;
}

export function placeOf(
  { scope, houseId, buildingId, boilerRoomId, equipmentId }: AlarmPlace,
): AlarmPlace {
  return { scope, houseId, buildingId, boilerRoomId, equipmentId };
}

interface EventChange {
  readonly before: AlarmRecord | undefined;
  readonly record: AlarmRecord;
  readonly at: string;
  readonly isEndMailed: boolean;
}

/**
 * Writes the events of starts and ends. When an alarm reopens, its end event is deleted if not yet mailed; otherwise
 * a new start event is written.
 *
 * @spec alarms.corrections
 */
function noteEvents(
  atomic: Atomic,
  { orgId, projectId, alarmId }: { orgId: string; projectId: string; alarmId: string },
  { before, record, at, isEndMailed }: EventChange,
): void {
  const event = (kind: "start" | "end") => keys.alarmEvent(orgId, projectId, alarmId, kind);
  const opensAgain = hasEnded(before) && record.end === null;
  if (opensAgain && !isEndMailed) atomic.delete(event("end"));
  else if (before === undefined || opensAgain) atomic.set(event("start"), { at });
  if (record.end !== null && !hasEnded(before)) atomic.set(event("end"), { at });
}

function hasEnded(known: AlarmRecord | undefined): boolean {
  return known !== undefined && known.end !== null;
}

/** The alarms that reopen and whose end is not mailed yet. */
async function unmailedEnds(
  { store }: Services,
  { orgId, projectId }: { readonly orgId: string; readonly projectId: string },
  { after, stored }: {
    readonly after: ReadonlyMap<string, AlarmRecord>;
    readonly stored: StoredAlarms;
  },
): Promise<ReadonlySet<string>> {
  const again = [...after].flatMap(([id, { end }]) =>
    end === null && hasEnded(stored.get(id)?.record) ? [id] : []
  );
  const endOf = (alarmId: string) => keys.alarmEvent(orgId, projectId, alarmId, "end");
  return new Set((await readById(store, again, endOf, alarmEventRecord)).keys());
}
