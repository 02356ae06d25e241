import { type AirBounds, roomBounds } from "@/lib/domain/facilities/room_bounds.ts";
import type { Bounds, EquipmentKind } from "@/lib/domain/facilities/types.ts";
import type { AlarmDelays } from "./delays.ts";
import type { Watched, WatchedEquipment, WatchedSeries } from "./watched.ts";
import type { Subject, SubjectPart, WatchRule } from "./watching.ts";

export type SubjectPlace = Pick<
  Subject,
  "scope" | "houseId" | "buildingId" | "boilerRoomId" | "equipmentId"
>;

/** Place of a subject that is in no building, boiler room or dwelling. */
export const NOWHERE: SubjectPlace = {
  scope: "global",
  houseId: null,
  buildingId: null,
  boilerRoomId: null,
  equipmentId: null,
};

/** Context for building the subjects of an equipment. */
interface SubjectFrame {
  readonly places: ReadonlyMap<string, SubjectPlace>;
  readonly series: ReadonlyMap<string, WatchedSeries>;
  readonly delays: AlarmDelays;
}

/** The subjects of the equipment of a residence. @spec alarms.subjects */
export function equipmentSubjects(
  { equipments, outOfSeason, series, delays }: Pick<
    Watched,
    "equipments" | "outOfSeason" | "series" | "delays"
  >,
): Subject[] {
  const around = {
    places: equipmentPlaces(equipments),
    series: new Map(series.map((one) => [one.id, one])),
    delays,
  };
  const watched = equipments.filter(({ id, instrumented }) => instrumented && !outOfSeason.has(id));
  return watched.flatMap((one) =>
    one.air === null ? ownSubjects(one, around) : airSubjects(one, one.air, around)
  );
}

/** Place of each equipment: itself for a boiler room or a building, otherwise its parent. */
export function equipmentPlaces(
  equipments: readonly WatchedEquipment[],
): ReadonlyMap<string, SubjectPlace> {
  const kinds = new Map(equipments.map(({ id, kind }) => [id, kind]));
  return new Map(equipments.map(({ id, parentId }) => {
    const idOf = (kind: EquipmentKind) =>
      [id, parentId].find((one) => one !== null && kinds.get(one) === kind) ?? null;
    const [boilerRoomId, buildingId] = [idOf("boilerroom"), idOf("building")];
    const scope = boilerRoomId === null
      ? buildingId === null ? "global" : "building"
      : "boilerroom";
    return [id, { scope, houseId: null, buildingId, boilerRoomId, equipmentId: id }];
  }));
}

function ownSubjects(one: WatchedEquipment, around: SubjectFrame): Subject[] {
  const { detail } = one;
  const of = subjectsOf(one, around);
  switch (detail?.kind) {
    case undefined:
      return [];
    case "boilerroom-circuit": {
      const { enabled, outMin, outMax, backMin, backMax, outType, backType } = detail.own;
      if (!enabled) return [];
      const out = of("boilerroom-circuit", outType, bounds({ min: outMin, max: outMax }), "out");
      return [
        ...out,
        ...of("boilerroom-circuit", backType, bounds({ min: backMin, max: backMax }), "back"),
      ];
    }
    case "boilerroom-errorcode":
      return of("boilerroom-errorcode", detail.own.seriesId, () => ({
        kind: "code",
        normalCodes: detail.own.normalCodes,
      }));
    case "boilerroom-faultdetector":
      return of("boilerroom-faultdetector", detail.own.seriesId, () => ({
        kind: "fault",
        alarmKind: detail.own.alarmKind,
      }));
    case "cmv":
      return of("building-cmv", detail.own.seriesId, bounds(detail.own));
    case "skydome":
      return of("building-skydome", detail.own.seriesId, () => ({ kind: "skydome" }));
    case "gate":
      return of("accessory-status", detail.own.seriesId, () => ({
        kind: "open",
        alarmFromH: detail.own.alarmFrom,
        hsType: detail.own.hsType,
      }));
  }
}

/** The subjects of a boiler room's air: one for each of its series with bounds. @spec facilities.bounds */
function airSubjects(room: WatchedEquipment, air: AirBounds, around: SubjectFrame): Subject[] {
  const of = subjectsOf(room, around);
  return [...roomBounds({ id: room.id, ...air }, [...around.series.values()])]
    .flatMap(([seriesId, found]) => of("boilerroom-circuit", seriesId, bounds(found), null))
    .map((subject) => ({ ...subject, key: `${subject.key}/${subject.seriesIds[0] ?? ""}` }));
}

/** The subject of an equipment for one of its series; none without the series or a rule. */
function subjectsOf({ id, name }: WatchedEquipment, { places, series, delays }: SubjectFrame) {
  const delayOf: Readonly<Partial<Record<Subject["handler"], number>>> = delays;
  return (
    handler: Subject["handler"],
    seriesId: string | null,
    ruleOf: (unit: string) => WatchRule | null,
    part: SubjectPart | null = null,
  ): Subject[] => {
    const read = series.get(seriesId ?? "");
    const place = places.get(id);
    const rule = read === undefined ? null : ruleOf(read.unit);
    if (read === undefined || place === undefined || rule === null) return [];
    const key = `${handler}/${id}${part === null ? "" : `/${part}`}`;
    const delayS = (delayOf[handler] ?? 0) * 60;
    return [{
      key,
      handler,
      ...place,
      seriesIds: [read.id],
      name,
      part,
      delayS,
      rule,
      parentKey: null,
    }];
  };
}

function bounds({ min, max }: Bounds) {
  return (unit: string): WatchRule | null =>
    min === null && max === null ? null : { kind: "bounds", min, max, unit };
}
