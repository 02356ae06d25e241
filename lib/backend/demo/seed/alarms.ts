import { boilerRoomId, siteId } from "@/lib/backend/demo/simulation/simulated_series.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { type AlarmRecord, setAlarm } from "@/lib/backend/records/alarms.ts";
import { alarmIdOf } from "@/lib/domain/alarms/alarm_ids.ts";
import { COLLECTORS } from "@/lib/domain/alarms/gateway_subjects.ts";
import { formatQuantity } from "@/lib/text/format/numbers.ts";
import { DEMO_ACCOUNTS } from "./accounts.ts";
import { buildingId, buildingLetters } from "./demo_houses.ts";
import { colleagueId } from "./people.ts";
import { type DemoSite, SITES } from "./sites.ts";

/** Which alarms a residence of the demo shows. @spec B §4 "Demo site alarm level: none, current, old, both" */
const LEVELS = ["both", "current", "old", "none"] as const;

type AlarmLevel = typeof LEVELS[number];

function alarmLevelOf(index: number): AlarmLevel {
  return LEVELS[index % LEVELS.length] ?? "none";
}

/** What hot water must leave a boiler room with, °C; of a residence with a current alarm, which it never does. */
export const USUAL_HOT_WATER_C = 60;
const STRICT_HOT_WATER_C = 63;

/** Lowest temperature at which the hot water of the first boiler room of a residence may leave, °C. */
export function hotWaterMinCOf(index: number): number {
  return isCurrent(alarmLevelOf(index)) ? STRICT_HOT_WATER_C : USUAL_HOT_WATER_C;
}

