import { keptRangeRows } from "../domain/series/range_rows.ts";
import { readTableState } from "../domain/tables/table_state.ts";
import { rangeCsv } from "../text/series_csv.ts";
import { csvOfRows } from "./download.ts";
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
