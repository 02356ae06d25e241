import type { ProjectSeries } from "@/lib/domain/projects/types.ts";

/** Whether the readings of a series are temperatures of outdoor air. @spec domain §3 "`TEXT`" */
export function isOutdoorTemperature({ dataUnitId }: Pick<ProjectSeries, "dataUnitId">): boolean {
  return dataUnitId === "TEXT";
}

/** Whether the readings of a series are DJU already. @spec domain §3 "`DJU` … consumption" */
export function isDjuSeries({ dataUnitId }: Pick<ProjectSeries, "dataUnitId">): boolean {
  return dataUnitId === "DJU";
}
