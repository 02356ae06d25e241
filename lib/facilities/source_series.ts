/** Tells which series may count the source, the hot water or the solar heat of a boiler room. @module */

import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { isUnitOf, SOURCE_KINDS, type SourceKind } from "./source_kinds.ts";

/** Quantity of a hot-water series: m³ drawn, or kWh. @spec balance.hot-water */
export type HotWaterKind = "volume" | "energy";

/** A facility series that may be chosen, with its quantity and unit. */
export interface SeriesChoice {
  readonly id: string;
  readonly dataUnitId: DataUnitId;
  readonly unit: string;
}

export type CountedSeries = Omit<SeriesChoice, "id">;

/** Data units of a source, by fuel: a heat meter may use any of them. */
const SOURCE_UNITS: Readonly<Record<string, readonly DataUnitId[]>> = {
  gaz: ["GAZV", "GAZE", "CHAE"],
  urban: ["RCUE", "CHAE"],
  wood: ["BOIM", "CHAE"],
};

/** Whether a series may be the source of a kind: it must match in energy and quantity. @spec balance.meters */
export function isSourceSeries(kind: SourceKind, series: CountedSeries): boolean {
  const { fuel, measure } = SOURCE_KINDS[kind];
  return (SOURCE_UNITS[fuel] ?? []).includes(series.dataUnitId) && isUnitOf(series.unit, measure);
}

/** Hot-water use of a series. @spec balance.hot-water @returns null when the series does not measure hot water */
export function hotWaterKindOf(series: CountedSeries): HotWaterKind | null {
  if (series.dataUnitId === "ECSV" && isUnitOf(series.unit, "volume")) return "volume";
  return series.dataUnitId === "ECSE" && isUnitOf(series.unit, "energy") ? "energy" : null;
}

/** Whether a series counts solar heat. @spec balance.solar */
export function isSolarSeries(series: CountedSeries): boolean {
  return series.dataUnitId === "SOLE" && isUnitOf(series.unit, "energy");
}

/** Whether a kind of source burns gas: only these have a PCE. */
export function burnsGas(kind: SourceKind): boolean {
  return SOURCE_KINDS[kind].fuel === "gaz";
}
