/** Kinds of energy source, the series that may count them, and the conversion of readings to m³, kg or kWh. @module */

import { namesOf } from "@/lib/base/records.ts";
import { canonicalQuantity, canonicalUnit } from "@/lib/timeseries/canonical_units.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";

/** A kind of source: its energy and the quantity of its meter. @spec balance.meters */
interface SourceKindParts {
  readonly fuel: "gaz" | "urban" | "wood";
  readonly measure: "volume" | "mass" | "energy";
}

/**
 * The allowed kinds of source, gas in volume first.
 *
 * Only volumes of gas and masses of wood have a factor, so every other source must be metered in kWh.
 *
 * @spec balance.meters
 */
export const SOURCE_KINDS = {
  "gaz-volume": { fuel: "gaz", measure: "volume" },
  "gaz-energy": { fuel: "gaz", measure: "energy" },
  "urban-energy": { fuel: "urban", measure: "energy" },
  "wood-mass": { fuel: "wood", measure: "mass" },
  "wood-energy": { fuel: "wood", measure: "energy" },
} as const satisfies Readonly<Record<string, SourceKindParts>>;

/** Energy of a boiler room and quantity counted by its meter. @spec balance.meters */
export type SourceKind = keyof typeof SOURCE_KINDS;

/** The allowed kinds by name, gas in volume first; marked so that the island leaves them out. @spec balance.meters */
export const SOURCE_KIND_NAMES: readonly SourceKind[] = /* @__PURE__ */ namesOf(SOURCE_KINDS);

/**
 * Whether a text is an allowed kind of source.
 *
 * @spec balance.meters
 * @returns true for the keys of `SOURCE_KINDS` only: "urban-volume" has no factor, so it is refused
 */
export function isAllowedSourceKind(text: string): text is SourceKind {
  return Object.hasOwn(SOURCE_KINDS, text);
}

/** Quantities of the balance: m³, kg or kWh. */
export type Quantity = "volume" | "mass" | "energy";

const CANONICAL_UNITS: Readonly<Record<Quantity, string>> = {
  volume: "m³",
  mass: "kg",
  energy: "kWh",
};

/**
 * Converts a reading to the balance's unit: m³, kg or kWh.
 *
 * @spec balance.hot-water "Hot water litres to m³: divide by 1000"
 * @param value in the unit of the series
 * @param unit of the series, "L" or "MWh" for instance
 * @param quantity declared quantity of the series
 * @returns null when the unit does not measure that quantity
 */
export function inQuantity(value: number, unit: string, quantity: Quantity): number | null {
  return isUnitOf(unit, quantity) ? canonicalQuantity(value, unit) : null;
}

/** Whether a unit measures a volume, a mass or an energy. @spec series.units */
export function isUnitOf(unit: string, quantity: Quantity): boolean {
  return canonicalUnit(unit) === CANONICAL_UNITS[quantity];
}

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
