/**
 * The file of the balance, made in the page.
 *
 * @module
 */
import { CSV_FILE_NAME } from "../../domain/energy_balance/constants.ts";
import type { YearReport } from "../../domain/energy_balance/types.ts";
import type { DialectName } from "../../domain/tables/csv.ts";
import { balanceCsv } from "../../text/balance_csv.ts";

/** Hands the balance to the reader as `chaufferie.csv`, real or simulated. @spec B §7 */
export function exportBalance(report: YearReport, dialect: DialectName): void {
  const text = balanceCsv(report, dialect);
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = CSV_FILE_NAME;
  link.click();
  // The download has its own hold on the bytes once it has begun.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
