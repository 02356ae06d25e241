/** Chooses the values shown for a boiler room, and the normal bounds of its air. @module */

import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import type { BoilerRoomSettings, FacilityValue, HeatingCircuit } from "./schema.ts";

/** Data units of an overview, in order: water temperatures before air temperatures. */
const KEY_UNITS: readonly DataUnitId[] = ["TDEP", "TRET", "TEMP"];

/** Maximum number of values on a line of a card. */
const MOST = 4;

export interface KeyValue {
  readonly series: ProjectSeries;
  readonly value: FacilityValue;
}

/**
 * The current values in the overview of a boiler room or a building.
 *
 * @param equipmentIds ids of the place and of its content
 * @returns at most four; series without a recent value are left out
 */
export function keyValues(
  series: readonly ProjectSeries[],
  values: readonly FacilityValue[],
  equipmentIds: ReadonlySet<string>,
): KeyValue[] {
  const current = new Map(values.map((value) => [value.seriesId, value]));
  const inside = series.filter(({ equipmentId }) =>
    equipmentId !== null && equipmentIds.has(equipmentId)
  );
  return KEY_UNITS.flatMap((unit) => inside.filter(({ dataUnitId }) => dataUnitId === unit))
    .flatMap((one) => {
      const value = current.get(one.id);
      return value === undefined || value.value === null ? [] : [{ series: one, value }];
    })
    .slice(0, MOST);
}

/** Bounds of the normal values of a quantity; null for no bound. */
export interface Bounds {
  min: number | null;
  max: number | null;
}

/**
 * Bounds of the flow and return series of the circuits that are watched.
 *
 * @spec facilities.bounds
 * @returns by series id
 */
export function circuitBounds(circuits: readonly HeatingCircuit[]): Map<string, Bounds> {
  return new Map(
    circuits.filter(({ enabled }) => enabled).flatMap((circuit) => {
      const { outType, outMin, outMax, backType, backMin, backMax } = circuit;
      return [
        ...outType === null ? [] : [[outType, { min: outMin, max: outMax }] as const],
        ...backType === null ? [] : [[backType, { min: backMin, max: backMax }] as const],
      ];
    }).filter(([, { min, max }]) => min !== null || max !== null),
  );
}

export type AirBounds = Pick<BoilerRoomSettings, "tempMin" | "tempMax" | "humMin" | "humMax">;

type AirSeries = Pick<ProjectSeries, "id" | "dataUnitId" | "equipmentId">;

/**
 * Bounds of a boiler room's air series; equipment in it has its own bounds.
 *
 * @spec facilities.bounds
 * @returns by series id; series without bounds are absent
 */
export function roomBounds(
  room: AirBounds & { readonly id: string },
  series: readonly AirSeries[],
): Map<string, Bounds> {
  const bounds: Readonly<Partial<Record<DataUnitId, Bounds>>> = {
    TEMP: { min: room.tempMin, max: room.tempMax },
    HUM: { min: room.humMin, max: room.humMax },
  };
  return new Map(
    series.filter(({ equipmentId }) => equipmentId === room.id).flatMap(({ id, dataUnitId }) => {
      const found = bounds[dataUnitId];
      const isBounded = found !== undefined && (found.min !== null || found.max !== null);
      return isBounded ? [[id, found] as const] : [];
    }),
  );
}
