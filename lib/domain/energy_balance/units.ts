import { LITRES_PER_M3, WH_PER_KWH } from "./constants.ts";

/** What the balance counts: m³, kg or kWh. */
export type Quantity = "volume" | "mass" | "energy";

interface UnitScale {
  readonly quantity: Quantity;
  readonly times: number;
  readonly over: number;
}

const UNITS: Readonly<Record<string, UnitScale>> = {
  "m³": { quantity: "volume", times: 1, over: 1 },
  "m3": { quantity: "volume", times: 1, over: 1 },
  "L": { quantity: "volume", times: 1, over: LITRES_PER_M3 },
  "kg": { quantity: "mass", times: 1, over: 1 },
  "t": { quantity: "mass", times: 1000, over: 1 },
  "kWh": { quantity: "energy", times: 1, over: 1 },
  "Wh": { quantity: "energy", times: 1, over: WH_PER_KWH },
  "MWh": { quantity: "energy", times: 1000, over: 1 },
};

/**
 * What a series with this unit counts.
 *
 * @spec domain §3 "Catalogue of data units"
 * @returns null for a unit the balance cannot use ("°C", "ppm"…)
 */
export function quantityOf(unit: string): Quantity | null {
  return Object.hasOwn(UNITS, unit) ? UNITS[unit]?.quantity ?? null : null;
}

/**
 * A reading in the unit the balance counts in: m³, kg or kWh.
 *
 * @spec B §9 "Hot water litres to m³: divide by 1000", domain §2 A26
 * @param value in the unit of the series
 * @param unit "m³" (or "m3"), "L", "kg", "t", "kWh", "Wh", "MWh"
 * @returns null for another unit
 */
export function canonical(value: number, unit: string): number | null {
  const scale = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  return scale === undefined ? null : value * scale.times / scale.over;
}
