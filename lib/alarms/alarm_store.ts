/** Reads the stored alarms that a caller may see, with comments, decides who sees one, and deletes old ones. @module */

import type { Services } from "@/lib/api/services.ts";
import { isoDate } from "@/lib/base/civil_dates.ts";
import { dayBounds } from "@/lib/base/time_zones.ts";
import { readsSeriesOf } from "@/lib/facilities/equipment_rules.ts";
import { isReportSeries } from "@/lib/heating_control/telemetry.ts";
import { COLLECT_MODES, HOURLY_MODES } from "@/lib/housing/dwelling_settings.ts";
import { cachedHouses } from "@/lib/housing/dwellings.ts";
import { houseVisibility } from "@/lib/housing/visibility.ts";
import { readAuthors } from "@/lib/identity/accounts.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { cachedFeatures, cachedProject } from "@/lib/residences/residences.ts";
import { cachedSeries } from "@/lib/series/series.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Entry,
  idOf,
  listEntries,
  listIds,
  type ListOptions,
  listStored,
  readable,
  readEntries,
  type Selector,
  type Store,
  type Stored,
} from "@/lib/store/store.ts";
import { seriesOfStored } from "@/lib/timeseries/readings.ts";
import type { Input } from "./calls.ts";
import {
  alarmCommentRecord,
  alarmIdsFrom,
  alarmMuteRecord,
  type AlarmRecord,
  alarmRecord,
} from "./records.ts";
import type { Alarm, AlarmComment } from "./schema.ts";
import { mutedUntil, muteOf } from "./silences.ts";
import type { Mute } from "./subjects.ts";

/** Fields of an alarm that decide who sees it. */
type PlacedAlarm = Pick<
  Alarm,
  "handler" | "houseId" | "buildingId" | "boilerRoomId" | "equipmentId" | "seriesId"
>;

/** Rights on the alarms of the facilities, whose equipment every member of a residence sees. */
const ALARM_ROLES: readonly Role[] = ["collect:alarm:comment:write", "collect:alarm:report:write"];

/** Whether roles see the dwellings of a residence, and how each one answers. @spec alarms.readers */
export function seesDwellings(roles: ReadonlySet<Role>): boolean {
  return roles.has("collect:agg:daily");
}

/** Whether an alarm shows a reading of a dwelling or its use of water, not only the state of its sensors. */
function showsQuantity({ handler, houseId }: PlacedAlarm): boolean {
  return houseId !== null && (handler === "pilot-threshold" || handler === "water-night-flow");
}

/**
 * Whether roles see an alarm: they must see its place.
 *
 * @spec alarms.readers
 * @param seesQuantity whether they see the quantity of a dwelling's alarm in detail
 */
function seesAlarm(
  alarm: PlacedAlarm,
  roles: ReadonlySet<Role>,
  seesQuantity: (alarm: PlacedAlarm) => boolean,
): boolean {
  if (alarm.houseId !== null) {
    return seesDwellings(roles) && (!showsQuantity(alarm) || seesQuantity(alarm));
  }
  if (ALARM_ROLES.some((role) => roles.has(role)) || readsSeriesOf(placeOf(alarm), roles)) {
    return true;
  }
  return isOfDwellings(alarm) && seesDwellings(roles);
}

/** The place of an alarm of the facilities; null for the residence itself. */
function placeOf({ boilerRoomId, buildingId, equipmentId }: PlacedAlarm) {
  if (boilerRoomId !== null) return "boilerroom";
  if (buildingId !== null) return "building";
  return equipmentId === null ? null : "boilerroom";
}

/** Whether an alarm may be that of a gateway of dwellings, which has neither an equipment nor a series. */
function isOfDwellings({ boilerRoomId, equipmentId, seriesId }: PlacedAlarm): boolean {
  return boilerRoomId === null && equipmentId === null && seriesId === null;
}

/** The alarms or works of a residence that ended before an instant. */
interface EndedAlarms {
  readonly projectId: string;
  readonly beforeS: number;
}

/**
 * Removes the alarms of a residence that ended before an instant, with their comments.
 *
 * @spec alarms.retention
 * @returns number of alarms removed
 */
export async function purgeAlarms(
  store: Store,
  { projectId, beforeS }: EndedAlarms,
): Promise<number> {
  const prefix = keys.closedAlarm.under(projectId);
  const selector = { prefix, end: keys.closedAlarm(projectId, alarmIdsFrom(beforeS)) };
  let count = 0;
  for await (const listed of store.list(selector)) {
    const [entry] = readable([listed], alarmRecord);
    const end = entry?.value.end ?? null;
    if (entry === undefined || end === null || Date.parse(end) >= beforeS * 1_000) continue;
    const alarmId = idOf(entry.key);
    // A concurrent comment checks the alarm: either this commit fails, or the comment's.
    const atomic = store.atomic().check(entry).delete(entry.key);
    for (const id of await listIds(store, keys.alarmComment.under(projectId, alarmId))) {
      atomic.delete(keys.alarmComment(projectId, alarmId, id));
    }
    if ((await atomic.commit()).ok) count++;
  }
  return count;
}

