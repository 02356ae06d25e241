import { faultHours, secondOfHour } from "@/lib/backend/demo/simulation/fault_hours.ts";
import { STEP_S } from "@/lib/backend/demo/simulation/missing_hours.ts";
import { boilerRoomId, siteId } from "@/lib/backend/demo/simulation/simulated_series.ts";
import { alarmRecordOf } from "@/lib/backend/embedded/alarms/alarm_changes.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic, Store } from "@/lib/backend/kv/store.ts";
import { setAlarm } from "@/lib/backend/records/alarms.ts";
import { alarmIdOf } from "@/lib/domain/alarms/alarm_ids.ts";
import type { AlarmReportSettings } from "@/lib/domain/alarms/types.ts";
import type { NewAlarm, Subject } from "@/lib/domain/alarms/watching.ts";
import { CURRENT_FOR_S } from "@/lib/domain/series/currentness.ts";
import { DEMO_ACCOUNTS } from "./accounts.ts";
import { DEMO_ORG } from "./demo_org.ts";
import { BARE_SUBJECT, subjectsOfFault } from "./fault_subjects.ts";
import { DEMO_FAULTS, type DemoComment, type DemoFault, faultyValue } from "./faults.ts";
import { colleagueId } from "./people.ts";
import { demoSites } from "./sites.ts";

/** An alarm of January 2025, before its bound was changed: with the same URL every day. */
const FLOW_ROOM = boilerRoomId(siteId(0), 0);
const FLOW_START_S = Date.parse("2025-01-14T21:30:00Z") / 1_000;
const FLOW: Subject = {
  ...BARE_SUBJECT,
  key: `boilerroom-circuit/${FLOW_ROOM}-r1/out`,
  handler: "boilerroom-circuit",
  scope: "boilerroom",
  boilerRoomId: FLOW_ROOM,
  equipmentId: `${FLOW_ROOM}-r1`,
  seriesIds: [`${FLOW_ROOM}-dep`],
  name: "Circuit chauffage",
  part: "out",
  rule: { kind: "bounds", min: 20, max: 60, unit: "°C" },
};
const FLOW_COMMENTS: readonly DemoComment[] = [
  {
    accountId: colleagueId("Karim", "Benali"),
    afterH: 10,
    text: "Exploitant prévenu par téléphone, il passe dans la matinée.",
  },
  {
    accountId: DEMO_ACCOUNTS.landlord.id,
    afterH: 13,
    text: "Conforme au contrat par ce froid\u00A0: borne relevée à 80\u00A0°C.",
  },
];

/** A closed alarm of the first residence, with its curve and its comments. */
export const DEMO_ALARM_ID = alarmIdOf(FLOW.key, FLOW_START_S);

/** Writes the alarms of the residences, open and closed, with comments: those that an evaluation finds in their readings. */
export async function seedAlarms(store: Store, now: number): Promise<void> {
  await writeAlarms(store, now, (raised) => raised);
}

/**
 * Writes those that have ended, in a store whose readings are evaluated: it finds the open ones itself.
 *
 * @param authorId the account that comments them
 */
export async function seedEndedAlarms(store: Store, now: number, authorId: string): Promise<void> {
  await writeAlarms(store, now, ({ alarms, comments }) => ({
    alarms: alarms.filter(({ endS }) => endS !== null),
    comments: alarms.every(({ endS }) => endS !== null)
      ? comments.map((one) => ({ ...one, accountId: authorId }))
      : [],
  }));
}

async function writeAlarms(
  store: Store,
  now: number,
  seededOf: (raised: Raised) => Raised,
): Promise<void> {
  const flow = {
    id: DEMO_ALARM_ID,
    subject: FLOW,
    startS: FLOW_START_S,
    endS: FLOW_START_S + 11.5 * 3_600,
    value: 62.1,
    silentForS: 0,
    parentId: null,
  };
  const atomic = store.atomic();
  write(atomic, siteId(0), seededOf({ alarms: [flow], comments: FLOW_COMMENTS }));
  await atomic.commit();
  for (const fault of DEMO_FAULTS) {
    const atomic = store.atomic();
    const alarms = alarmsOf(fault, now);
    write(atomic, siteId(fault.site), seededOf({ alarms, comments: fault.comments ?? [] }));
    await atomic.commit();
  }
}

