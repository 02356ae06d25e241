import type { PlacedReport } from "@/lib/backend/embedded/alarms/placed_reports.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { readById, readNamed } from "@/lib/backend/kv/lists.ts";
import { readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { equipmentRecord } from "@/lib/backend/records/facilities.ts";
import { organisationRecord } from "@/lib/backend/records/organisations.ts";
import { type ProjectRecord, projectRecord } from "@/lib/backend/records/projects.ts";
import { alarmKey } from "@/lib/domain/alarms/alarm_table.ts";
import type { AlarmMail } from "@/lib/domain/alarms/report_mails.ts";
import type { ReportedAlarm } from "@/lib/domain/alarms/reported.ts";
import { firstCharacters } from "@/lib/domain/forms/characters.ts";
import { utcInstant } from "@/lib/domain/periods/utc_instant.ts";
import { DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import { currentPoint } from "@/lib/domain/series/currentness.ts";
import { links } from "@/lib/links/links.ts";
import type { AlarmLetter, MailedAlarms } from "@/lib/text/alarms/letters.ts";

/** Maximum number of alarms named in a mail, over all its lists: the others are counted. */
const NAMED_COUNT = 20;
/** Maximum length of a message in a mail: one row contains every list. */
const MESSAGE_LENGTH = 300;

interface Mailing {
  readonly orgId: string;
  readonly placed: PlacedReport;
  readonly mail: AlarmMail;
}

export async function alarmLetter(
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
