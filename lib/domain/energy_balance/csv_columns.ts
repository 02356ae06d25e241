import { namesOf } from "@/lib/domain/forms/records.ts";
import { round } from "@/lib/domain/numbers/round.ts";
import type { CsvColumn } from "@/lib/domain/tables/csv.ts";
import { BALANCE_COLUMNS, type BalanceColumnId } from "./columns.ts";
import { type BalanceLabels, CSV_HEADERS } from "./csv_headers.ts";
import type { BalanceFigures, YearReport } from "./types.ts";

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
