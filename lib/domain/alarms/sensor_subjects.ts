import { FAULT_ALARM_KINDS } from "@/lib/domain/facilities/types.ts";
import { houseDetail } from "@/lib/domain/housing/visibility.ts";
import { reportSeriesId } from "@/lib/domain/pilot/reports.ts";
import { HOUSE_MODES } from "@/lib/domain/projects/types.ts";
import { CURRENT_FOR_S } from "@/lib/domain/series/currentness.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import { isBattery } from "./battery.ts";
import { equipmentPlaces, NOWHERE, type SubjectPlace } from "./equipment_subjects.ts";
import { type Sender, withGateways } from "./gateway_subjects.ts";
import type { Watched, WatchedHouse, WatchedSenders, WatchedSeries } from "./watched.ts";
import type { Subject, WatchRule } from "./watching.ts";

/**
 * Sensors and modules that must send, with their gateways. A module counts as heard through its readings and the
 * reports of its gateway.
 *
 * @spec alarms.subjects, alarms.file-series
 */
export function silenceSubjects(watched: WatchedSenders): Subject[] {
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
    const heard = [...seriesIds, reportSeriesId(house.id)];
    return aSubject("pilot-online", { ...own, seriesIds: heard, rule: MODULE });
  });
  return [...modules, ...withGateways([...facilitySenders(watched), ...senders])];
}

/** Subjects of batteries and of series with a pilot threshold. @spec alarms.subjects */
export function valueSubjects(watched: Watched): Subject[] {
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

const SILENCE: WatchRule = { kind: "silence" };
const MODULE: WatchRule = { kind: "module", afterS: CURRENT_FOR_S };

/** Series of the facilities that are sent; those of fault detectors have their own silence rule. */
function facilitySenders(watched: WatchedSenders): Sender[] {
  const detected = new Set(
    watched.equipments.flatMap(({ detail }) =>
      detail?.kind === "boilerroom-faultdetector" &&
        detail.own.alarmKind <= FAULT_ALARM_KINDS.OnNoEmit
        ? [detail.own.seriesId]
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
  readonly place: SubjectPlace;
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
  handler: Subject["handler"],
  { id, place, ...own }: Read & Pick<Subject, "rule"> & Partial<Pick<Subject, "delayS">>,
): Subject {
  const key = `${handler}/${id}`;
  return { key, handler, ...place, part: null, delayS: 0, parentKey: null, ...own };
}

function placeOfHouse({ id, settings: { buildingId } }: WatchedHouse): SubjectPlace {
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
