/** Headers, columns and lines of the exported balance; no island loads them. @module */

import type { CsvColumn } from "@/lib/base/csv.ts";
import { formatMonth } from "@/lib/base/date_format.ts";
import { namesOf } from "@/lib/base/records.ts";
import { round } from "@/lib/base/rounding.ts";
import type { YearReport } from "./balance_report.ts";
import { BALANCE_COLUMNS, type BalanceColumnId } from "./columns.ts";
import type { BalanceFigures } from "./schema.ts";
import { periodLabel } from "./text.ts";

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
export function balanceLines(report: YearReport): BalanceLine[] {
  const { rows, cumulative, period } = report;
  const months = rows.map((row) => ({ label: formatMonth(row.month), figures: row }));
  if (cumulative === null) return months;
  return [...months, { label: periodLabel(period), figures: cumulative }];
}
