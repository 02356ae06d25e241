import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import type { DataUnitId } from "@/lib/domain/series/types.ts";
import type { FacilityValue } from "./types.ts";

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
