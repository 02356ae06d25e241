import { completeSum, quotient } from "./sums.ts";
import type { SolarFigures } from "./types.ts";

/** A boiler room without solar panels. */
const NO_SOLAR: SolarFigures = { energy: null, percent: null };

/**
 * Solar production of a month and its share of hot water.
 *
 * @spec balance.solar
 * @param energiesKWh of each solar series; null when missing
 * @param hotWaterKWh null when unknown, or without hot water
 * @returns nulls without solar series or when one is missing
 */
export function solarFigures(
  energiesKWh: readonly (number | null)[],
  hotWaterKWh: number | null,
): SolarFigures {
  if (energiesKWh.length === 0) return NO_SOLAR;
  const energy = completeSum(energiesKWh);
  return { energy, percent: solarPercent({ solarKWh: energy, hotWaterKWh }) };
}

/**
 * Share of the hot-water energy supplied by solar.
 *
 * @spec balance.solar "Solar percent = 100 × solar / hot water energy"
 * @returns %; null when a term is unknown or no hot water was made
 */
export function solarPercent(
  { solarKWh, hotWaterKWh }: {
    readonly solarKWh: number | null;
    readonly hotWaterKWh: number | null;
  },
): number | null {
  return quotient(solarKWh === null ? null : 100 * solarKWh, hotWaterKWh);
}