function isCurrent(level: AlarmLevel): boolean {
  return level === "current" || level === "both";
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** An alarm of the demo, with what was said of it. */
interface DemoAlarm {
  record: AlarmRecord;
  comments: readonly { accountId: string; afterH: number; text: string }[];
}

/** The start of an alarm that is at the same address every day. */
const FIRST_START = "2025-01-14T21:30:00.000Z";

/** A closed alarm of the first residence, with its curve and its comments. */
export const DEMO_ALARM_ID = alarmIdOf(
  flowKey(boilerRoomId(siteId(0), 0)),
  Date.parse(FIRST_START) / 1_000,
);

/** Writes the alarms of the residences, open and closed, with comments. */
export async function seedAlarms(store: Store, now: number): Promise<void> {
  for (const [index, site] of SITES.entries()) {
    const projectId = siteId(index);
    const atomic = store.atomic();
    for (
      const { record, comments } of alarmsOf(site, { projectId, level: alarmLevelOf(index), now })
    ) {
      const alarmId = alarmIdOf(record.subjectKey, Date.parse(record.start) / 1_000);
      setAlarm(atomic, { projectId, alarmId }, record);
      for (const [rank, { accountId, afterH, text }] of comments.entries()) {
        const date = later(record.start, afterH);
        atomic.set(keys.alarmComment(projectId, alarmId, `c${rank}`), { accountId, date, text });
      }
    }
    await atomic.commit();
  }
}

interface Seeded {
  projectId: string;
  level: AlarmLevel;
  now: number;
}

function alarmsOf(site: DemoSite, { projectId, level, now }: Seeded): DemoAlarm[] {
  const old = level === "old" || level === "both";
  return [
    ...projectId === siteId(0) ? [flowAlarm(projectId)] : [],
    ...old ? [roofLightAlarm(site, projectId, now)] : [],
    ...old ? gatewayAlarms(projectId, now) : [],
    ...isCurrent(level) && hasHotWater(site) ? [hotWaterAlarm(projectId, now)] : [],
  ];
}

/** Whether the first boiler room of a residence heats water. */
function hasHotWater({ boilerRooms }: DemoSite): boolean {
  return boilerRooms[0]?.hotWater !== "none";
}

const NOWHERE = {
  scope: "global",
  houseId: null,
  buildingId: null,
  boilerRoomId: null,
  equipmentId: null,
  seriesId: null,
  parentId: null,
  childCount: 0,
  archived: false,
} as const;

function inRoom(projectId: string, circuit: "r1" | "r2") {
  const room = boilerRoomId(projectId, 0);
  return {
    ...NOWHERE,
    scope: "boilerroom",
    handler: "boilerroom-circuit",
    boilerRoomId: room,
    equipmentId: `${room}-${circuit}`,
  } as const;
}

function flowKey(roomId: string): string {
  return `boilerroom-circuit/${roomId}-r1/out`;
}

function flowAlarm(projectId: string): DemoAlarm {
  const room = boilerRoomId(projectId, 0);
  return {
    record: {
      ...inRoom(projectId, "r1"),
      subjectKey: flowKey(room),
      seriesId: `${room}-dep`,
      start: FIRST_START,
      end: later(FIRST_START, 11.5),
      message: flowText("Circuit chauffage", 62.1, "au-dessus de", 60),
    },
    comments: [
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
    ],
  };
}

function roofLightAlarm(site: DemoSite, projectId: string, now: number): DemoAlarm {
  const [letter = "a"] = buildingLetters(site);
  const id = buildingId(projectId, letter);
  const start = dayAt(now, -12, 14);
  return {
    record: {
      ...NOWHERE,
      scope: "building",
      handler: "building-skydome",
      subjectKey: `building-skydome/${id}-sky`,
      buildingId: id,
      equipmentId: `${id}-sky`,
      seriesId: `${id}-sky-etat`,
      start,
      end: later(start, 4),
      message: `Skydome ${letter}\u00A0: ouverture`,
    },
    comments: [],
  };
}

/** More than a day without readings: one alarm, with those of its sensors under it. */
function gatewayAlarms(projectId: string, now: number): DemoAlarm[] {
  const start = dayAt(now, -20, 1);
  const end = later(start, 7.5);
  const subjectKey = COLLECTORS;
  const parentId = alarmIdOf(subjectKey, Date.parse(start) / 1_000);
  const silent = { ...NOWHERE, handler: "collect-online", start, end } as const;
  const children = ["dep", "ret", "temp", "hum"].map((suffix) => {
    const seriesId = `${boilerRoomId(projectId, 0)}-${suffix}`;
    const own = { scope: "boilerroom", boilerRoomId: boilerRoomId(projectId, 0) } as const;
    return {
      ...silent,
      ...own,
      subjectKey: `collect-online/${seriesId}`,
      seriesId,
      parentId,
      message: `${SENSORS[suffix]}\u00A0: aucune donnée reçue depuis plus de ${A_DAY}`,
    };
  });
  const parent = {
    ...silent,
    subjectKey,
    childCount: children.length,
    message: `Collecteurs de la résidence\u00A0: aucun capteur reçu depuis plus de ${A_DAY}`,
  };
  const comment = {
    accountId: DEMO_ACCOUNTS.landlord.id,
    afterH: 8,
    text: "Coupure de courant dans le local technique depuis la veille, rétablie à 8\u00A0h.",
  };
  return [
    { record: parent, comments: [comment] },
    ...children.map((record) => ({ record, comments: [] })),
  ];
}

const SENSORS: Readonly<Record<string, string>> = {
  dep: "Départ chauffage",
  ret: "Retour chauffage",
  temp: "Température du local",
  hum: "Humidité du local",
};

function hotWaterAlarm(projectId: string, now: number): DemoAlarm {
  const room = boilerRoomId(projectId, 0);
  return {
    record: {
      ...inRoom(projectId, "r2"),
      subjectKey: `boilerroom-circuit/${room}-r2/out`,
      seriesId: `${room}-ecs-dep`,
      start: dayAt(now, -3, 7),
      end: null,
      message: flowText("Circuit ECS", 60.1, "au-dessous de", STRICT_HOT_WATER_C),
    },
    comments: [{
      accountId: colleagueId("Sophie", "Garnier"),
      afterH: 2,
      text: "Résistance d’appoint commandée, pose prévue en fin de semaine.",
    }],
  };
}

/** Silence after which an alarm is raised. */
const A_DAY = formatQuantity(24, "h");

/** What an alarm says of the flow of a circuit, as an evaluation does. */
function flowText(name: string, celsius: number, side: string, boundC: number): string {
  const [value, bound] = [celsius, boundC].map((one) => formatQuantity(one, "°C"));
  return `${name}\u00A0: départ à ${value}, ${side} ${bound}`;
}

/** An hour of a day, counted from today. */
function dayAt(now: number, days: number, hour: number): string {
  const midnight = Math.floor(now / DAY_MS) * DAY_MS;
  return new Date(midnight + days * DAY_MS + hour * HOUR_MS).toISOString();
}

function later(instant: string, hours: number): string {
  return new Date(Date.parse(instant) + hours * HOUR_MS).toISOString();
}
