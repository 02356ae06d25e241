/** Lists the subjects of a residence that follow from its equipment, series and settings. @module */

import { type AirBounds, type Bounds, roomBounds } from "@/lib/facilities/current_values.ts";
import type { EquipmentKind } from "@/lib/facilities/equipment_kinds.ts";
import { FAULT_ALARM_KINDS } from "@/lib/facilities/faults.ts";
import type { EquipmentRecord } from "@/lib/facilities/records.ts";
import type { WatchedThreshold } from "@/lib/heating_control/features.ts";
import { reportSeriesId } from "@/lib/heating_control/telemetry.ts";
import type { House } from "@/lib/housing/schema.ts";
import { houseDetail } from "@/lib/housing/visibility.ts";
import { HOUSE_MODES } from "@/lib/residences/features.ts";
import type { ProjectFeatures } from "@/lib/residences/schema.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { CURRENT_FOR_S } from "@/lib/timeseries/rhythm.ts";
import { canonicalQuantity, canonicalUnit, isWater } from "@/lib/timeseries/canonical_units.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import type { AlarmDelays, NightFlowSettings } from "./alarm_handlers.ts";
import { isBattery } from "./subject_evaluation.ts";
import type { AlarmPlace, MonitoredItem, SubjectPart, WatchRule } from "./subjects.ts";

/** The settings of a residence that determine its subjects. */
export interface Watched {
  /** False when no readings are expected: nothing is watched. */
  readonly instrumented: boolean;
  readonly hasPilot: boolean;
  readonly features: Pick<ProjectFeatures, "houseMode" | "houseHourly">;
  readonly equipments: readonly WatchedEquipment[];
  /** Ids of the heating circuits out of the heating season. @spec alarms.season */
  readonly outOfSeason: ReadonlySet<string>;
  readonly series: readonly WatchedSeries[];
  /** Stored ids of the series that files alone feed. */
  readonly onlyFiled: ReadonlySet<string>;
  readonly houses: readonly WatchedHouse[];
  readonly thresholds: readonly WatchedThreshold[];
  readonly delays: AlarmDelays;
  /** null while water that runs at night raises no alarm. */
  readonly nightFlow: NightFlowSettings | null;
}

/** Those that determine what must send. */
type WatchedSenders = Pick<
  Watched,
  "hasPilot" | "features" | "equipments" | "series" | "onlyFiled" | "houses"
>;

export interface WatchedEquipment
  extends Pick<EquipmentRecord, "kind" | "name" | "parentId" | "instrumented" | "details"> {
  readonly id: string;
  /** Bounds of the air of a boiler room; null for other equipment. */
  readonly air: AirBounds | null;
}

export interface WatchedSeries {
  readonly id: string;
  /** Name shown on pages. */
  readonly name: string;
  readonly dataUnitId: DataUnitId;
  /** Unit of its readings. */
  readonly unit: string;
  readonly scope: "housing" | "facilities";
  readonly equipmentId: string | null;
  /** Typed by hand: no sensor sends it. */
  readonly manualIndex: boolean;
}

export interface WatchedHouse extends Pick<House, "id" | "kind" | "projectModuleId"> {
  readonly settings: Pick<House["settings"], "name" | "buildingId" | "collectMode" | "hourlyMode">;
}

/** Place of a subject that is in no building, boiler room or dwelling. */
export const NOWHERE: AlarmPlace = {
  scope: "global",
  houseId: null,
  buildingId: null,
  boilerRoomId: null,
  equipmentId: null,
};

/** Context for building the subjects of an equipment. */
interface SubjectFrame {
  readonly places: ReadonlyMap<string, AlarmPlace>;
  readonly series: ReadonlyMap<string, WatchedSeries>;
  readonly delays: AlarmDelays;
}

