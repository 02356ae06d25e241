/** Converts quantities to canonical units, and small amounts to smaller ones; islands load it without the catalogue. @module */

import { round } from "@/lib/base/rounding.ts";
import type { DataUnitId } from "./units.ts";

/** The canonical unit of each unit of meters, by what its quantities are multiplied, then divided. */
const TO_CANONICAL: Readonly<Record<string, readonly [unit: string, times: number, per: number]>> =
  {
    Wh: ["kWh", 1, 1_000],
    kWh: ["kWh", 1, 1],
    MWh: ["kWh", 1_000, 1],
    GJ: ["kWh", 2_500, 9],
    Gcal: ["kWh", 1_163, 1],
    L: ["m³", 1, 1_000],
    "m³": ["m³", 1, 1],
    kg: ["kg", 1, 1],
    t: ["kg", 1_000, 1],
  };

/**
 * Converts a quantity to kWh, m³ or kg.
 *
 * @spec series.units
 * @param value quantity in `unit`
 * @param unit unit of the series: its imported unit, otherwise the catalogue's
 * @returns the quantity in canonical units; unchanged for a unit without a conversion
 * @example
 * ```ts
 * canonicalQuantity(1500, "Wh"); // 1.5
 * ```
 */
export function canonicalQuantity(value: number, unit: string): number {
  const [, times, per] = TO_CANONICAL[unit] ?? [unit, 1, 1];
  return value * times / per;
}

/** The unit of the result of `canonicalQuantity`. @returns "kWh", "m³", "kg", or the unit itself without conversion */
export function canonicalUnit(unit: string): string {
  return TO_CANONICAL[unit]?.[0] ?? unit;
}

/**
 * Decimals that show a quantity of another unit as finely as its canonical one: the kWh of a meter in MWh are its third
 * decimal.
 *
 * @spec series.units
 * @param decimals decimals of the quantity in its canonical unit, 0 to 9
 * @param unit unit of the series
 * @returns decimals in `unit`, 0 at least; unchanged for a unit without a conversion
 * @example
 * ```ts
 * decimalsInUnit(0, "MWh"); // 3
 * ```
 */
export function decimalsInUnit(decimals: number, unit: string): number {
  return Math.max(0, decimals + Math.round(Math.log10(canonicalQuantity(1, unit))));
}

/** Decimals that round a product: 0.0171 × 1000 is not 17.1 in binary. */
const CLEAN_DECIMALS = 6;

/** Quantities displayed in litres; gas is not. */
const WATER: readonly DataUnitId[] = ["EFSV", "ECSV"];

/** Whether a quantity is a volume of cold or hot water. */
export function isWater(dataUnitId: DataUnitId): boolean {
  return WATER.includes(dataUnitId);
}

/** Figures shown together, in the unit of their series. */
interface ShownFigures {
  readonly figures: readonly (number | null)[];
  readonly dataUnitId: DataUnitId;
  readonly unit: string;
}

/** The thousandth of a series' unit: litres for m³ of water, kWh for MWh. @returns null for another series */
export function smallerUnit(
  { dataUnitId, unit }: Pick<ShownFigures, "dataUnitId" | "unit">,
): "L" | "kWh" | null {
  if (unit === "MWh") return "kWh";
  return unit === "m³" && isWater(dataUnitId) ? "L" : null;
}

/**
 * The smaller unit in which figures are displayed, when none of them reaches one of their own unit. A table shows one
 * decimal at most: 18 L an hour would be "0", and 60 kWh "0,1".
 *
 * @spec series.small-amounts
 * @returns null for figures displayed in the unit of their series
 */
export function unitOfSmall(shown: ShownFigures): "L" | "kWh" | null {
  const isSmall = shown.figures.every((value) => value === null || Math.abs(value) < 1);
  return isSmall ? smallerUnit(shown) : null;
}

/** An amount in the smaller unit. @returns null for null */
export function inThousandths(amount: number | null): number | null {
  return amount === null ? null : round(amount * 1_000, CLEAN_DECIMALS);
}
