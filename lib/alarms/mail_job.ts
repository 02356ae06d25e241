/** Mails alarm reports when they are due; organisations without mails to send are checked less often. @module */

import type { Services } from "@/lib/api/services.ts";
import { firstCharacters } from "@/lib/base/strings.ts";
import { DEFAULT_TIME_ZONE, utcInstant } from "@/lib/base/time_zones.ts";
import { equipmentRecord } from "@/lib/facilities/records.ts";
import { queueMail } from "@/lib/mail/outbox.ts";
import { organisationRecord } from "@/lib/organisations/records.ts";
import { alarmKey } from "@/lib/residences/open_alarms.ts";
import { type ProjectRecord, projectRecord } from "@/lib/residences/records.ts";
import { projectIds } from "@/lib/residences/residences.ts";
import type { Scope } from "@/lib/store/cache.ts";
import { StoreMemory } from "@/lib/store/store_memory.ts";
import { commitEach } from "@/lib/store/commits.ts";
import { leasedRun, type RunFaults } from "@/lib/store/job_runs.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  type Entry,
  listIds,
  readById,
  readEntry,
  readNamed,
  type Store,
} from "@/lib/store/store.ts";
import { currentPoint } from "@/lib/timeseries/rhythm.ts";
import { links } from "@/lib/ui/links.ts";
import { type AlarmLetter, alarmLetters, type MailedAlarms } from "./mail_text.ts";
import { type ReportMailRecord, reportMailRecord } from "./records.ts";
import { type AlarmNews, type PlacedReport, placedReports, readAlarmNews } from "./report_data.ts";
import {
  type AlarmMail,
  type MailPlan,
  mailsDue,
  NO_REMINDER,
  type ReportedAlarm,
} from "./report_mails.ts";
import { queueWebhooks } from "./webhook_jobs.ts";

interface LastCheck {
  /** Scopes of the data that their mails depend on. */
  readonly scopes: readonly Scope[];
  readonly version: string;
  readonly atMs: number;
  /** When a mail may become due without a write, epoch ms. */
  readonly nextMs: number;
}

/** Maximum interval between two checks of an organisation. */
const LONGEST_MS = 3_600_000;

/** By organisation. */
const CHECKED = new StoreMemory<LastCheck>(
  "alarm mails",
  ({ scopes }) => scopes.length * 100,
);

/** True when reports of an organisation may have mails to send: after a write of its alarms or settings, or if due. */
export async function mayHaveMails(services: Services, orgId: string): Promise<boolean> {
  const { store, versions, now } = services;
  const last = CHECKED.at(store, orgId, null);
  if (last === undefined || now() < last.atMs || now() >= last.nextMs) return true;
  return await versions.of(last.scopes) !== last.version;
}

/**
 * Checks the reports of an organisation, and caches the result.
 *
 * @param check returns when there may be something to do next, epoch ms; `Infinity` when only a write can cause it
 */
export async function checkOrganisation(
  services: Services,
  orgId: string,
  check: () => Promise<number>,
): Promise<void> {
  const { store, versions, now } = services;
  const all = await projectIds(services, orgId);
  const scopes: Scope[] = [
    { kind: "org", id: orgId },
    { kind: "alarms", id: orgId },
    ...all.map((id): Scope => ({ kind: "project", id })),
  ];
  // Read before the reports: concurrent writes are found next time.
  const version = await versions.of(scopes);
  const atMs = now();
  const nextMs = Math.min(await check(), atMs + LONGEST_MS);
  CHECKED.set(store, orgId, { version: null, value: { scopes, version, atMs, nextMs } });
}

/** Maximum number of alarms named in a mail, over all its lists: the others are counted. */
const NAMED_COUNT = 20;
/** Maximum length of a message in a mail: one row contains every list. */
const MESSAGE_LENGTH = 300;

interface Mailing {
  readonly orgId: string;
  readonly placed: PlacedReport;
  readonly mail: AlarmMail;
}

async function alarmLetter(
  services: Services,
  { orgId, placed: { report, projectId }, mail }: Mailing,
): Promise<AlarmLetter> {
  const { store } = services;
  const lists = [mail.started, mail.ended, mail.open];
  const ids = [projectId ?? [], lists.flat().map((alarm) => alarm.projectId)].flat();
  const [organisation, places] = await Promise.all([
    readEntry(store, keys.org(orgId), organisationRecord),
    readById(store, ids, keys.project, projectRecord),
  ]);
  const containers = await readContainers(store, lists.flat().slice(0, NAMED_COUNT));
  const lastReadAt = await lastReadings(services, mail.open.slice(0, NAMED_COUNT), places);
  let left = NAMED_COUNT;
  const [started, ended, open] = lists.map((alarms): MailedAlarms => {
    const first = alarms.slice(0, left);
    left -= first.length;
    const around = { places, containers, lastReadAt };
    return { count: alarms.length, first: first.map((alarm) => mailed(alarm, around)) };
  });
  return {
    kind: "alarms",
    report: report.name,
    place: (projectId === null ? organisation.value : places.get(projectId))?.name ?? "",
    started: started ?? NONE,
    ended: ended ?? NONE,
    open: open ?? NONE,
    path: projectId === null
      ? links.inOrganisation(orgId, links.orgAlarms())
      : links.alarms(projectId),
  };
}

