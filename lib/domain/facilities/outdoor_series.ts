import type { ProjectSeries } from "@/lib/domain/projects/types.ts";

/** Whether the readings of a series are temperatures of outdoor air. @spec degree-days.sources */
export function isOutdoorTemperature({ dataUnitId }: Pick<ProjectSeries, "dataUnitId">): boolean {
  return dataUnitId === "TEXT";
}

/** Whether the readings of a series are already DJU. @spec degree-days.sources */
export function isDjuSeries({ dataUnitId }: Pick<ProjectSeries, "dataUnitId">): boolean {
  return dataUnitId === "DJU";
}