/** Removes the planned works of a residence that ended before an instant. @spec alarms.retention */
export async function purgeMutes(
  store: Store,
  { projectId, beforeS }: EndedAlarms,
): Promise<void> {
  const prefix = keys.alarmMute.under(projectId);
  const mutes = await listStored(store, prefix, alarmMuteRecord);
  for (const { entry, record: { to } } of mutes) {
    if (Date.parse(to) >= beforeS * 1_000) continue;
    // Planned works changed meanwhile are not removed.
    await store.atomic().check(entry).delete(entry.key).commit();
  }
}

export async function readMutes(
  { store }: Pick<Services, "store">,
  projectId: string,
): Promise<Mute[]> {
  const all = await listStored(store, keys.alarmMute.under(projectId), alarmMuteRecord);
  return all.map(({ record }) => muteOf(record));
}

/** The reader of the alarms of a residence. */
export interface ReaderOf {
  readonly projectId: string;
  readonly caller: Caller;
}

/** The alarms of a residence that a caller sees, in the same order. @spec alarms.readers */
async function seenAlarms<Alarm extends { readonly record: PlacedAlarm }>(
  services: Services,
  { projectId, caller }: ReaderOf,
  alarms: readonly Alarm[],
): Promise<Alarm[]> {
  const roles = await services.callerRoles.of(caller).rolesOn(projectId);
  const seesQuantity = alarms.some(({ record }) => showsQuantity(record))
    ? await quantitiesSeen(services, projectId, roles)
    : () => false;
  return alarms.filter(({ record }) => seesAlarm(record, roles, seesQuantity));
}

/** Choices of a dwelling that does not exist any more. */
const NO_CHOICES = { collectMode: COLLECT_MODES.Default, hourlyMode: HOURLY_MODES.Default };

/** Whether roles see the quantity of the alarm of a dwelling in detail. */
async function quantitiesSeen(
  services: Services,
  projectId: string,
  roles: ReadonlySet<Role>,
): Promise<(alarm: PlacedAlarm) => boolean> {
  const [features, houses, series] = await Promise.all([
    cachedFeatures(services, projectId),
    cachedHouses(services, projectId),
    cachedSeries(services, projectId),
  ]);
  const choicesOf = new Map(houses.map(({ id, record }) => [id, record.settings]));
  const unitOf = new Map(series.map(({ id, dataUnitId }) => [id, dataUnitId]));
  return ({ houseId, seriesId }) => {
    // Of a series deleted since: a quantity that no mode exempts.
    const dataUnitId = unitOf.get(seriesOfStored(seriesId ?? "")) ?? "ETAT";
    const choices = choicesOf.get(houseId ?? "") ?? NO_CHOICES;
    // Any detail is enough, whatever its granularity.
    const reading = { features, choices, dataUnitId, roles, isFineAgreed: false };
    return houseVisibility(reading).alone !== null;
  };
}

/** Closed alarms listed for a residence when no year is given. */
export const LISTED_CLOSED_ALARMS = 1_000;

/** Selection of alarms of a residence: open, or closed, optionally of the year of their start, "2024". */
type AlarmsQuery = Omit<Input<"listAlarms">, "projectId">;

/** The alarms of a residence that a caller sees, newest first, without archived ones. @spec alarms.lists */
export async function alarmsOf(
  services: Services,
  { projectId, caller }: ReaderOf,
  query: AlarmsQuery,
): Promise<Alarm[]> {
  const read = async () =>
    // Without their entries, a third of their memory.
    (await storedAlarms(services, projectId, query)).map(({ id, record }) => ({ id, record }));
  const isOpen = query.closed !== "true" && query.year === undefined;
  const stored = isOpen
    ? await services.memory.ofAlarms(projectId, "open alarms", read)
    : await read();
  const seen = stored.length === 0 ? [] : await seenAlarms(services, { projectId, caller }, stored);
  return seen.length === 0 ? [] : await withAlarmDetails(services, projectId, seen);
}

