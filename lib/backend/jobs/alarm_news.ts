import { reportedAlarms } from "@/lib/backend/embedded/alarms/reported_alarms.ts";
import { projectIds } from "@/lib/backend/embedded/projects/projects.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Entry, readable } from "@/lib/backend/kv/store.ts";
import { type AlarmEventRecord, alarmEventRecord } from "@/lib/backend/records/alarms.ts";
import { alarmKey } from "@/lib/domain/alarms/alarm_table.ts";
import type { AlarmChange } from "@/lib/domain/alarms/report_mails.ts";
import type { ReportedAlarm } from "@/lib/domain/alarms/reported.ts";
import { residenceTitle } from "./residence_title.ts";
import type { RunFaults } from "./run_faults.ts";

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
