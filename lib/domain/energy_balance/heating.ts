import { WH_PER_KWH } from "./constants.ts";
import { cleanSum, quotient } from "./sums.ts";

/** Energies of one period, kWh; null when unknown. */
interface HeatingTerms {
  readonly sourceKWh: number | null;
  /** 0 without solar panels. */
  readonly solarKWh: number | null;
  /** 0 without hot water. */
  readonly hotWaterKWh: number | null;
}

/**
 * NC: energy used for heating, hot water deducted.
 *
 * @spec balance.heating "Heating total = source energy + solar − hot water energy"
 * @returns kWh, negative when hot water exceeds the input; null when a term is unknown
 */
export function heatingTotal(terms: HeatingTerms): number | null {
  const { sourceKWh, solarKWh, hotWaterKWh } = terms;
  if (sourceKWh === null || solarKWh === null || hotWaterKWh === null) return null;
  return cleanSum([sourceKWh, solarKWh, -hotWaterKWh]);
}

/**
 * Heating per unit of area and of DJU.
 *
 * @spec balance.heating "Heating per area per DJU = 1000 × total / (area × DJU)"
 * @param totalKWh heating of the period
 * @param areaDju area × DJU of the period, m²·DJU
 * @returns Wh/m²/DJU; null when a term is unknown or the divisor is 0
 */
export function heatingPerAreaDju(
  { totalKWh, areaDju }: { readonly totalKWh: number | null; readonly areaDju: number | null },
): number | null {
  return quotient(totalKWh === null ? null : WH_PER_KWH * totalKWh, areaDju);
}

/**
 * N'B: the heating target for a climate.
 *
 * @spec balance.target "Target total = target × area × DJU / 1000"
 * @param targetPerAreaDju Wh/m²/DJU
 * @param areaM2 heated area, m²
 * @param dju of the period
 * @returns kWh
 * @example
 * ```ts
 * import { strictEqual } from "node:assert/strict";
 * strictEqual(targetTotal({ targetPerAreaDju: 40, areaM2: 1000, dju: 400 }), 16000);
 * ```
 */
export function targetTotal(
  { targetPerAreaDju, areaM2, dju }: {
    readonly targetPerAreaDju: number;
    readonly areaM2: number;
    readonly dju: number;
  },
): number {
  return targetPerAreaDju * areaM2 * dju / WH_PER_KWH;
}

/**
 * NB: the heating allowed by the contract for its reference season.
 *
 * N'B = NB × DJU / DJU of the contract.
 *
 * @spec balance.target "Contract NB = DJU contract × area × target / 1000"
 * @param djuContract null without contract
 * @returns kWh; null without contract
 */
export function contractNb(
  { djuContract, areaM2, targetPerAreaDju }: {
    readonly djuContract: number | null;
    readonly areaM2: number;
    readonly targetPerAreaDju: number;
  },
): number | null {
  return djuContract === null ? null : djuContract * areaM2 * targetPerAreaDju / WH_PER_KWH;
}
