import { canonicalQuantity, canonicalUnit } from "@/lib/domain/series/canonical_units.ts";

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