/** The subjects of the equipment of a residence. @spec alarms.subjects */
function equipmentSubjects(
  { equipments, outOfSeason, series, delays }: Pick<
    Watched,
    "equipments" | "outOfSeason" | "series" | "delays"
  >,
): MonitoredItem[] {
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
function equipmentPlaces(
  equipments: readonly WatchedEquipment[],
): ReadonlyMap<string, AlarmPlace> {
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

/** The subjects of an equipment's own settings, once a user has set them. */
function ownSubjects(one: WatchedEquipment, around: SubjectFrame): MonitoredItem[] {
  const { circuit, errorCode, faultDetector, cmv, skydome, gate } = one.details;
  const of = equipmentSubjectBuilder(one, around);
  return [
    ...circuit?.enabled ? circuitSubjects(circuit, of) : [],
    ...errorCode
      ? of("boilerroom-errorcode", errorCode.seriesId, () => ({
        kind: "code",
        normalCodes: errorCode.normalCodes,
      }))
      : [],
    ...faultDetector
      ? of("boilerroom-faultdetector", faultDetector.seriesId, () => ({
        kind: "fault",
        alarmKind: faultDetector.alarmKind,
      }))
      : [],
    ...cmv ? of("building-cmv", cmv.seriesId, bounds(cmv)) : [],
    ...skydome ? of("building-skydome", skydome.seriesId, () => ({ kind: "skydome" })) : [],
    ...gate
      ? of("accessory-status", gate.seriesId, () => ({
        kind: "open",
        alarmFromH: gate.alarmFrom,
        hsType: gate.hsType,
      }))
      : [],
  ];
}

function circuitSubjects(
  { outMin, outMax, backMin, backMax, outType, backType, isHotWater }: NonNullable<
    EquipmentRecord["details"]["circuit"]
  >,
  of: ReturnType<typeof equipmentSubjectBuilder>,
): MonitoredItem[] {
  return [
    ...of("boilerroom-circuit", outType, bounds({ min: outMin, max: outMax }), "out"),
    ...of("boilerroom-circuit", backType, bounds({ min: backMin, max: backMax }), "back"),
  ].map((one) => isHotWater ? { ...one, isHotWater: true } : one);
}

/** The subjects of a boiler room's air: one for each of its series with bounds. @spec facilities.bounds */
function airSubjects(
  room: WatchedEquipment,
  air: AirBounds,
  around: SubjectFrame,
): MonitoredItem[] {
  const of = equipmentSubjectBuilder(room, around);
  return [...roomBounds({ id: room.id, ...air }, [...around.series.values()])]
    .flatMap(([seriesId, found]) => of("boilerroom-circuit", seriesId, bounds(found), null))
    .map((subject) => ({ ...subject, key: `${subject.key}/${subject.seriesIds[0] ?? ""}` }));
}

/** The subject of an equipment for one of its series; none without the series or a rule. */
function equipmentSubjectBuilder(
  { id, name }: WatchedEquipment,
  { places, series, delays }: SubjectFrame,
) {
  const delayOf: Readonly<Partial<Record<MonitoredItem["handler"], number>>> = delays;
  return (
    handler: MonitoredItem["handler"],
    seriesId: string | null,
    ruleOf: (unit: string) => WatchRule | null,
    part: SubjectPart | null = null,
  ): MonitoredItem[] => {
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

/** Key of the gateway that stands for the collectors of a residence, where dwellings have no module. */
export const COLLECTORS = "collect-online/collectors";

/** A sensor's subject, with the module it sends through; null for the residence's collectors. */
interface Sender {
  readonly subject: MonitoredItem;
  readonly moduleId: string | null;
}

/** Senders with their gateways: two or more senders share a gateway. @spec alarms.subjects, alarms.silence */
function withGateways(senders: readonly Sender[]): MonitoredItem[] {
  const groups = Map.groupBy(senders, ({ moduleId }) => moduleId);
  return [...groups].flatMap(([moduleId, group]) => {
    const children = group.map(({ subject }) => subject);
    if (children.length < 2) return children;
    const gateway = gatewayOf(moduleId, children);
    return [gateway, ...children.map((one) => ({ ...one, parentKey: gateway.key }))];
  });
}

/** Subject of a gateway, located where all of its senders are. */
function gatewayOf(moduleId: string | null, children: readonly MonitoredItem[]): MonitoredItem {
  const common = (field: "buildingId" | "boilerRoomId") => {
    const [first, ...others] = new Set(children.map((one) => one[field]));
    return others.length === 0 ? first ?? null : null;
  };
  const [buildingId, boilerRoomId] = [common("buildingId"), common("boilerRoomId")];
  return {
    key: moduleId === null ? COLLECTORS : `collect-online/module/${moduleId}`,
    handler: "collect-online",
    scope: boilerRoomId !== null ? "boilerroom" : buildingId !== null ? "building" : "global",
    houseId: null,
    buildingId,
    boilerRoomId,
    equipmentId: null,
    seriesIds: [],
    name: moduleId ?? "",
    part: null,
    delayS: 0,
    rule: { kind: "gateway" },
    parentKey: null,
  };
}

/**
 * Sensors and modules that must send, with their gateways. A module counts as heard through its readings and the
 * reports of its gateway.
 *
 * @spec alarms.subjects, alarms.file-series
 */
export function silenceSubjects(watched: WatchedSenders): MonitoredItem[] {
  const sent = watched.series.filter(({ scope, manualIndex }) =>
    scope === "housing" && !manualIndex
  );
  const houses = housesOf(watched);
  const isModule = ({ kind }: WatchedHouse) => watched.hasPilot && kind === "module";
  const ofHouse = (house: WatchedHouse) => ({
    id: house.id,
    place: placeOfHouse(house),
    seriesIds: sent.map(({ id }) => storedSeriesId(id, house.id))
      .filter((id) => !watched.onlyFiled.has(id)),
    name: house.settings.name,
  });
  const sensors = houses.filter((house) => !isModule(house)).map((house) => ({
    subject: aSubject("collect-online", { ...ofHouse(house), rule: SILENCE }),
    moduleId: house.projectModuleId,
  }));
  const senders = sensors.filter(({ subject }) => subject.seriesIds.length > 0);
  const modules = houses.filter(isModule).map((house) => {
    const { seriesIds, ...own } = ofHouse(house);
    const seriesWithReadings = [...seriesIds, reportSeriesId(house.id)];
    return aSubject("pilot-online", { ...own, seriesIds: seriesWithReadings, rule: MODULE });
  });
  return [...modules, ...withGateways([...facilitySenders(watched), ...senders])];
}

/** Subjects of batteries and of series with a pilot threshold. @spec alarms.subjects */
function valueSubjects(watched: Watched): MonitoredItem[] {
  const series = new Map(watched.series.map((one) => [one.id, one]));
  const thresholds = watched.hasPilot ? watched.thresholds : [];
  const reads = readsOf(watched);
  return [
    ...watched.series.filter(isBattery).flatMap((one) =>
      reads(one, housesOf(watched)).map((read) =>
        aSubject("accessory-status", { ...read, rule: { kind: "battery" } })
      )
    ),
    ...thresholds.flatMap(({ dataSeriesId, threshold }) => {
      const one = series.get(dataSeriesId);
      if (one === undefined) return [];
      const rule: WatchRule = { kind: "threshold", threshold, unit: one.unit };
      return reads(one, detailedHouses(watched, one)).map((read) =>
        aSubject("pilot-threshold", {
          ...read,
          rule,
          delayS: watched.delays["pilot-threshold"] * 60,
        })
      );
    }),
  ];
}

/** The water meters of dwellings, where night flows are watched. @spec alarms.night-flow */
function nightSubjects(watched: Watched): MonitoredItem[] {
  const { nightFlow, series } = watched;
  if (nightFlow === null) return [];
  const reads = readsOf(watched);
  return series.flatMap((one) => {
    const isMeter = one.scope === "housing" && !one.manualIndex && isWater(one.dataUnitId);
    if (!isMeter || canonicalUnit(one.unit) !== "m³") return [];
    const litresPerUnit = canonicalQuantity(1_000, one.unit);
    const rule: WatchRule = { kind: "night-flow", ...nightFlow, litresPerUnit };
    return reads(one, detailedHouses(watched, one))
      .map((read) => aSubject("water-night-flow", { ...read, rule }));
  });
}

/** The boiler rooms, whose energy signature is watched. @spec alarms.energy-drift */
function driftSubjects({ equipments }: Pick<Watched, "equipments">): MonitoredItem[] {
  const places = equipmentPlaces(equipments);
  return equipments.filter(({ kind, instrumented }) => kind === "boilerroom" && instrumented)
    .map(({ id, name }) => {
      const place = places.get(id) ?? NOWHERE;
      return aSubject("energy-drift", { id, name, place, seriesIds: [], rule: { kind: "drift" } });
    });
}

const SILENCE: WatchRule = { kind: "silence" };
const MODULE: WatchRule = { kind: "module", afterS: CURRENT_FOR_S };

/** Series of the facilities that are sent; those of fault detectors have their own silence rule. */
function facilitySenders(watched: WatchedSenders): Sender[] {
  const detected = new Set(
    watched.equipments.flatMap(({ details: { faultDetector } }) =>
      faultDetector !== undefined && faultDetector.alarmKind <= FAULT_ALARM_KINDS.OnNoEmit
        ? [faultDetector.seriesId]
        : []
    ),
  );
  const reads = readsOf(watched);
  return watched.series
    .filter(({ id, scope, manualIndex }) =>
      scope === "facilities" && !manualIndex && !detected.has(id) && !watched.onlyFiled.has(id)
    )
    .flatMap((one) => reads(one, []))
    .map((read) => ({
      subject: aSubject("collect-online", { ...read, rule: SILENCE }),
      moduleId: null,
    }));
}

/** Readings of a series in a place. */
interface Read {
  /** Last part of the subject's key. */
  readonly id: string;
  readonly place: AlarmPlace;
  readonly seriesIds: readonly string[];
  readonly name: string;
}

/** A facility series at its equipment, if instrumented; a housing series in each of the given dwellings. */
function readsOf({ equipments }: Pick<Watched, "equipments">) {
  const places = equipmentPlaces(equipments);
  const uninstrumented = new Set(equipments.filter((one) => !one.instrumented).map(({ id }) => id));
  return (
    { id, name, scope, equipmentId }: WatchedSeries,
    houses: readonly WatchedHouse[],
  ): Read[] => {
    if (scope === "housing") {
      return houses.map((house) => {
        const stored = storedSeriesId(id, house.id);
        const named = `${house.settings.name}, ${name}`;
        return { id: stored, seriesIds: [stored], place: placeOfHouse(house), name: named };
      });
    }
    if (uninstrumented.has(equipmentId ?? "")) return [];
    const place = places.get(equipmentId ?? "") ?? NOWHERE;
    return [{ id, seriesIds: [id], place, name }];
  };
}

function aSubject(
  handler: MonitoredItem["handler"],
  { id, place, ...own }:
    & Read
    & Pick<MonitoredItem, "rule">
    & Partial<Pick<MonitoredItem, "delayS">>,
): MonitoredItem {
  const key = `${handler}/${id}`;
  return { key, handler, ...place, part: null, delayS: 0, parentKey: null, ...own };
}

function placeOfHouse({ id, settings: { buildingId } }: WatchedHouse): AlarmPlace {
  const scope = buildingId === null ? "global" : "building";
  return { ...NOWHERE, scope, houseId: id, buildingId };
}

function housesOf({ features, houses }: WatchedSenders): readonly WatchedHouse[] {
  return features.houseMode === HOUSE_MODES.No ? [] : houses;
}

/** Dwellings whose quantity may be shown in detail: an alarm on another would reveal it. @spec housing.visibility */
function detailedHouses(
  { features, houses }: Watched,
  { dataUnitId }: WatchedSeries,
): readonly WatchedHouse[] {
  return houses.filter(({ settings: choices }) =>
    houseDetail({ features, choices, dataUnitId }) === "detailed"
  );
}

/** Every subject of a residence. @spec alarms.subjects @returns none when no readings are expected */
export function subjectsOf(watched: Watched): MonitoredItem[] {
  if (!watched.instrumented) return [];
  return [
    ...equipmentSubjects(watched),
    ...valueSubjects(watched),
    ...silenceSubjects(watched),
    ...nightSubjects(watched),
    ...driftSubjects(watched),
  ];
}
