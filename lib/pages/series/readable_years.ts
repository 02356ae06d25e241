import { round } from "@/lib/domain/numbers/round.ts";
import { levelOf } from "@/lib/domain/periods/period.ts";
import type { DataUnitId } from "@/lib/domain/series/types.ts";
import type { TwoYears } from "./series_page.ts";

const LITRES_OF_M3 = 1_000;
/** Decimals that round a product: 0.0171 × 1000 is not 17.1 in binary. */
const CLEAN_DECIMALS = 6;

/** Quantities displayed in litres; gas is not. */
const WATER: readonly DataUnitId[] = ["EFSV", "ECSV"];
/** Unit that is converted; a meter may count in litres already. */
const CUBIC_METRE = "m³";

/**
 * A range of a series as its page shows it: days and hours of water of which none reaches a cubic metre are in litres,
 * since a table shows one decimal at most and 18 L an hour would be "0". Files have the unit of the series.
 *
 * @spec series.litres, decision 175
 */
export function readableYears(years: TwoYears, dataUnitId: DataUnitId): TwoYears {
  const { range, rows, drawn, unit } = years;
  const figures = [...drawn.values, ...drawn.before].filter((value) => value !== null);
  const isSmall = figures.every((value) => Math.abs(value) < 1);
  const isCounted = WATER.includes(dataUnitId) && unit === CUBIC_METRE;
  if (!isCounted || levelOf(range.type) === "year" || !isSmall) return years;
  return {
    ...years,
    unit: "L",
    rows: rows.map((row) => ({
      ...row,
      value: litres(row.value),
      min: litres(row.min),
      max: litres(row.max),
      before: litres(row.before),
    })),
    drawn: { ...drawn, values: drawn.values.map(litres), before: drawn.before.map(litres) },
  };
}

function litres(m3: number | null): number | null {
  return m3 === null ? null : round(m3 * LITRES_OF_M3, CLEAN_DECIMALS);
}
