import { BALANCE_CSV_COLUMNS, balanceLines } from "@/lib/domain/energy_balance/csv_columns.ts";
import type { YearReport } from "@/lib/domain/energy_balance/types.ts";
import { CSV_DIALECTS, csvFile } from "@/lib/domain/tables/csv.ts";
import { BALANCE_LABELS } from "./energy_balance.ts";

/**
 * The text of `chaufferie.csv`: the page, the file without JavaScript and the call all write this one.
 *
 * @spec B §9 "CSV has 14 columns", F §9 "CSV export has two dialects"
 */
export function balanceCsv(report: YearReport, dialect: keyof typeof CSV_DIALECTS): string {
  return csvFile(
    BALANCE_CSV_COLUMNS,
    balanceLines(report, BALANCE_LABELS),
    CSV_DIALECTS[dialect],
  );
}
