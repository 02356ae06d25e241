import { keptRows, type List, type ListRows } from "@/components/ui/list.ts";
import { readTableState } from "@/lib/ui/tables.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import type { PageContext } from "@/lib/web/state.ts";

/** The rows of a list that match the page's URL, in order. */
export function listedRows<Row>(url: URL, all: readonly Row[], list: List<Row>): ListRows<Row> {
  const table = readTableState(url.searchParams);
  return { list, all, filtered: keptRows(list, all, table), table };
}

/** As {@link listedRows}, with their file when the URL requests it; the page has the title of the list by default. */
export function readList<Row>(
  { state, url }: Pick<PageContext, "state" | "url">,
  all: readonly Row[],
  list: List<Row>,
) {
  state.title ??= list.title;
  const rows = listedRows(url, all, list);
  return { rows, file: tableFile(url, { ...list, rows: rows.filtered }) };
}