const NONE: MailedAlarms = { count: 0, first: [] };

interface Around {
  readonly places: ReadonlyMap<string, ProjectRecord>;
  readonly containers: ReadonlyMap<string, { readonly name: string }>;
  /** By {@link alarmKey}. */
  readonly lastReadAt: ReadonlyMap<string, string>;
}

function mailed(
  alarm: ReportedAlarm,
  { places, containers, lastReadAt }: Around,
): MailedAlarms["first"][number] {
  const { id, projectId, message, start, end, childCount } = alarm;
  const place = containers.get(containerOf(alarm) ?? "")?.name;
  const readAt = lastReadAt.get(alarmKey(alarm));
  const { name, timeZone } = places.get(projectId) ?? { name: "", timeZone: DEFAULT_TIME_ZONE };
  return {
    message: firstCharacters(message, MESSAGE_LENGTH),
    residence: name,
    ...place !== undefined && { place },
    timeZone,
    start,
    end,
    childCount,
    ...readAt !== undefined && { lastReadAt: readAt },
    path: links.alarm(projectId, id),
  };
}

/** Alarms of values that are sent regularly: one that is no longer current is not read any more. */
const OF_VALUES: ReadonlySet<ReportedAlarm["handler"]> = new Set(
  ["boilerroom-circuit", "boilerroom-errorcode", "building-cmv", "pilot-threshold"],
);

/** When the value of each open alarm was last read, where it is no longer current. @spec alarms.reminders */
async function lastReadings(
  services: Services,
  open: readonly ReportedAlarm[],
  places: ReadonlyMap<string, ProjectRecord>,
): Promise<ReadonlyMap<string, string>> {
  const nowS = services.now() / 1_000;
  const found = new Map<string, string>();
  const ofValues = open.filter(({ handler, seriesId }) => OF_VALUES.has(handler) && seriesId);
  for (const [projectId, alarms] of Map.groupBy(ofValues, (alarm) => alarm.projectId)) {
    const reader = services.seriesOf(
      projectId,
      places.get(projectId)?.timeZone ?? DEFAULT_TIME_ZONE,
    );
    const ids = alarms.map(({ seriesId }) => seriesId ?? "");
    const last = await reader.lastOfMany(ids);
    for (const alarm of alarms) {
      const point = last.get(alarm.seriesId ?? "");
      if (point === undefined || currentPoint(point, nowS) !== null) continue;
      found.set(alarmKey(alarm), utcInstant(point.epochS));
    }
  }
  return found;
}

/** The boiler room or the building that contains the equipment of an alarm: its message names the equipment alone. */
function containerOf(
  { houseId, equipmentId, boilerRoomId, buildingId }: ReportedAlarm,
): string | null {
  const containerId = boilerRoomId ?? buildingId;
  return houseId === null && containerId !== equipmentId ? containerId : null;
}

/** The containers of some alarms, by id. */
function readContainers(store: Store, alarms: readonly ReportedAlarm[]) {
  const named = alarms.flatMap((alarm) => {
    const id = containerOf(alarm);
    return id === null ? [] : [[id, keys.equipment(alarm.projectId, id)] as const];
  });
  return readNamed(store, named, equipmentRecord);
}

/** Maximum changes in one mail: their marks and the posts to a webhook are in its commit. */
const CHANGES_PER_MAIL = { without: 1_000, withWebhook: 200 };
/** Events deleted in one commit, each unless it was written again meanwhile. */
const DELETED_PER_COMMIT = 90;

/**
 * Sends the mails of alarm reports: alarms that started or ended, and reminders of open ones.
 *
 * One commit writes a mail and the mark of its changes; an event is deleted once no report has to mail it.
 *
 * @spec alarms.report-mails
 * @returns true when every organisation that may have mails was checked; null when another process runs the job
 * @throws AggregateError naming the reports that failed: the others were handled
 */
export function mailAlarms(services: Services): Promise<boolean | null> {
  const job = {
    name: "mail alarms",
    subjects: "reports",
    isIdle: async () => (await organisationsToMail(services)).length === 0,
  } as const;
  return leasedRun(services, job, async (lease, faults) => {
    for (const orgId of await organisationsToMail(services)) {
      if (!await lease.renew()) return false;
      const mail = () => mailOrganisation(services, orgId, faults);
      await faults.try(orgId, () => checkOrganisation(services, orgId, mail));
    }
    return true;
  });
}

async function organisationsToMail(services: Services): Promise<string[]> {
  const ids = await listIds(services.store, keys.org.under());
  const areToMail = await Promise.all(ids.map((orgId) => mayHaveMails(services, orgId)));
  return ids.filter((_, position) => areToMail[position]);
}

