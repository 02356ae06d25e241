import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import type { DataUnitId } from "@/lib/domain/series/types.ts";

/** Data units an outdoor source may read: temperatures that DJU are made of, or DJU themselves. */
const OUTDOOR_UNITS: ReadonlySet<DataUnitId> = new Set(["TEXT", "DJU"]);

/**
 * Whether an outdoor source may read a series.
 *
 * @spec domain §3 "Catalogue of data units"; decision 090
 */
export function isOutdoorSeries(
  { dataUnitId, scope }: Pick<ProjectSeries, "dataUnitId" | "scope">,
): boolean {
  return scope === "facilities" && OUTDOOR_UNITS.has(dataUnitId);
}

/** Whether the readings of a series are temperatures of outdoor air. @spec domain §3 "`TEXT`" */
export function isOutdoorTemperature({ dataUnitId }: Pick<ProjectSeries, "dataUnitId">): boolean {
  return dataUnitId === "TEXT";
}

/** Whether the readings of a series are DJU already. @spec domain §3 "`DJU` … consumption" */
export function isDjuSeries({ dataUnitId }: Pick<ProjectSeries, "dataUnitId">): boolean {
  return dataUnitId === "DJU";
}
