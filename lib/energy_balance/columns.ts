/** Figures of the balance in the order of its columns, and those shown for each source. @module */

import { namesOf } from "@/lib/base/records.ts";
import { SOURCE_KINDS, type SourceKind } from "@/lib/facilities/source_kinds.ts";
import type { BalanceFigures } from "./schema.ts";

type Figure = (row: BalanceFigures) => number | null;

/** The figures of the balance, in the order of its columns. @spec balance.csv */
export const BALANCE_COLUMNS = {
  "source-volume": (row) => row.source.volume,
  "source-mass": (row) => row.source.mass,
  "source-energy": (row) => row.source.energy,
  "dju": (row) => row.dju,
  "hot-water-volume": (row) => row.hotWater.volume,
  "hot-water-energy": (row) => row.hotWater.energy,
  "hot-water-daily": (row) => row.hotWater.dailyVolumePerPerson,
  "solar-energy": (row) => row.solar.energy,
  "solar-percent": (row) => row.solar.percent,
  "heating-total": (row) => row.heating.total,
  "heating-per-area-dju": (row) => row.heating.perAreaDju,
  "target-total": (row) => row.target.total,
  "target-per-area-dju": (row) => row.target.perAreaDju,
  "gap": (row) => row.rate.percent,
} as const satisfies Readonly<Record<string, Figure>>;

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

/** Name of the exported file. @spec balance.csv */
export const CSV_FILE_NAME = "chaufferie.csv";
