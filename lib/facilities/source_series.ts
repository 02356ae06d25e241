/** Tells which series may count the source, the hot water or the solar heat of a boiler room. @module */

import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { isUnitOf, SOURCE_KIND_NAMES, SOURCE_KINDS, type SourceKind } from "./source_kinds.ts";

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

/** What the series of a boiler room propose for its balance. */
interface ProposedSources {
  readonly sourceKind: SourceKind;
  readonly sourceType: string;
  readonly hotWaterTypes: { readonly hotWaterType: string; readonly hotWaterKind: HotWaterKind }[];
  readonly solarTypes: string[];
  readonly gazPce: null;
}

/**
 * What the series of a boiler room propose for its balance: its only meter of a fuel, its hot water and its solar heat.
 *
 * @spec balance.proposed-meters
 * @returns null without such a meter, or with several, of which a person chooses
 */
export function proposedSources(series: readonly SeriesChoice[]): ProposedSources | null {
  const [meter, ...others] = fuelMeters(series);
  if (meter === undefined || others.length > 0) return null;
  return {
    ...meter,
    hotWaterTypes: series.flatMap((one) => {
      const hotWaterKind = hotWaterKindOf(one);
      return hotWaterKind === null ? [] : [{ hotWaterType: one.id, hotWaterKind }];
    }),
    solarTypes: series.filter(isSolarSeries).map(({ id }) => id),
    gazPce: null,
  };
}

/** The meters of a fuel, with what they count. Heat is also counted behind a burner: its meter does not say what burns. */
export function fuelMeters(
  series: readonly SeriesChoice[],
): Pick<ProposedSources, "sourceKind" | "sourceType">[] {
  return series.flatMap((one) => {
    const sourceKind = SOURCE_KIND_NAMES.find((kind) => isSourceSeries(kind, one));
    const saysFuel = sourceKind !== undefined && one.dataUnitId !== "CHAE";
    return saysFuel ? [{ sourceKind, sourceType: one.id }] : [];
  });
}

/** Whether a kind of source burns gas: only these have a PCE. */
export function burnsGas(kind: SourceKind): boolean {
  return SOURCE_KINDS[kind].fuel === "gaz";
}
