import type { Context } from "fresh";
import type { Building, FacilityValue } from "../domain/facilities/types.ts";
import { monthOf, monthParts, shiftMonth } from "../domain/periods/civil_dates.ts";
import { rangeSegment } from "../domain/periods/segments.ts";
import type { Spell } from "../domain/series/spells.ts";
import { answered } from "./answered.ts";
import { todayOf } from "./balance_page.ts";
import { residenceOf } from "./residence_page.ts";
import { readSpells } from "./state_spells.ts";
import type { State } from "./state.ts";

/** A building, and what the sensors of what stands in it say now. */
export interface BuildingNow {
  building: Building;
  /** Current values by series id. */
  values: ReadonlyMap<string, FacilityValue>;
  /** What each roof light and gate is now and since when, by series id; null for one not read for two months. */
  spells: ReadonlyMap<string, Spell | null>;
  /** Equipment of the building: itself and what stands in it. */
  equipmentIds: readonly string[];
}

/** Reads a building and what its sensors say. */
export async function readBuildingNow(ctx: Context<State>): Promise<BuildingNow> {
  const { state, params } = ctx;
  const { projectId = "", buildingId = "" } = params;
  const { call } = state.api;
  const [found, current, equipments] = await Promise.all([
    call("getBuilding", { projectId, buildingId }),
    call("getCurrentData", { projectId }),
    call("listEquipments", { projectId }),
  ]);
  const building = answered(found);
  const openings = [...building.skydomes, ...building.gates].flatMap(({ seriesId }) =>
    seriesId === null ? [] : [seriesId]
  );
  const spells = await Promise.all(
    openings.map(async (seriesId) => [seriesId, await spellNow(state, seriesId)] as const),
  );
  return {
    building,
    values: new Map(answered(current).map((value) => [value.seriesId, value])),
    spells: new Map(spells),
    equipmentIds: answered(equipments)
      .filter(({ id, parentId }) => id === buildingId || parentId === buildingId)
      .map(({ id }) => id),
  };
}

/** Two months are read: what has not changed this month began before it. */
async function spellNow(state: State, seriesId: string): Promise<Spell | null> {
  const month = monthOf(todayOf(state));
  const segments = [shiftMonth(month, -1), month].map((one) =>
    rangeSegment({ type: "daily", ...monthParts(one) })
  );
  const projectId = residenceOf(state).project.id;
  return (await readSpells(state, { projectId, series: seriesId }, segments))[0] ?? null;
}
