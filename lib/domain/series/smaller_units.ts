import { round } from "@/lib/domain/numbers/round.ts";
import type { DataUnitId } from "./types.ts";

/** Decimals that round a product: 0.0171 × 1000 is not 17.1 in binary. */
const CLEAN_DECIMALS = 6;

/** Quantities displayed in litres; gas is not. */
const WATER: readonly DataUnitId[] = ["EFSV", "ECSV"];

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
  return unit === "m³" && WATER.includes(dataUnitId) ? "L" : null;
}

/**
 * The smaller unit in which figures are displayed, when none of them reaches one of their own unit. A table shows one
 * decimal at most: 18 L an hour would be "0", and 60 kWh "0,1".
 *
 * @spec series.small-amounts, decision 175, decision 244
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
