import { WH_PER_KWH } from "./constants.ts";

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
