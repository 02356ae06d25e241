/** The pages of a residence's series: access checks, and their data. @module */
import type { Answer } from "@/lib/contract/catalogue.ts";
import { distinctEquipment } from "@/lib/domain/facilities/distinct_equipment.ts";
import { hasHouses } from "@/lib/domain/housing/shown_fields.ts";
import { type SeriesLine, seriesLines } from "@/lib/domain/projects/series_list.ts";
import type { SeriesScope } from "@/lib/domain/projects/types.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { readsSeriesAt } from "@/lib/pages/facilities/equipment_page.ts";
import { HttpError, oneOf, residenceOf, type ResidencePlace, type State } from "@/lib/web/state.ts";
import { readMeters } from "./meter_events.ts";
import { readDoubts } from "./register_doubts.ts";

type SeriesRead = Answer<"listDataseries">[number];

/** The residence of the list of its series, for a user who reads facilities or configures dwellings. */
function seriesReader(state: State): ResidencePlace {
  const place = residenceOf(state);
  if (readsScope(place, "facilities") || readsScope(place, "housing")) return place;
  throw new HttpError(403, "forbidden");
}

function readsScope({ roles, isAdmin, project }: ResidencePlace, scope: SeriesScope): boolean {
  if (scope === "housing") {
    return hasHouses(project.features) && (isAdmin || opensScreen("house-settings", roles));
  }
  return isAdmin || opensScreen("boiler-rooms", roles) || opensScreen("buildings", roles);
}

export function canWriteSeries(state: State, scope: SeriesScope): boolean {
  const { roles, isAdmin } = residenceOf(state);
  if (isAdmin) return true;
  return scope === "housing"
    ? opensScreen("house-settings", roles)
    : opensScreen("boiler-room-settings", roles) || opensScreen("building-settings", roles);
}

/** Scopes in which a user may create series: equipment, and dwellings when the residence shows them. */
export function writtenScopes(state: State): SeriesScope[] {
  const { features } = residenceOf(state).project;
  const scopes = ["facilities", "housing"] as const;
  return scopes.filter((scope) =>
    canWriteSeries(state, scope) && (scope === "facilities" || hasHouses(features))
  );
}

/** Reads the series of the residence visible to the user, for the list and its file. */
export async function readSeriesList(state: State): Promise<SeriesLine[]> {
  const place = seriesReader(state);
  const { project } = place;
  const at = { projectId: project.id };
  const [equipments, last] = await Promise.all([
    state.api.read("listEquipments", at),
    state.api.readUnless("forbidden", "getLastSensorData", at),
  ]);
  // An administrator without a role lists the series, and reads no value.
  const readings = new Map((last ?? []).map((value) => [value.seriesId, value]));
  const series = [...project.facilitiesDataseries, ...project.housesDataseries]
    .filter(({ scope }) => readsScope(place, scope));
  return seriesLines(series, distinctEquipment(equipments), (id) => readings.get(id) ?? null);
}

/** Whether the user may read the values of a series of the facilities. */
function readsFacilitySeries(
  state: State,
  { scope, equipmentId }: SeriesRead,
  equipments: Answer<"listEquipments">,
): boolean {
  const equipment = equipments.find(({ id }) => id === equipmentId) ?? null;
  const parent = equipments.find(({ id }) => id === equipment?.parentId) ?? null;
  return scope === "facilities" && readsSeriesAt(state, equipment, parent);
}

export type SeriesSheet = Awaited<ReturnType<typeof readSeriesSheet>>;

/**
 * Reads a series for a user who may change it.
 *
 * @throws HttpError 404 when the residence has none with this id, 403 when the user may not change it
 */
export async function readChangedSeries(state: State, seriesId: string): Promise<SeriesRead> {
  const { project } = seriesReader(state);
  const listed = await state.api.read("listDataseries", { projectId: project.id });
  const series = oneOf(listed, seriesId);
  if (!canWriteSeries(state, series.scope)) throw new HttpError(403, "forbidden");
  return series;
}

export async function readSeriesSheet(state: State, seriesId: string) {
  const series = await readChangedSeries(state, seriesId);
  const at = { projectId: residenceOf(state).project.id };
  const [sources, equipments, meters, doubts, annotations, houses] = await Promise.all([
    state.api.read("listSeriesSources", { ...at, series: seriesId }),
    state.api.read("listEquipments", at),
    readMeters(state, series),
    series.unit.kind === "index" ? readDoubts(state, seriesId) : null,
    state.api.read("listAnnotations", { ...at, annotatedId: seriesId }),
    series.scope === "housing" ? state.api.read("listHouses", at) : null,
  ]);
  return {
    series,
    isReadable: readsFacilitySeries(state, series, equipments),
    sources,
    /** Names of the dwellings by id; null for a series without dwellings. */
    houses: houses && new Map(houses.map(({ id, settings }) => [id, settings.name])),
    equipments,
    meters,
    doubts,
    annotations,
  };
}