/** The stored alarms of a residence, newest first, without archived ones. */
export async function storedAlarms(
  services: Services,
  projectId: string,
  { closed, year }: AlarmsQuery,
): Promise<Stored<AlarmRecord>[]> {
  const { under } = closed === "true" ? keys.closedAlarm : keys.openAlarm;
  const selector: Selector = year === undefined
    ? { prefix: under(projectId) }
    : await ofYear(services, projectId, Number(year), under);
  const isBounded = closed === "true" && year === undefined;
  const options: ListOptions = {
    reverse: true,
    batchSize: 500,
    ...(isBounded && { limit: LISTED_CLOSED_ALARMS }),
  };
  const entries = await listEntries(services.store, selector, alarmRecord, options);
  return entries.filter(({ value }) => !value.archived).map(stored);
}

/** One alarm of a residence; null when it does not exist, or when the caller does not see it. @spec alarms.readers */
export async function readSeenAlarm(
  services: Services,
  { projectId, alarmId }: { readonly projectId: string; readonly alarmId: string },
  caller: Caller,
): Promise<Stored<AlarmRecord> | null> {
  const found = await readAlarms(services, projectId, [alarmId]);
  const [seen = null] = await seenAlarms(services, { projectId, caller }, [...found.values()]);
  return seen;
}

/** Alarms of a residence by id, open, closed or archived; missing ones are absent. */
export async function readAlarms(
  { store }: Pick<Services, "store">,
  projectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Stored<AlarmRecord>>> {
  const wanted = [...new Set(ids)].flatMap((id) => [
    keys.openAlarm(projectId, id),
    keys.closedAlarm(projectId, id),
  ]);
  const entries = await readEntries(store, wanted, alarmRecord);
  const found = entries.flatMap(({ key, value, versionstamp }) =>
    value === null || versionstamp === null ? [] : [stored({ key, value, versionstamp })]
  );
  return new Map(found.map((one) => [one.id, one]));
}

export async function withAlarmDetails(
  services: Services,
  projectId: string,
  alarms: readonly Pick<Stored<AlarmRecord>, "id" | "record">[],
): Promise<Alarm[]> {
  const [commentsOf, mutes] = await Promise.all([
    readComments(services, projectId, alarms),
    readMutes(services, projectId),
  ]);
  const nowS = services.now() / 1_000;
  return alarms.map(({ id, record: { subjectKey: _, ...alarm } }) => ({
    id,
    projectId,
    ...alarm,
    seriesId: shownSeries(alarm.seriesId),
    alarmComments: commentsOf(id),
    mutedUntil: alarm.end === null ? mutedUntil(alarm, mutes, nowS) : null,
  }));
}

/** The series of an alarm, also of one in a dwelling; null when it is only the reports of a module. */
function shownSeries(storedId: string | null): string | null {
  const seriesId = storedId === null ? null : seriesOfStored(storedId);
  return seriesId === null || isReportSeries(seriesId) ? null : seriesId;
}

/** Number of alarms above which the comments of the whole residence are read, including those of closed alarms. */
const READ_ONE_BY_ONE = 30;

/** The comments on some alarms of a residence, oldest first, with the current names of their authors. */
async function readComments(
  { store }: Services,
  projectId: string,
  alarms: readonly Pick<Stored<AlarmRecord>, "id">[],
): Promise<(alarmId: string) => AlarmComment[]> {
  if (alarms.length === 0) return () => [];
  const prefixes = alarms.length > READ_ONE_BY_ONE
    ? [keys.alarmComment.under(projectId)]
    : alarms.map(({ id }) => keys.alarmComment.under(projectId, id));
  const lists = await Promise.all(
    prefixes.map((prefix) => listStored(store, prefix, alarmCommentRecord)),
  );
  const comments = lists.flat();
  const authorOf = await readAuthors(store, comments.map(({ record }) => record.accountId));
  const byAlarm = Map.groupBy(comments, ({ entry }) => String(entry.key.at(-2)));
  return (alarmId) =>
    (byAlarm.get(alarmId) ?? [])
      .map(({ id, record: { accountId, ...comment } }) => ({
        id,
        ...comment,
        author: authorOf(accountId),
      }))
      .sort((a, b) => Date.parse(a.date) - Date.parse(b.date));
}

function stored(entry: Entry<AlarmRecord>): Stored<AlarmRecord> {
  return { id: idOf(entry.key), record: entry.value, entry };
}

/** The alarms that started in a year, in the residence's time zone. */
async function ofYear(
  services: Services,
  projectId: string,
  year: number,
  under: typeof keys.closedAlarm.under,
): Promise<Selector> {
  const { timeZone } = await cachedProject(services, projectId);
  const startOf = (one: number) => {
    const { from } = dayBounds(isoDate(one, 1, 1), timeZone);
    return under(projectId, alarmIdsFrom(from / 1_000));
  };
  return { start: startOf(year), end: startOf(year + 1) };
}
