import { keptRangeRows } from "@/lib/domain/series/range_rows.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { rangeCsv } from "@/lib/text/series/series_csv.ts";
import { csvOfRows } from "@/lib/web/files/download.ts";
import type { TwoYears } from "./series_page.ts";

/** A series over a range as a file, in the dialect its address asks for: every line the filters keep, in their order. */
export function rangeFile(
  url: URL,
  { years, isSum, fileName }: { years: TwoYears; isSum: boolean; fileName: string },
): Response {
  const rows = keptRangeRows(years.rows, readTableState(url.searchParams));
  const columns = rangeCsv({ unit: years.unit, isSum, hasBefore: years.before !== null });
  return csvOfRows(columns, rows, { url, fileName });
}
