import { keptRows, type List, type ListRows } from "@/components/ui/list.ts";
import { readTableState } from "@/lib/ui/tables.ts";
import { tableFile } from "@/lib/web/downloads.ts";

/** The rows of a list that match the page's URL, in order. */
export function listedRows<Row>(url: URL, all: readonly Row[], list: List<Row>): ListRows<Row> {
  const table = readTableState(url.searchParams);
  return { list, all, filtered: keptRows(list, all, table), table };
}

/** As {@link listedRows}, with their file when the URL requests it. */
export function readList<Row>(url: URL, all: readonly Row[], list: List<Row>) {
  const rows = listedRows(url, all, list);
  return { rows, file: tableFile(url, { ...list, rows: rows.filtered }) };
}
