import type { AlarmLine } from "@/lib/alarms/alarm_list.ts";

/** What a listed and a stored alarm share: of a residence, open since a morning. */
export const OPEN_ALARM = {
  scope: "global",
  handler: "collect-online",
  houseId: null,
  buildingId: null,
  boilerRoomId: null,
  equipmentId: null,
  seriesId: null,
  start: "2026-01-15T08:00:00.000Z",
  end: null,
  parentId: null,
  childCount: 0,
  archived: false,
} as const;

export function aLine(id: string, over: Partial<AlarmLine> = {}): AlarmLine {
  return {
    id,
    projectId: "p1",
    ...OPEN_ALARM,
    message: `Alerte ${id}`,
    alarmComments: [],
    mutedUntil: null,
    projectName: "Les Tilleuls",
    timeZone: undefined,
    placeName: "",
    ...over,
  };
}

export const GATEWAY = aLine("g", { message: "Concentrateur muet", childCount: 2 });
export const CHILDREN = [
  aLine("c1", { parentId: "g", placeName: "Logement 12" }),
  aLine("c2", { parentId: "g", placeName: "Logement 14" }),
];
export const CIRCUIT = aLine("r", {
  handler: "boilerroom-circuit",
  message: "Départ à 82,4 °C",
  start: "2026-01-15T09:00:00.000Z",
});
/** Its parent has ended: it is listed by itself. */
export const ORPHAN = aLine("o", { parentId: "gone", start: "2026-01-14T08:00:00.000Z" });
export const LIST = [CIRCUIT, GATEWAY, ...CHILDREN, ORPHAN];
