/** Which series suit a use, by quantity and scope. @module */

import { canonicalUnit } from "@/lib/timeseries/canonical_units.ts";
import type { ProjectSeries, SeriesScope } from "@/lib/timeseries/series_schema.ts";
import { DATA_UNIT_IDS, DATA_UNITS, type DataUnitId } from "@/lib/timeseries/units.ts";

const ENERGIES = DATA_UNIT_IDS.filter((id) => DATA_UNITS[id].unit === "kWh");

/** Data units allowed for each use of a series. @spec series.suitable */
const READ_UNITS = {
  outdoorSource: ["TEXT", "DJU"],
  outType: ["TDEP", "TEMP"],
  backType: ["TRET", "TEMP"],
  errorCode: ["ETAT"],
  gate: ["ETAT"],
  skydome: ["ETAT"],
  faultDetector: DATA_UNIT_IDS,
  cmv: DATA_UNIT_IDS,
  device: ENERGIES,
  producer: ["PVE"],
  consumer: ["ELEC"],
} as const satisfies Readonly<Record<string, readonly DataUnitId[]>>;

export type SeriesUser = keyof typeof READ_UNITS;

/**
 * Whether a series suits a use: its data unit, and the facilities scope unless another scope is given.
 *
 * @spec series.units
 */
export function isSuitable(
  user: SeriesUser,
  { dataUnitId, scope, importedUnit }: Pick<ProjectSeries, "dataUnitId" | "scope" | "importedUnit">,
  wantedScope: SeriesScope = "facilities",
): boolean {
  const units: readonly DataUnitId[] = READ_UNITS[user];
  const { unit } = DATA_UNITS[dataUnitId];
  return scope === wantedScope && units.includes(dataUnitId) &&
    canonicalUnit(importedUnit ?? unit) === canonicalUnit(unit);
}
