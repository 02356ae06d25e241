import { cachedProject } from "@/lib/backend/embedded/projects/projects.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listStored, type Stored } from "@/lib/backend/kv/lists.ts";
import {
  type Entry,
  idOf,
  listEntries,
  type ListOptions,
  readEntries,
  type Selector,
} from "@/lib/backend/kv/store.ts";
import { alarmCommentRecord, type AlarmRecord, alarmRecord } from "@/lib/backend/records/alarms.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { Input } from "@/lib/contract/catalogue.ts";
import { alarmIdsFrom } from "@/lib/domain/alarms/alarm_ids.ts";
import { LISTED_CLOSED_ALARMS } from "@/lib/domain/alarms/limits.ts";
import type { Alarm, AlarmComment } from "@/lib/domain/alarms/types.ts";
import { isoDate } from "@/lib/domain/periods/civil_dates.ts";
import { dayBounds } from "@/lib/domain/periods/zoned_days.ts";
import { isReportSeries } from "@/lib/domain/pilot/reports.ts";
import { seriesOfStored } from "@/lib/domain/series/sources.ts";
import { readAuthors } from "./authors.ts";
import { mutedUntilIn } from "./muted_until.ts";
import { type ReaderOf, seenAlarms } from "./seen_alarms.ts";

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
  return seen.length === 0 ? [] : await answered(services, projectId, seen);
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

/** One alarm of a residence, open, closed or archived; null when it does not exist. */
export async function readAlarm(
  services: Pick<Services, "store">,
  { projectId, alarmId }: { readonly projectId: string; readonly alarmId: string },
): Promise<Stored<AlarmRecord> | null> {
  return (await readAlarms(services, projectId, [alarmId])).get(alarmId) ?? null;
}

/** One alarm of a residence; null when it does not exist, or when the caller does not see it. @spec alarms.readers */
export async function readSeenAlarm(
  services: Services,
  { projectId, alarmId }: { readonly projectId: string; readonly alarmId: string },
  caller: Caller,
): Promise<Stored<AlarmRecord> | null> {
  const found = await readAlarm(services, { projectId, alarmId });
  if (found === null) return null;
  const [seen = null] = await seenAlarms(services, { projectId, caller }, [found]);
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

export async function answered(
  services: Services,
  projectId: string,
  alarms: readonly Pick<Stored<AlarmRecord>, "id" | "record">[],
): Promise<Alarm[]> {
  const [commentsOf, mutedUntil] = await Promise.all([
    readComments(services, projectId, alarms),
    mutedUntilIn(services, projectId),
  ]);
  return alarms.map(({ id, record: { subjectKey: _, ...alarm } }) => ({
    id,
    projectId,
    ...alarm,
    seriesId: shownSeries(alarm.seriesId),
    alarmComments: commentsOf(id),
    mutedUntil: alarm.end === null ? mutedUntil(alarm) : null,
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
