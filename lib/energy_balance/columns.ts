/** Figures of the balance in the order of its columns, those shown for each source, and its file. @module */

import type { IsoMonth } from "@/lib/base/civil_dates.ts";
import type { CsvColumn } from "@/lib/base/csv.ts";
import { namesOf } from "@/lib/base/records.ts";
import { round } from "@/lib/base/rounding.ts";
import { SOURCE_KINDS, type SourceKind } from "@/lib/facilities/source_kinds.ts";
import type { BalancePeriod, YearReport } from "./balance_report.ts";
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

export interface BalanceLabels {
  month(month: IsoMonth): string;
  cumulative(period: BalancePeriod): string;
}

/** Exact headers of the file without the month, identical for every source: they name gas. @spec balance.csv */
export const CSV_HEADERS: Readonly<Record<Exclude<BalanceColumnId, "source-mass">, string>> = {
  "source-volume": "Conso Gaz (m³)",
  "source-energy": "Conso Gaz (kWh)",
  "dju": "DJU",
  "hot-water-volume": "Conso ECS (m³)",
  "hot-water-energy": "Conso ECS (kWh)",
  "hot-water-daily": "Conso ECS (L/j/pers)",
  "solar-energy": "Production ECS solaire (kWh)",
  "solar-percent": "Production ECS solaire (%)",
  "heating-total": "Conso chauffage NC (kWh)",
  "heating-per-area-dju": "Conso chauffage NC (Wh/m²/DJU)",
  "target-total": "Objectif chauffage N'B (kWh)",
  "target-per-area-dju": "Objectif chauffage N'B (Wh/m²/DJU)",
  "gap": "Écart (%)",
};

/** A line of the exported file: a month or the cumulative row, with its label. */
interface BalanceLine {
  /** "janvier 2023", "Année 2023", "Saison 2023 à 2024". */
  readonly label: string;
  readonly figures: BalanceFigures;
}

/** Header of the first column of the file. @spec balance.csv */
const CSV_MONTH_HEADER = "Mois";

/** Columns with one decimal; the others have none. @spec balance.csv */
const WITH_TENTHS: ReadonlySet<BalanceColumnId> = new Set([
  "heating-per-area-dju",
  "target-per-area-dju",
  "gap",
]);

/**
 * The fourteen columns of `chaufferie.csv`, with rounded figures. The volume is empty for wood and district
 * heating.
 *
 * @spec balance.csv
 */
export const BALANCE_CSV_COLUMNS: readonly CsvColumn<BalanceLine>[] = [
  { header: CSV_MONTH_HEADER, value: (line) => line.label },
  ...namesOf(CSV_HEADERS).map((id) => ({
    header: CSV_HEADERS[id],
    value({ figures }: BalanceLine): number | null {
      const value = BALANCE_COLUMNS[id](figures);
      return value === null ? null : round(value, WITH_TENTHS.has(id) ? 1 : 0);
    },
  })),
];

/**
 * The lines of the file: the months shown, then the cumulative row.
 *
 * @spec balance.csv
 * @returns no line when no month has begun
 */
export function balanceLines(report: YearReport, labels: BalanceLabels): BalanceLine[] {
  const { rows, cumulative, period } = report;
  const months = rows.map((row) => ({ label: labels.month(row.month), figures: row }));
  if (cumulative === null) return months;
  return [...months, { label: labels.cumulative(period), figures: cumulative }];
}
