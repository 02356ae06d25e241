import { reportedAlarms } from "@/lib/backend/embedded/alarms/reported_alarms.ts";
import { projectIds } from "@/lib/backend/embedded/projects/projects.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { parsedEntry } from "@/lib/backend/kv/entries.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Entry } from "@/lib/backend/kv/store.ts";
import { type AlarmEventRecord, alarmEventRecord } from "@/lib/backend/records/alarms.ts";
import { alarmKey } from "@/lib/domain/alarms/alarm_table.ts";
import type { AlarmChange } from "@/lib/domain/alarms/report_mails.ts";
import type { ReportedAlarm } from "@/lib/domain/alarms/reported.ts";

/** What began, ended and lasts in the residences of an organisation. */
export interface AlarmNews {
  readonly events: readonly AlarmEvent[];
  changesIn(projectIds: readonly string[]): AlarmChange[];
  /** None when no report reminds. */
  openIn(projectIds: readonly string[]): ReportedAlarm[];
  /** When it may be read otherwise although nothing is written, epoch ms; `Infinity` for never. */
  readonly nextMs: number;
}

interface AlarmEvent {
  readonly id: string;
  readonly projectId: string;
  readonly alarmId: string;
  readonly kind: AlarmChange["kind"];
  readonly entry: Entry<AlarmEventRecord>;
}

/** Events read in one run, as many as the mark of a report holds: the next run reads the others. */
const EVENTS_PER_RUN = 1_200;

export async function readAlarmNews(
  services: Services,
  orgId: string,
  { isReminding }: { readonly isReminding: boolean },
): Promise<AlarmNews> {
  const events = await readEvents(services, orgId);
  const byProject = Map.groupBy(events, ({ projectId }) => projectId);
  const changes = new Map<string, AlarmChange[]>();
  const open = new Map<string, ReportedAlarm[]>();
  let nextMs = events.length < EVENTS_PER_RUN ? Infinity : services.now();
  const concerned = isReminding ? await projectIds(services, orgId) : [...byProject.keys()];
  for (const projectId of concerned) {
    const ofProject = byProject.get(projectId) ?? [];
    const ids = ofProject.map(({ alarmId }) => alarmId);
    const read = await reportedAlarms(services, projectId, { ids, hasOpen: isReminding });
    changes.set(projectId, ofProject.flatMap((event) => changeOf(event, read.named)));
    open.set(projectId, read.open);
    if (read.nextMuteS !== null) nextMs = Math.min(nextMs, read.nextMuteS * 1_000);
  }
  const under = <T>(lists: ReadonlyMap<string, T[]>) => (ids: readonly string[]) =>
    ids.flatMap((id) => lists.get(id) ?? []);
  return { events, changesIn: under(changes), openIn: under(open), nextMs };
}

async function readEvents({ store }: Services, orgId: string): Promise<AlarmEvent[]> {
  const selector = { prefix: keys.alarmEvent.under(orgId) };
  const entries = await Array.fromAsync(store.list(selector, { limit: EVENTS_PER_RUN }));
  return entries.map((unread) => {
    const entry = parsedEntry(unread, alarmEventRecord);
    const [projectId = "", alarmId = "", kind = ""] = entry.key.slice(2).map(String);
    return {
      id: `${alarmKey({ projectId, id: alarmId })}/${kind}`,
      projectId,
      alarmId,
      kind: kind === "end" ? "end" : "start",
      entry,
    };
  });
}

/** Nothing for an alarm that is no longer there. */
function changeOf(
  { id, alarmId, kind, entry }: AlarmEvent,
  alarms: ReadonlyMap<string, ReportedAlarm>,
): AlarmChange[] {
  const alarm = alarms.get(alarmId);
  return alarm === undefined ? [] : [{ id, kind, atMs: Date.parse(entry.value.at), alarm }];
}
