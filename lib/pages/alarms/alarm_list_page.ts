/** The alarms of an organisation or of one of its residences, with the names of their places. @module */
import { readEach } from "@/lib/backend/core/at_once.ts";
import { type AlarmLine, foldedAlarms } from "@/lib/domain/alarms/alarm_table.ts";
import type { Alarm } from "@/lib/domain/alarms/types.ts";
import type { Organisation } from "@/lib/domain/organisations/types.ts";
import { yearOf } from "@/lib/domain/periods/civil_dates.ts";
import { FIRST_YEAR } from "@/lib/domain/periods/period.ts";
import { HttpError, type State, todayOf } from "@/lib/web/state.ts";

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
  const asked = closedYear === undefined
    ? {}
    : { closed: "true", year: String(closedYear) } as const;
  const project = state.place?.project;
  if (project) {
    const at = { projectId: project.id };
    const [alarms, places] = await Promise.all([
      read("listAlarms", { ...at, ...asked }),
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
    read("listOrgAlarms", { ...at, ...asked }),
    read("listProjects", at),
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
    const equipments = await call("listEquipments", { projectId });
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
    read("listEquipments", { projectId }),
    call("listHouses", { projectId }),
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
