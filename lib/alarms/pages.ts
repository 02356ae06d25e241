/** Reads the alarms, planned works and delays shown on pages. @module */

import { yearOf } from "@/lib/base/civil_dates.ts";
import { readEach } from "@/lib/base/concurrency.ts";
import { FIRST_YEAR } from "@/lib/base/periods.ts";
import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import { distinctEquipment } from "@/lib/facilities/equipment_rules.ts";
import type { BoilerRoom } from "@/lib/facilities/schema.ts";
import { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import { readDwellings } from "@/lib/housing/pages.ts";
import { GONE_HOUSE } from "@/lib/housing/text.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import type { Organisation } from "@/lib/identity/schema.ts";
import { PROJECTS_CALLS } from "@/lib/residences/calls.ts";
import { withoutChildren } from "@/lib/residences/open_alarms.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { HttpError, type PageContext, type State, todayOf } from "@/lib/web/state.ts";
import { type AlarmLine, foldedAlarms } from "./alarm_list.ts";
import { ALARMS_CALLS } from "./calls.ts";
import { mutePlace, mutePlaceIds } from "./forms.ts";
import type { Alarm, AlarmMute } from "./schema.ts";
import { currentMutes, muteState } from "./silences.ts";
import { GONE_EQUIPMENT, UNNAMED_HOUSE } from "./text.ts";

/** Reads the list of a URL: that of its residence, or of the last chosen organisation. @spec alarms.pages */
export async function readAlarmList(state: State, year: string | undefined) {
  const closedYear = year === undefined ? undefined : closedYearOf(year, state);
  return { closedYear, all: foldedAlarms(await readAlarmLines(state, closedYear)) };
}

/** The organisation of a list of alarms. @throws HttpError 403 for a user who is a member of none */
export function alarmsOf({ place }: State): Organisation {
  if (!place?.organisation) throw new HttpError(403, "forbidden");
  return place.organisation;
}

/** @throws HttpError 404 for a year without a list */
function closedYearOf(text: string, state: State): number {
  const year = Number(text);
  const isYear = /^\d{4}$/.test(text) && year >= FIRST_YEAR && year <= yearOf(todayOf(state));
  if (!isYear) throw new HttpError(404, "not-found");
  return year;
}

/** Reads the alarms of a residence or of the organisation, open or of a year, with the names of their places. */
export async function readAlarmLines(
  state: State,
  closedYear: number | undefined,
): Promise<AlarmLine[]> {
  const { read } = state.api;
  const requested = closedYear === undefined
    ? {}
    : { closed: "true", year: String(closedYear) } as const;
  const project = state.place?.project;
  if (project) {
    const at = { projectId: project.id };
    const [alarms, places] = await Promise.all([
      read(ALARMS_CALLS.listAlarms, { ...at, ...requested }),
      readPlaceNames(state, project.id),
    ]);
    return alarms.map((alarm) => ({
      ...alarm,
      projectName: project.name,
      timeZone: project.timeZone,
      placeName: places(alarm),
    }));
  }
  const at = { orgId: alarmsOf(state).id };
  const [alarms, projects] = await Promise.all([
    read(ALARMS_CALLS.listOrgAlarms, { ...at, ...requested }),
    read(PROJECTS_CALLS.listProjects, at),
  ]);
  const byId = new Map(projects.map((one) => [one.id, one]));
  const places = await readEquipmentNames(state, alarms);
  return alarms.map((alarm) => ({
    ...alarm,
    projectName: byId.get(alarm.projectId)?.name ?? "",
    timeZone: byId.get(alarm.projectId)?.timeZone,
    placeName: places.get(alarm.projectId)?.(alarm) ?? "",
  }));
}

/**
 * The names of the equipment of alarms in several residences, by residence. Dwellings are not read: there are thousands,
 * and the message of an alarm names its dwelling.
 */
async function readEquipmentNames(
  { api: { call } }: State,
  alarms: readonly Alarm[],
): Promise<ReadonlyMap<string, PlaceNames>> {
  const named = alarms.filter(({ houseId, equipmentId, boilerRoomId, buildingId }) =>
    houseId === null && (equipmentId ?? boilerRoomId ?? buildingId) !== null
  );
  const projectIds = [...new Set(named.map(({ projectId }) => projectId))];
  const names = await readEach(projectIds, async (projectId) => {
    // The residence may have left the user meanwhile.
    const equipments = await call(FACILITIES_CALLS.listEquipments, { projectId });
    return [projectId, placeNames(equipments.ok ? equipments.answer : [])] as const;
  });
  return new Map(names);
}

/**
 * Returns the name of the dwelling of an alarm, or of its equipment after the place that contains it: each boiler room
 * may have its own « Circuit ECS ». "" when the user may see neither.
 */
type PlaceNames = (alarm: Alarm) => string;

export async function readPlaceNames(
  { api: { call, read } }: State,
  projectId: string,
): Promise<PlaceNames> {
  const [equipments, houses] = await Promise.all([
    read(FACILITIES_CALLS.listEquipments, { projectId }),
    call(HOUSING_CALLS.listHouses, { projectId }),
  ]);
  return placeNames([
    ...equipments,
    // Not every reader of alarms may list the dwellings.
    ...houses.ok ? houses.answer.map(({ id, settings }) => ({ id, name: settings.name })) : [],
  ]);
}

function placeNames(named: readonly { readonly id: string; readonly name: string }[]): PlaceNames {
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return ({ houseId, equipmentId, boilerRoomId, buildingId }) => {
    const dwelling = names.get(houseId ?? "");
    if (dwelling !== undefined) return dwelling;
    const ids = new Set([boilerRoomId ?? buildingId, equipmentId]);
    return [...ids].flatMap((id) => names.get(id ?? "") ?? []).join(", ");
  };
}

export type PlaceAlarms = Awaited<ReturnType<typeof readPlaceAlarms>>;

/**
 * Reads the open alarms of a place and its current works.
 *
 * @spec alarms.places
 * @param placeIds ids of the dwelling, of the equipment and its children, or of one series
 * @param aroundIds ids of the equipment that contains it: works there mute it too
 */
export async function readPlaceAlarms(
  state: State,
  placeIds: readonly string[],
  aroundIds: readonly (string | null | undefined)[] = [],
) {
  const { id: projectId, timeZone } = residenceOf(state).project;
  const [alarms, read] = await Promise.all([
    readOpenAlarms(state),
    state.api.call(ALARMS_CALLS.listAlarmMutes, { projectId }),
  ]);
  const mutes = read.ok ? read.answer : [];
  const nowMs = Date.parse(state.now);
  const mutedIds = [...placeIds, ...aroundIds].filter((id) => typeof id === "string");
  const isHere = (id: string | null) => id !== null && placeIds.includes(id);
  const here = alarms.filter((alarm) =>
    [alarm.houseId, alarm.equipmentId, alarm.boilerRoomId, alarm.buildingId, alarm.seriesId]
      .some(isHere)
  );
  return {
    projectId,
    timeZone,
    alarms: withoutChildren(here),
    mutes: currentMutes(mutes, mutedIds, nowMs),
  };
}

/** The open alarms of the residence, to count those of places; empty when they may not be read. @spec alarms.places */
export async function readOpenAlarms(state: State): Promise<readonly Alarm[]> {
  const { id: projectId } = residenceOf(state).project;
  const alarms = await state.api.call(ALARMS_CALLS.listAlarms, { projectId });
  return alarms.ok ? alarms.answer : [];
}

/** Names of the boiler rooms whose heating circuits are not watched today. @spec alarms.season */
export async function roomsOutOfSeason(
  state: State,
  rooms: readonly Pick<BoilerRoom, "id" | "name" | "circuits">[],
): Promise<string[]> {
  const { id: projectId } = residenceOf(state).project;
  const heating = rooms.filter(({ circuits }) => circuits.some(({ isHotWater }) => !isHotWater));
  const names = await Promise.all(heating.map(async ({ id, name }) => {
    const read = await state.api.call(FACILITIES_CALLS.getHeatingSeasons, {
      projectId,
      boilerRoomId: id,
    });
    return read.ok && !read.answer.isHeatingToday ? [name] : [];
  }));
  return names.flat();
}

type Places = Awaited<ReturnType<typeof readPlaces>>;

/** Reads the planned works and the delays of a residence. @spec alarms.mutes, alarms.delays */
export async function readAlarmSettings({ state }: PageContext) {
  const { project: { id: projectId }, roles } = residenceOf(state);
  const { read } = state.api;
  const [mutes, delays, places, rooms] = await Promise.all([
    read(ALARMS_CALLS.listAlarmMutes, { projectId }),
    read(ALARMS_CALLS.getAlarmSettings, { projectId }),
    readPlaces(state, projectId),
    readRooms(state, projectId),
  ]);
  const lines = mutes.map((silence) => ({
    ...silence,
    state: muteState(silence, Date.parse(state.now)),
    placeName: mutePlaceName(silence, places),
  }));
  const canWrite = opensScreen("alarm-archive", roles);
  const outOfSeason = await roomsOutOfSeason(state, rooms);
  return { all: lines, places, delays, outOfSeason, canWrite };
}

/** The name of a place, "" for the residence. */
function mutePlaceName(
  silence: Pick<AlarmMute, "equipmentId" | "houseId">,
  places: Places,
): string {
  const place = mutePlace(silence);
  if (place === null) return "";
  return places.find(({ value }) => value === place)?.label ?? unnamedPlace(silence, places);
}

/** Name of a place that was deleted, or of a dwelling, for a user who may not list them. */
function unnamedPlace({ houseId }: Pick<AlarmMute, "houseId">, places: Places): string {
  if (houseId === null) return GONE_EQUIPMENT;
  const listsHouses = places.some(({ value }) => mutePlaceIds(value).houseId !== null);
  return listsHouses ? GONE_HOUSE : UNNAMED_HOUSE;
}

/** The places of a form, with the stored one: without it, the whole residence would be selected. */
export function placesWith(places: Places, first: string | null): Places {
  const ids = mutePlaceIds(first);
  const isOffered = mutePlace(ids) === null || places.some(({ value }) => value === first);
  return isOffered ? places : [...places, { value: first ?? "", label: unnamedPlace(ids, places) }];
}

/** The boiler rooms with their circuits; empty for a user who may not read them. */
async function readRooms({ api: { call } }: State, projectId: string): Promise<BoilerRoom[]> {
  const listed = await call(FACILITIES_CALLS.listBoilerRooms, { projectId });
  const rooms = await Promise.all(
    (listed.ok ? listed.answer : []).map(({ id: boilerRoomId }) =>
      call(FACILITIES_CALLS.getBoilerRoom, { projectId, boilerRoomId })
    ),
  );
  return rooms.flatMap((read) => read.ok ? [read.answer] : []);
}

export async function readPlaces(state: State, projectId: string) {
  const [equipments, dwellings] = await Promise.all([
    state.api.read(FACILITIES_CALLS.listEquipments, { projectId }),
    readDwellings(state),
  ]);
  return [
    ...distinctEquipment(equipments).map(({ id, name }) => ({
      value: mutePlace({ equipmentId: id, houseId: null }) ?? "",
      label: name,
    })),
    // Some users who read alarms may not list the dwellings.
    ...dwellings.map(({ value, label }) => ({
      value: mutePlace({ equipmentId: null, houseId: value }) ?? "",
      label,
    })),
  ];
}
