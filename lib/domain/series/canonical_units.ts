/** Conversion factors from meter units to canonical units. */
const TO_CANONICAL: Readonly<Record<string, { readonly unit: string; readonly factor: number }>> = {
  Wh: { unit: "kWh", factor: 1 / 1000 },
  kWh: { unit: "kWh", factor: 1 },
  MWh: { unit: "kWh", factor: 1000 },
  L: { unit: "m³", factor: 1 / 1000 },
  "m³": { unit: "m³", factor: 1 },
  kg: { unit: "kg", factor: 1 },
  t: { unit: "kg", factor: 1000 },
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
  const conversion = TO_CANONICAL[unit];
  if (conversion === undefined || conversion.factor === 1) return value;
  return conversion.factor < 1
    ? value / Math.round(1 / conversion.factor)
    : value * conversion.factor;
}

/** The unit of the result of `canonicalQuantity`. @returns "kWh", "m³", "kg", or the unit itself without conversion */
export function canonicalUnit(unit: string): string {
  return TO_CANONICAL[unit]?.unit ?? unit;
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
  return Math.max(0, decimals + Math.round(Math.log10(TO_CANONICAL[unit]?.factor ?? 1)));
}