/** @returns when there may be something to do next, epoch ms; `Infinity` when only a write can cause it */
async function mailOrganisation(services: Services, orgId: string, faults: RunFaults) {
  const faultsBefore = faults.count;
  const { reports, unread } = await placedReports(services, orgId);
  faults.leaveOut(unread);
  const news = await readAlarmNews(services, orgId, {
    isReminding: reports.some(({ report }) => report.notifyEvery !== ""),
    faults,
  });
  const pending = new Set<string>();
  let { nextMs } = news;
  for (const placed of reports) {
    const { report, ownerId, id } = placed;
    const all = news.changesIn(placed.projectIds).map((change) => change.id);
    const wait = (left: Left) => {
      left.pending.forEach((one) => pending.add(one));
      nextMs = Math.min(nextMs, left.nextMs ?? Infinity);
    };
    const isDone = await faults.try(
      `${orgId}/${ownerId}/${id} (${report.name})`,
      async () => wait(await mailReport(services, { orgId, placed, news })),
    );
    if (!isDone) wait({ pending: all, nextMs: null });
  }
  await deleteEvents(services, news.events.filter(({ id }) => !pending.has(id)));
  const marks = reports.map(({ ownerId, id }) => markKey(orgId, ownerId, id));
  const unreadMarks = [...unread.keys()].map((name) => {
    const [ownerId = "", reportId = ""] = name.split("/").slice(-2);
    return markKey(orgId, ownerId, reportId);
  });
  await deleteOldMarks(services, orgId, new Set([...marks, ...unreadMarks]));
  // Faults are reported by every run while they last.
  return faults.count > faultsBefore ? services.now() : nextMs;
}

function markKey(orgId: string, ownerId: string, reportId: string): string {
  return keys.alarmMail(orgId, ownerId, reportId).join("/");
}

interface Round {
  readonly orgId: string;
  readonly placed: PlacedReport;
  readonly news: AlarmNews;
}

interface Left {
  readonly pending: readonly string[];
  readonly nextMs: number | null;
}

async function mailReport(services: Services, round: Round): Promise<Left> {
  const { store, now, outbox } = services;
  const { orgId, placed: { ownerId, id, report, projectIds }, news } = round;
  const entry = await readEntry(store, keys.alarmMail(orgId, ownerId, id), reportMailRecord);
  const before = entry.value ?? { ...NO_REMINDER, mailed: [] };
  const changes = news.changesIn(projectIds);
  const plan = mailsDue({
    report,
    changes: changes.filter((change) => !before.mailed.includes(change.id)),
    open: news.openIn(projectIds),
    mark: before,
    nowMs: now(),
    limit: CHANGES_PER_MAIL[report.webhookUrl === "" ? "without" : "withWebhook"],
  });
  const left = { pending: plan.pending.map((change) => change.id), nextMs: plan.nextMs };
  const changeIds = changes.map((change) => change.id);
  const mailed = new Set([...before.mailed, ...plan.mailed.map((change) => change.id)]);
  const record: ReportMailRecord = {
    ...plan.mark,
    mailed: [
      ...before.mailed.filter((id) => news.unread.has(id)),
      ...changeIds.filter((id) => mailed.has(id)),
    ],
  };
  if (plan.mail === null && isSame(record, before)) return left;
  const atomic = store.atomic()
    .check({ key: entry.key, versionstamp: entry.versionstamp })
    .set(entry.key, record);
  if (plan.mail !== null) await queueLetter(services, atomic, round, { ...plan, mail: plan.mail });
  if (!(await atomic.commit()).ok) return { pending: changeIds, nextMs: now() };
  if (plan.mail !== null) outbox.hasQueued();
  return left;
}

/** Adds a mail and its webhooks to a commit. */
async function queueLetter(
  services: Services,
  atomic: Atomic,
  { orgId, placed }: Pick<Round, "orgId" | "placed">,
  { mail, mailed }: Pick<MailPlan, "mailed"> & { readonly mail: NonNullable<MailPlan["mail"]> },
): Promise<void> {
  const { ownerId, id, report, key } = placed;
  const letter = await alarmLetter(services, { orgId, placed, mail });
  const to = report.emails.map((email) => ({ email }));
  const forReport = { ownerId, reportId: id, key: key.map(String) };
  queueMail(
    atomic,
    await services.outbox.sealed(alarmLetters.letter(letter), { to, forReport }),
  );
  await queueWebhooks(services, atomic, { orgId, placed, changes: mailed });
}

function isSame(one: ReportMailRecord, other: ReportMailRecord): boolean {
  return one.sinceMs === other.sinceMs && one.remindedMs === other.remindedMs &&
    one.mailed.join() === other.mailed.join();
}

/** Those written again meanwhile are read by the next run. */
function deleteEvents({ store }: Services, events: readonly { readonly entry: Entry }[]) {
  return commitEach(store, events, {
    perCommit: DELETED_PER_COMMIT,
    fill: (atomic, { entry }) => atomic.check(entry).delete(entry.key),
  });
}

/** Deletes the marks of deleted reports. @param stored marks of the stored reports, as {@link markKey} */
async function deleteOldMarks({ store }: Services, orgId: string, stored: ReadonlySet<string>) {
  for await (const entry of store.list({ prefix: keys.alarmMail.under(orgId) })) {
    if (!stored.has(entry.key.join("/"))) {
      await store.atomic().check(entry).delete(entry.key).commit();
    }
  }
}