/** Alarms with the comments of the first, which is the parent of the others. */
interface Raised {
  readonly alarms: readonly NewAlarm[];
  readonly comments: readonly DemoComment[];
}

function write(atomic: Atomic, projectId: string, { alarms, comments }: Raised): void {
  for (const alarm of alarms) {
    const childCount = alarms.filter(({ parentId }) => parentId === alarm.id).length;
    setAlarm(atomic, { projectId, alarmId: alarm.id }, { ...alarmRecordOf(alarm), childCount });
  }
  const [first] = alarms;
  for (const [rank, { accountId, afterH, text }] of comments.entries()) {
    const date = new Date(((first?.startS ?? 0) + afterH * 3_600) * 1_000).toISOString();
    const comment = { accountId, date, text };
    atomic.set(keys.alarmComment(projectId, first?.id ?? "", `c${rank}`), comment);
  }
}

function alarmsOf(fault: DemoFault, now: number): NewAlarm[] {
  const site = demoSites()[fault.site];
  if (site === undefined) return [];
  const { from, to } = faultHours(fault, now);
  const value = "value" in fault.what ? faultyValue(fault.what, from) : null;
  const silentForS = value === null ? CURRENT_FOR_S : 0;
  // A silence starts at the last reading, five minutes earlier.
  const startS = secondOfHour(from) + (value === null ? CURRENT_FOR_S - STEP_S : 0);
  const [first, ...others] = subjectsOfFault(fault, site, siteId(fault.site));
  if (first === undefined) return [];
  const alarmOf = (subject: Subject, parentId: string | null): NewAlarm => ({
    id: alarmIdOf(subject.key, startS),
    subject,
    startS,
    endS: to === Infinity ? null : secondOfHour(to) + endsAfterS(subject),
    value,
    silentForS,
    parentId,
  });
  const parent = alarmOf(first, null);
  return [parent, ...others.map((subject) => alarmOf(subject, parent.id))];
}

/** An alarm of bounds ends at the second reading inside. */
function endsAfterS({ rule }: Subject): number {
  return rule.kind === "bounds" ? STEP_S : 0;
}

const ON_CALL: AlarmReportSettings = {
  name: "Astreinte chauffage",
  emails: ["astreinte@thermalia.example"],
  notifyStart: true,
  notifyEnd: true,
  notifyEvery: "2h",
  selections: [
    { handler: "boilerroom-errorcode", filters: { boilerRoom: ["p01-c1"] } },
    { handler: "boilerroom-faultdetector", filters: { boilerRoom: ["p01-c1"] } },
  ],
};

const SENSORS: AlarmReportSettings = {
  name: "Capteurs muets",
  emails: ["ines.bernard@demo.example", "sophie.garnier@demo.example"],
  notifyStart: true,
  notifyEnd: false,
  notifyEvery: "1d",
  selections: [{ handler: "collect-online", filters: {} }],
};

const OWN: AlarmReportSettings = {
  ...SENSORS,
  name: "Mes résidences de Nancy",
  emails: [DEMO_ACCOUNTS.landlord.email],
  selections: [{ handler: "collect-online", filters: { project: ["p01"] } }],
};

/** A mail report at each level: the residence, the organisation, and the landlord's own. */
export async function seedAlarmReports(store: Store, landlordId: string): Promise<void> {
  await store.atomic()
    .set(keys.alarmReport("p01", "astreinte"), ON_CALL)
    .set(keys.orgAlarmReport(DEMO_ORG.id, "astreinte"), SENSORS)
    .set(keys.userAlarmReport(DEMO_ORG.id, landlordId, "astreinte"), OWN)
    .commit();
}
