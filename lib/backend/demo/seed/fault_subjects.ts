import { houseSeriesId, houseSeriesKinds } from "@/lib/backend/demo/simulation/house_series.ts";
import {
  boilerRoomId,
  equipmentOf,
  seriesOfSite,
} from "@/lib/backend/demo/simulation/simulated_series.ts";
import { NOWHERE } from "@/lib/domain/alarms/equipment_subjects.ts";
import { COLLECTORS } from "@/lib/domain/alarms/gateway_subjects.ts";
import type { Subject, WatchRule } from "@/lib/domain/alarms/watching.ts";
import { reportSeriesId } from "@/lib/domain/pilot/reports.ts";
import { CURRENT_FOR_S } from "@/lib/domain/series/currentness.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import { accessoriesOf } from "./accessories.ts";
import { HOT_WATER_BOUNDS, ROOM_BOUNDS } from "./boiler_room.ts";
import { housesOfSite } from "./demo_houses.ts";
import type { DemoFault } from "./faults.ts";
import type { DemoSite } from "./site_table.ts";

/** A subject without place, part, delay or parent. */
export const BARE_SUBJECT = { ...NOWHERE, part: null, delayS: 0, parentKey: null } as const;

const SILENCE: WatchRule = { kind: "silence" };

type Place = Pick<Subject, "scope" | "buildingId" | "boilerRoomId" | "equipmentId">;

/** Subjects of a fault: one, or a gateway with the sensors that send through it. */
export function subjectsOfFault(
  { what }: Pick<DemoFault, "what">,
  site: DemoSite,
  projectId: string,
): Subject[] {
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
      return [silentDwelling(around, what.rank)];
    case "silent-module":
      return [silentModule(around, what.rank)];
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

function hotWaterSubject({ room }: SubjectPlace, part: "out" | "back"): Subject {
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
    rule: { kind: "bounds", min, max, unit: "°C" },
  };
}

function airSubject({ site, room }: SubjectPlace, of: "temp" | "hum"): Subject {
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
): Subject {
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
function silentSubject({ site, projectId }: SubjectPlace, seriesId: string): Subject {
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
function silentDwelling({ site, projectId }: SubjectPlace, rank: number): Subject {
  const house = housesOfSite(site, projectId)[rank];
  if (house === undefined) throw new TypeError(`${site.name} has no dwelling ${rank}`);
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
function silentModule(around: SubjectPlace, rank: number): Subject {
  const dwelling = silentDwelling(around, rank);
  const { houseId } = dwelling;
  return {
    ...dwelling,
    key: `pilot-online/${houseId}`,
    handler: "pilot-online",
    seriesIds: [...dwelling.seriesIds, reportSeriesId(houseId ?? "")],
    rule: { kind: "module", afterS: CURRENT_FOR_S },
  };
}

function inRoom(boilerRoomId: string, equipmentId: string): Place {
  return { scope: "boilerroom", buildingId: null, boilerRoomId, equipmentId };
}

function inBuilding(buildingId: string, equipmentId: string): Place {
  return { scope: "building", buildingId, boilerRoomId: null, equipmentId };
}
