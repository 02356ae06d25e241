import { GAS_KWH_PER_M3, WOOD_KWH_PER_KG } from "@/lib/domain/energy_balance/constants.ts";
import type { GasFactors, SourceFigures, SourceKind } from "@/lib/domain/energy_balance/types.ts";
import { latestOnOrBefore } from "@/lib/domain/facilities/dated_settings.ts";
import { firstDayOf, type IsoMonth } from "@/lib/domain/periods/civil_dates.ts";
import { SOURCE_KINDS } from "./source_kinds.ts";

/** A version of the gas factors with both factors known. */
interface WholeGasFactors extends GasFactors {
  readonly pta: number;
  readonly pcs: number;
}

/**
 * The gas factors version in force in a month: the latest on or before its first day.
 *
 * @spec facilities.dated-settings
 * @returns null before the first version
 */
export function gasFactorsOf(versions: readonly GasFactors[], month: IsoMonth): GasFactors | null {
  return latestOnOrBefore(versions, firstDayOf(month));
}

/** Whether a version has both factors: a single factor counts as none. @spec balance.source */
export function isWhole(factors: GasFactors | null): factors is WholeGasFactors {
  return factors !== null && factors.pta !== null && factors.pcs !== null;
}

/**
 * kWh per unit of the source's meter.
 *
 * @spec balance.source
 * @param factors gas factors in force, used only by volumes of gas
 * @returns kWh/m³ or kWh/kg; 1 when the meter already counts kWh
 */
export function conversionFactor(kind: SourceKind, factors: GasFactors | null): number {
  const { measure } = SOURCE_KINDS[kind];
  if (measure === "energy") return 1;
  if (measure === "mass") return WOOD_KWH_PER_KG;
  return isWhole(factors) ? factors.pta * factors.pcs : GAS_KWH_PER_M3;
}

/**
 * Consumption of the source, with its energy.
 *
 * @spec balance.source
 * @param amount m³, kg or kWh according to the kind; null when missing
 * @param factor kWh per unit of the meter
 */
export function sourceFigures(
  kind: SourceKind,
  { amount, factor }: { readonly amount: number | null; readonly factor: number },
): SourceFigures {
  const { measure } = SOURCE_KINDS[kind];
  return {
    kind,
    volume: measure === "volume" ? amount : null,
    mass: measure === "mass" ? amount : null,
    energy: amount === null ? null : amount * factor,
  };
}
