import type { Input } from "@/lib/contract/catalogue.ts";
import type { ProjectSeriesDraft } from "@/lib/domain/projects/types.ts";

/** A series to create: of a facility of the residence, unless it is said otherwise. */
export function seriesDraft(
  said: Pick<ProjectSeriesDraft, "dataUnitId"> & Partial<ProjectSeriesDraft>,
): ProjectSeriesDraft {
  return {
    scope: "facilities",
    renamed: null,
    importedUnit: null,
    manualIndex: false,
    equipmentId: null,
    dataSourceOptions: {},
    ...said,
  };
}

/** What a boiler room burns, by a gas meter unless it is said otherwise; it makes no hot water and has no sun. */
export function sourcesDraft(
  said:
    & Pick<Input<"putEfficiencySources">["body"], "sourceType">
    & Partial<Input<"putEfficiencySources">["body"]>,
): Input<"putEfficiencySources">["body"] {
  return { sourceKind: "gaz-volume", hotWaterTypes: [], solarTypes: [], gazPce: null, ...said };
}
