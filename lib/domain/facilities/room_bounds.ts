import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import type { DataUnitId } from "@/lib/domain/series/types.ts";
import type { BoilerRoomSettings, Bounds } from "./types.ts";

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
