import type { ProjectSeries } from "@/lib/timeseries/series_schema.ts";
import { dataUnit, type DataUnitId } from "@/lib/timeseries/units.ts";

/** A series of a residence, by default of a facility. */
export function aSeries(
  id: string,
  dataUnitId: DataUnitId,
  over: Partial<ProjectSeries> = {},
): ProjectSeries {
  const { label, unit, kind, dailyPrecision, sum } = dataUnit(dataUnitId);
  return {
    id,
    dataUnitId,
    dataSourceId: null,
    renamed: null,
    manualIndex: false,
    importedUnit: null,
    projectModuleId: null,
    dataSourceOptions: {},
    unit: { id: dataUnitId, label, unit, kind, dailyPrecision, sum },
    scope: "facilities",
    equipmentId: null,
    ...over,
  };
}
