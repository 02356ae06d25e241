/** Reads alarm reports of an organisation, and the alarms that changed since their mails. @module */

import type { Services } from "@/lib/api/services.ts";
import { memberCaller } from "@/lib/identity/caller.ts";
import { alarmKey } from "@/lib/residences/open_alarms.ts";
import { residenceTitle } from "@/lib/residences/records.ts";
import { projectIds, visibleProjects } from "@/lib/residences/residences.ts";
import type { RunFaults } from "@/lib/store/job_runs.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Entry,
  type Key,
  listStored,
  readable,
  type Stored,
  type Unreadable,
} from "@/lib/store/store.ts";
import { readAlarms, readMutes, storedAlarms } from "./alarm_store.ts";
import {
  type AlarmEventRecord,
  alarmEventRecord,
  type AlarmRecord,
  type AlarmReportRecord,
  alarmReportRecord,
} from "./records.ts";
import type { AlarmChange, ReportedAlarm } from "./report_mails.ts";
import { mutedUntil, nextMuteChange } from "./silences.ts";

/** A mail report with the residences it may cover. */
export type PlacedReport = ReturnType<typeof placed>;

/**
 * Every mail report of an organisation: those of its residences, of itself, and of its members.
 *
 * @param unreadable receives the unreadable reports, which are skipped
 */
export async function placedReports(services: Services, orgId: string, unreadable: Unreadable) {
  const { store } = services;
  const all = await projectIds(services, orgId);
  const list = (prefix: Key) => listStored(store, prefix, alarmReportRecord, unreadable);
  const [own, ofMembers, ...ofProjects] = await Promise.all([
    list(keys.orgAlarmReport.under(orgId)),
    list(keys.userAlarmReport.under(orgId)),
    ...all.map((id) => list(keys.alarmReport.under(id))),
  ]);
  const theirs = await Promise.all(ofMembers.map(async (stored) => {
    const accountId = String(stored.entry.key.at(-2));
    const seen = await visibleProjects(services, orgId, memberCaller(accountId));
    return placed(stored, { ownerId: accountId, projectId: null, projectIds: seen });
  }));
  return [
    ...own.map((stored) => placed(stored, { ownerId: orgId, projectId: null, projectIds: all })),
    ...theirs,
    ...ofProjects.flatMap((list, position) => {
      const projectId = all[position] ?? "";
      const place = { ownerId: projectId, projectId, projectIds: [projectId] };
      return list.map((stored) => placed(stored, place));
    }),
  ];
}

interface ReportPlace {
  /** The residence, the organisation or the account that owns it. */
  readonly ownerId: string;
  /** The residence of the report; null for one across residences. */
  readonly projectId: string | null;
  /** Residences that it may cover now. */
  readonly projectIds: readonly string[];
}

function placed({ id, record, entry: { key } }: Stored<AlarmReportRecord>, place: ReportPlace) {
  return { id, report: record, key, ...place };
}

/** @param requested `ids`: alarms open or closed; `hasOpen`: true to include the open ones */
async function reportedAlarms(
  services: Services,
  projectId: string,
  requested: { readonly ids: readonly string[]; readonly hasOpen: boolean },
) {
  const found = await readAlarms(services, projectId, requested.ids);
  const open = requested.hasOpen ? await storedAlarms(services, projectId, {}) : [];
  const mutes = await readMutes(services, projectId);
  const nowS = services.now() / 1_000;
  const reported = (id: string, record: AlarmRecord): ReportedAlarm => (
    { id, projectId, ...record, mutedUntil: mutedUntil(record, mutes, nowS) }
  );
  return {
    /** The alarms requested by id that are still stored. */
    named: new Map([...found].map(([id, { record }]) => [id, reported(id, record)])),
    open: open.map(({ id, record }) => reported(id, record)),
    /** When planned works next start or end, seconds since 1970; null for none. */
    nextMuteS: nextMuteChange(mutes, nowS),
  };
}

/** Started, ended and open alarms of the residences of an organisation. */
export interface AlarmNews {
  /** Without those of {@link unread}. */
  readonly events: readonly AlarmEvent[];
  /** Ids of the changes of unreadable residences: a later run retries them. */
  readonly unread: ReadonlySet<string>;
  changesIn(projectIds: readonly string[]): AlarmChange[];
  /** Empty when no report sends reminders. */
  openIn(projectIds: readonly string[]): ReportedAlarm[];
  /** When the result may change without a write, epoch ms; `Infinity` for never. */
  readonly nextMs: number;
}

interface AlarmEvent {
  readonly id: string;
  readonly projectId: string;
  readonly alarmId: string;
  readonly kind: AlarmChange["kind"];
  readonly entry: Entry<AlarmEventRecord>;
}

/** Maximum number of events read in one run, the capacity of a report's mark: the next run reads the others. */
const EVENTS_PER_RUN = 1_200;

export async function readAlarmNews(
  services: Services,
  orgId: string,
  { isReminding, faults }: { readonly isReminding: boolean; readonly faults: RunFaults },
): Promise<AlarmNews> {
  const { events, isAll } = await readEvents(services, orgId, faults);
  const byProject = Map.groupBy(events, ({ projectId }) => projectId);
  const changes = new Map<string, AlarmChange[]>();
  const open = new Map<string, ReportedAlarm[]>();
  const unread = new Set<string>();
  let nextMs = isAll ? Infinity : services.now();
  const concerned = isReminding ? await projectIds(services, orgId) : [...byProject.keys()];
  for (const projectId of concerned) {
    const ofProject = byProject.get(projectId) ?? [];
    const ids = ofProject.map(({ alarmId }) => alarmId);
    const isRead = await faults.try(() => residenceTitle(services.store, projectId), async () => {
      const read = await reportedAlarms(services, projectId, { ids, hasOpen: isReminding });
      changes.set(projectId, ofProject.flatMap((event) => changeOf(event, read.named)));
      open.set(projectId, read.open);
      if (read.nextMuteS !== null) nextMs = Math.min(nextMs, read.nextMuteS * 1_000);
    });
    if (!isRead) ofProject.forEach(({ id }) => unread.add(id));
  }
  const under = <T>(lists: ReadonlyMap<string, T[]>) => (ids: readonly string[]) =>
    ids.flatMap((id) => lists.get(id) ?? []);
  return {
    events: events.filter(({ id }) => !unread.has(id)),
    unread,
    changesIn: under(changes),
    openIn: under(open),
    nextMs,
  };
}

async function readEvents({ store }: Services, orgId: string, { unreadable }: RunFaults) {
  const selector = { prefix: keys.alarmEvent.under(orgId) };
  const entries = await Array.fromAsync(store.list(selector, { limit: EVENTS_PER_RUN }));
  const events = readable(entries, alarmEventRecord, unreadable).map((entry): AlarmEvent => {
    const [projectId = "", alarmId = "", kind = ""] = entry.key.slice(2).map(String);
    return {
      id: `${alarmKey({ projectId, id: alarmId })}/${kind}`,
      projectId,
      alarmId,
      kind: kind === "end" ? "end" : "start",
      entry,
    };
  });
  return { events, isAll: entries.length < EVENTS_PER_RUN };
}

/** Empty for an alarm that no longer exists. */
function changeOf(
  { id, alarmId, kind, entry }: AlarmEvent,
  alarms: ReadonlyMap<string, ReportedAlarm>,
): AlarmChange[] {
  const alarm = alarms.get(alarmId);
  return alarm === undefined ? [] : [{ id, kind, atMs: Date.parse(entry.value.at), alarm }];
}
