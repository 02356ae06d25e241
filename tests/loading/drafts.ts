import type { Input } from "@/lib/contract/catalogue.ts";
import type { ProjectSeriesDraft } from "@/lib/domain/projects/types.ts";

/** The body that creates a series, by default of a facility of the residence. */
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

/** The energy sources of a boiler room: by default a gas meter, no hot water and no solar heat. */
export function sourcesDraft(
  said:
    & Pick<Input<"putEfficiencySources">["body"], "sourceType">
    & Partial<Input<"putEfficiencySources">["body"]>,
): Input<"putEfficiencySources">["body"] {
  return { sourceKind: "gaz-volume", hotWaterTypes: [], solarTypes: [], gazPce: null, ...said };
}

/** A heating circuit: by default without bounds and series. */
export function circuitDraft(
  said: Partial<Input<"putCircuitSettings">["body"]> = {},
): Input<"putCircuitSettings">["body"] {
  const flow = { outMin: null, outMax: null, outType: null };
  const back = { backMin: null, backMax: null, backType: null };
  return { name: "Radiateurs", enabled: true, ...flow, ...back, isHotWater: false, ...said };
}

/** A consumer of a self-consumption, besides dwellings. */
export const COMMON_PARTS = {
  name: "Parties communes",
  prm: "14000000000002",
  houseId: null,
  seriesId: null,
  sharePercent: null,
};

/** An address without a position. */
export const LOCATION = {
  street: "1 rue Haute",
  zipCode: "54000",
  city: "Nancy",
  latitude: null,
  longitude: null,
};

/** The settings of an energy balance. */
export function settingsDraft(djuSource: string, over: Partial<Settings> = {}): Settings {
  return {
    area: 1_000,
    peopleNb: 40,
    djuSource,
    q: 100,
    target: 40,
    threshold: 5,
    djuContract: null,
    ...over,
  };
}

type Settings = Input<"putEfficiencySettings">["body"];
