/** Writes the demo's alarms and alarm reports, with the subjects of its faults. @module */

import { alarmIdOf, setAlarm } from "@/lib/alarms/records.ts";
import { COLLECTORS, NOWHERE } from "@/lib/alarms/residence_subjects.ts";
import type { AlarmReportSettings } from "@/lib/alarms/schema.ts";
import type { MonitoredItem, NewAlarm, WatchRule } from "@/lib/alarms/subjects.ts";
import { alarmRecordOf } from "@/lib/alarms/transitions.ts";
import { faultHours, secondOfHour, STEP_S } from "@/lib/demo/simulation/hours.ts";
import { houseSeriesId, houseSeriesKinds } from "@/lib/demo/simulation/house_series.ts";
import {
  boilerRoomId,
  equipmentOf,
  seriesOfSite,
  siteId,
} from "@/lib/demo/simulation/site_series.ts";
import { reportSeriesId } from "@/lib/heating_control/telemetry.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Atomic, Store } from "@/lib/store/store.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { CURRENT_FOR_S } from "@/lib/timeseries/rhythm.ts";
import { accessoriesOf } from "./accessories.ts";
import { DEMO_ACCOUNTS } from "./accounts.ts";
import { HOT_WATER_BOUNDS, ROOM_BOUNDS } from "./boiler_room.ts";
import { housesOfSite } from "./dwellings.ts";
import { DEMO_FAULTS, type DemoComment, type DemoFault, faultyValue } from "./faults.ts";
import { colleagueId, DEMO_ORG } from "./people.ts";
import { type DemoSite, demoSites } from "./site_table.ts";

/** A subject without place, part, delay or parent. */
const BARE_SUBJECT = { ...NOWHERE, part: null, delayS: 0, parentKey: null } as const;

const SILENCE: WatchRule = { kind: "silence" };

type ItemLocation = Pick<MonitoredItem, "scope" | "buildingId" | "boilerRoomId" | "equipmentId">;

/** Subjects of a fault: one, or a gateway with the sensors that send through it. */
function subjectsOfFault(
  { what }: Pick<DemoFault, "what">,
  site: DemoSite,
  projectId: string,
): MonitoredItem[] {
  const around = { site, projectId, room: boilerRoomId(projectId, 0) };
  switch (what.kind) {
    case "hot-water":
      return [hotWaterSubject(around, what.part)];
    case "air":
      return [airSubject(around, what.of)];
    case "ventilation":
    case "roof-light":
    case "gate":
    case "code":
      return [accessorySubject(around, what.kind)];
    case "silent-sensor":
      return [silentSubject(around, `${around.room}-ret`)];
    case "silent-dwelling":
      return [silentDwelling(around, what.position)];
    case "silent-module":
      return [silentModule(around, what.position)];
    case "silent-collectors":
      return [
        {
          ...BARE_SUBJECT,
          key: COLLECTORS,
          handler: "collect-online",
          seriesIds: [],
          name: "",
          rule: { kind: "gateway" },
        },
        ...seriesOfSite(site, projectId).map(({ id }) => silentSubject(around, id)),
      ];
  }
}

export function faultySeries(
  fault: Pick<DemoFault, "what">,
  site: DemoSite,
  projectId: string,
): (seriesId: string) => boolean {
  const subjects = subjectsOfFault(fault, site, projectId);
  const ids = new Set(subjects.flatMap(({ seriesIds }) => seriesIds));
  return (seriesId) => ids.has(seriesId);
}

interface SubjectPlace {
  readonly site: DemoSite;
  readonly projectId: string;
  readonly room: string;
}

function hotWaterSubject({ room }: SubjectPlace, part: "out" | "back"): MonitoredItem {
  const { outMin, outMax, backMin, backMax } = HOT_WATER_BOUNDS;
  const [min, max, suffix] = part === "out" ? [outMin, outMax, "dep"] : [backMin, backMax, "ret"];
  return {
    ...BARE_SUBJECT,
    ...inRoom(room, `${room}-r2`),
    key: `boilerroom-circuit/${room}-r2/${part}`,
    handler: "boilerroom-circuit",
    seriesIds: [`${room}-ecs-${suffix}`],
    name: "Circuit ECS",
    part,
    isHotWater: true,
    rule: { kind: "bounds", min, max, unit: "°C" },
  };
}

function airSubject({ site, room }: SubjectPlace, of: "temp" | "hum"): MonitoredItem {
  const { tempMin, tempMax, humMin, humMax } = ROOM_BOUNDS;
  const rule: WatchRule = of === "temp"
    ? { kind: "bounds", min: tempMin, max: tempMax, unit: "°C" }
    : { kind: "bounds", min: humMin, max: humMax, unit: "%" };
  return {
    ...BARE_SUBJECT,
    ...inRoom(room, room),
    key: `boilerroom-circuit/${room}/${room}-${of}`,
    handler: "boilerroom-circuit",
    seriesIds: [`${room}-${of}`],
    name: site.boilerRooms[0]?.name ?? "",
    rule,
  };
}

