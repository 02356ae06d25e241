import type { YearInput } from "@/lib/energy_balance/balance_report.ts";
import type { BoilerRoomEfficiency } from "@/lib/facilities/energy_settings_schema.ts";
import { isAllowedSourceKind } from "@/lib/facilities/source_kinds.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { months } from "./builders.ts";

import vector from "./vectors/energy-balance-gas.json" with { type: "json" };

/**
 * The reference year: a gas boiler room with hot water in litres and in kWh, and two solar series.
 */
export const VECTOR = vector;

/** The reference year as the input of `yearReport()`. */
export function vectorInput(): YearInput {
  const { boilerRoom, heatingSeasons, dju, series, period, now } = vector.input;
  const bySeries = Object.entries(series);
  return {
    boilerRoom: { ...boilerRoom, ...kinds(boilerRoom) },
    seasons: heatingSeasons,
    dju: { orly: months(dju) },
    series: Object.fromEntries(bySeries.map(([id, { values }]) => [id, months(values)])),
    units: Object.fromEntries(bySeries.map(([id, { unit }]) => [id, unit === "m3" ? "m³" : unit])),
    period: { year: period.year, shifted: false },
    now,
  };
}

/** JSON types kinds as any text. */
function kinds(
  boilerRoom: typeof vector.input.boilerRoom,
): Pick<BoilerRoomEfficiency, "sourceKind" | "hotWaterTypes"> {
  const { sourceKind, hotWaterTypes } = boilerRoom;
  if (!isAllowedSourceKind(sourceKind)) throw new TypeError(`Unknown kind ${sourceKind}`);
  return {
    sourceKind,
    hotWaterTypes: hotWaterTypes.map(({ hotWaterType, hotWaterKind }) => ({
      hotWaterType,
      hotWaterKind: hotWaterKind === "volume" ? "volume" : "energy",
    })),
  };
}

/** Units of the series of the vector, by their ids. */
export const VECTOR_UNITS: Readonly<
  Record<string, { dataUnitId: DataUnitId; importedUnit: string | null }>
> = {
  "ds-gas": { dataUnitId: "GAZV", importedUnit: null },
  "ds-ecs-l": { dataUnitId: "ECSV", importedUnit: "L" },
  "ds-ecs-kwh": { dataUnitId: "ECSE", importedUnit: null },
  "ds-sol-1": { dataUnitId: "SOLE", importedUnit: null },
  "ds-sol-2": { dataUnitId: "SOLE", importedUnit: null },
};
