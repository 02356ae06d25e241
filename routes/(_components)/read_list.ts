import { keptRows, type List, type ListRows } from "@/components/tables/list.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";

/** The rows of a list that match the page's URL, in order. */
export function listedRows<Row>(url: URL, all: readonly Row[], list: List<Row>): ListRows<Row> {
  const table = readTableState(url.searchParams);
  return { list, all, kept: keptRows(list, all, table), table };
}

/** As {@link listedRows}, with their file when the URL requests it. */
export function readList<Row>(url: URL, all: readonly Row[], list: List<Row>) {
  const rows = listedRows(url, all, list);
  return { rows, file: tableFile(url, { ...list, rows: rows.kept }) };
}