const ACCESSORIES = {
  "ventilation": { kind: "cmv", handler: "building-cmv" },
  "roof-light": { kind: "skydome", handler: "building-skydome" },
  "gate": { kind: "gate", handler: "accessory-status" },
  "code": { kind: "boilerroom-errorcode", handler: "boilerroom-errorcode" },
} as const;

/** The first equipment of a kind. @throws TypeError when the residence has none: its fault is a mistake of ours */
function accessorySubject(
  { site, projectId }: SubjectPlace,
  kind: keyof typeof ACCESSORIES,
): MonitoredItem {
  const { kind: equipmentKind, handler } = ACCESSORIES[kind];
  const found = accessoriesOf(site, projectId).find((one) => one.kind === equipmentKind);
  if (found === undefined) throw new TypeError(`${site.name} has no ${equipmentKind}`);
  const { id, parentId, name, details, series } = found;
  return {
    ...BARE_SUBJECT,
    ...(kind === "code" ? inRoom(parentId, id) : inBuilding(parentId, id)),
    key: `${handler}/${id}`,
    handler,
    seriesIds: [series.id],
    name,
    rule: ruleOf(details),
  };
}

function ruleOf(
  { cmv, gate, errorCode }: ReturnType<typeof accessoriesOf>[number]["details"],
): WatchRule {
  if (cmv !== undefined) return { kind: "bounds", min: cmv.min, max: cmv.max, unit: "°C" };
  if (gate !== undefined) return { kind: "open", alarmFromH: gate.alarmFrom, hsType: gate.hsType };
  return errorCode === undefined
    ? { kind: "skydome" }
    : { kind: "code", normalCodes: errorCode.normalCodes };
}

/** A sensor of the facilities that sends nothing. */
function silentSubject({ site, projectId }: SubjectPlace, seriesId: string): MonitoredItem {
  const name = seriesOfSite(site, projectId).find(({ id }) => id === seriesId)?.name ?? "";
  const equipmentId = equipmentOf(projectId, seriesId);
  const parentId = accessoriesOf(site, projectId).find(({ id }) => id === equipmentId)?.parentId;
  const owner = parentId ?? equipmentId;
  const place = owner === null || equipmentId === null
    ? {}
    : /-c\d+$/.test(owner)
    ? inRoom(owner, equipmentId)
    : inBuilding(owner, equipmentId);
  const key = `collect-online/${seriesId}`;
  return {
    ...BARE_SUBJECT,
    ...place,
    key,
    handler: "collect-online",
    seriesIds: [seriesId],
    name,
    rule: SILENCE,
  };
}

/** @throws TypeError when the residence has no such dwelling: its fault is a mistake of ours */
function silentDwelling({ site, projectId }: SubjectPlace, position: number): MonitoredItem {
  const house = housesOfSite(site, projectId)[position];
  if (house === undefined) throw new TypeError(`${site.name} has no dwelling ${position}`);
  const { id, settings: { name, buildingId: building } } = house;
  return {
    ...BARE_SUBJECT,
    scope: "building",
    houseId: id,
    buildingId: building,
    key: `collect-online/${id}`,
    handler: "collect-online",
    seriesIds: houseSeriesKinds(site).map((kind) =>
      storedSeriesId(houseSeriesId(projectId, kind), id)
    ),
    name,
    rule: SILENCE,
  };
}

/** A dwelling whose module controls its heating: its gateway does not receive it either. */
function silentModule(around: SubjectPlace, position: number): MonitoredItem {
  const dwelling = silentDwelling(around, position);
  const { houseId } = dwelling;
  return {
    ...dwelling,
    key: `pilot-online/${houseId}`,
    handler: "pilot-online",
    seriesIds: [...dwelling.seriesIds, reportSeriesId(houseId ?? "")],
    rule: { kind: "module", afterS: CURRENT_FOR_S },
  };
}

function inRoom(boilerRoomId: string, equipmentId: string): ItemLocation {
  return { scope: "boilerroom", buildingId: null, boilerRoomId, equipmentId };
}

function inBuilding(buildingId: string, equipmentId: string): ItemLocation {
  return { scope: "building", buildingId, boilerRoomId: null, equipmentId };
}

/** An alarm of January 2025, before its bound was changed: with the same URL every day. */
const FLOW_ROOM = boilerRoomId(siteId(0), 0);
const FLOW_START_S = Date.parse("2025-01-14T21:30:00Z") / 1_000;
const FLOW: MonitoredItem = {
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
  for (const [position, { accountId, afterH, text }] of comments.entries()) {
    const date = new Date(((first?.startS ?? 0) + afterH * 3_600) * 1_000).toISOString();
    const comment = { accountId, date, text };
    atomic.set(keys.alarmComment(projectId, first?.id ?? "", `c${position}`), comment);
    if (first === undefined || first.endS !== null || position > 0) continue;
    // Whoever was the first to write about an open alarm has taken charge of it.
    const followUp = { taken: { accountId, at: date }, postponed: null };
    atomic.set(keys.followUp(DEMO_ORG.id, projectId, "alarm", first.id), followUp);
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
  const alarmOf = (subject: MonitoredItem, parentId: string | null): NewAlarm => ({
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
function endsAfterS({ rule }: MonitoredItem): number {
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
