/** Kinds of energy source, and the conversion of their readings to m³, kg or kWh. @module */

import { namesOf } from "@/lib/base/records.ts";
import { canonicalQuantity, canonicalUnit } from "@/lib/timeseries/canonical_units.ts";

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
