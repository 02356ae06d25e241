import { round } from "@/lib/domain/numbers/round.ts";
import type { DataUnitId } from "./types.ts";

const LITRES_OF_M3 = 1_000;
/** Decimals that round a product: 0.0171 × 1000 is not 17.1 in binary. */
const CLEAN_DECIMALS = 6;

/** Quantities displayed in litres; gas is not. */
const WATER: readonly DataUnitId[] = ["EFSV", "ECSV"];
/** Unit that is converted; a meter may count in litres already. */
const CUBIC_METRE = "m³";

/** Figures shown together, in the unit of their series. */
interface ShownFigures {
  readonly figures: readonly (number | null)[];
  readonly dataUnitId: DataUnitId;
  readonly unit: string;
}

/**
 * Whether figures are displayed in litres: amounts of water in m³, none of which reaches one. A table shows one decimal
 * at most, and 18 L an hour would be "0".
 *
 * @spec series.litres, decision 175
 */
export function areInLitres({ figures, dataUnitId, unit }: ShownFigures): boolean {
  if (!WATER.includes(dataUnitId) || unit !== CUBIC_METRE) return false;
  return figures.every((value) => value === null || Math.abs(value) < 1);
}

/** An amount of m³ in litres. @returns null for null */
export function litres(m3: number | null): number | null {
  return m3 === null ? null : round(m3 * LITRES_OF_M3, CLEAN_DECIMALS);
}
