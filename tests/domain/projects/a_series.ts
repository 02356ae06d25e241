import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import type { DataUnitId } from "@/lib/domain/series/types.ts";
import { dataUnit } from "@/lib/domain/series/units.ts";

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
