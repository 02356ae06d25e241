import type { Context } from "fresh";
import type { Building, FacilityValue } from "@/lib/domain/facilities/types.ts";
import type { StateInterval } from "@/lib/domain/series/state_intervals.ts";
import { type PlaceAlarms, readPlaceAlarms } from "@/lib/pages/alarms/place_alarms.ts";
import { readIntervalsNow } from "@/lib/pages/series/state_pages.ts";
import type { State } from "@/lib/web/state.ts";

export interface BuildingNow {
  building: Building;
  values: ReadonlyMap<string, FacilityValue>;
  /** Current state and start of each roof light and gate, by series id; null when not read for two months. */
  intervals: ReadonlyMap<string, StateInterval | null>;
  here: PlaceAlarms;
  /** Ids of the building and of its equipment. */
  equipmentIds: readonly string[];
}

/** Reads a building and its sensors. @spec facilities.buildings */
export async function readBuildingNow(ctx: Context<State>): Promise<BuildingNow> {
  const { state, params } = ctx;
  const { projectId = "", buildingId = "" } = params;
  const { read } = state.api;
  const [building, current, equipments] = await Promise.all([
    read("getBuilding", { projectId, buildingId }),
    read("getCurrentData", { projectId }),
    read("listEquipments", { projectId }),
  ]);
  const equipmentIds = equipments
    .filter(({ id, parentId }) => id === buildingId || parentId === buildingId)
    .map(({ id }) => id);
  return {
    building,
    values: new Map(current.map((value) => [value.seriesId, value])),
    intervals: await readIntervalsNow(state, [...building.skydomes, ...building.gates]),
    here: await readPlaceAlarms(state, equipmentIds),
    equipmentIds,
  };
}
