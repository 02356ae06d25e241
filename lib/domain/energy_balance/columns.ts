import { namesOf } from "@/lib/domain/forms/records.ts";
import { SOURCE_KINDS } from "./settings/source_kinds.ts";
import type { BalanceFigures, SourceKind } from "./types.ts";

interface BalanceColumn {
  /** @spec balance.csv */
  readonly decimals: 0 | 1;
  figure(row: BalanceFigures): number | null;
}

/** The figures of the balance, in the order of its columns. @spec balance.csv */
export const BALANCE_COLUMNS = {
  "source-volume": { decimals: 0, figure: (row) => row.source.volume },
  "source-mass": { decimals: 0, figure: (row) => row.source.mass },
  "source-energy": { decimals: 0, figure: (row) => row.source.energy },
  "dju": { decimals: 0, figure: (row) => row.dju },
  "hot-water-volume": { decimals: 0, figure: (row) => row.hotWater.volume },
  "hot-water-energy": { decimals: 0, figure: (row) => row.hotWater.energy },
  "hot-water-daily": { decimals: 0, figure: (row) => row.hotWater.dailyVolumePerPerson },
  "solar-energy": { decimals: 0, figure: (row) => row.solar.energy },
  "solar-percent": { decimals: 0, figure: (row) => row.solar.percent },
  "heating-total": { decimals: 0, figure: (row) => row.heating.total },
  "heating-per-area-dju": { decimals: 1, figure: (row) => row.heating.perAreaDju },
  "target-total": { decimals: 0, figure: (row) => row.target.total },
  "target-per-area-dju": { decimals: 1, figure: (row) => row.target.perAreaDju },
  "gap": { decimals: 1, figure: (row) => row.rate.percent },
} as const satisfies Readonly<Record<string, BalanceColumn>>;

/** A figure of the balance, by its column. @spec balance.csv */
export type BalanceColumnId = keyof typeof BALANCE_COLUMNS;

/**
 * The columns of the table on screen, starting with the source's unit.
 *
 * @spec balance.csv
 * @returns no column for a volume or a mass when the meter counts energy
 */
export function screenColumnIds(kind: SourceKind): readonly BalanceColumnId[] {
  const { measure } = SOURCE_KINDS[kind];
  // The first two are the source's volume and its mass.
  const others = namesOf(BALANCE_COLUMNS).slice(2);
  if (measure === "energy") return others;
  return [measure === "mass" ? "source-mass" : "source-volume", ...others];
}
