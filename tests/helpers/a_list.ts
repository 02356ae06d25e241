import { keptRows, type List } from "@/components/ui/list.ts";
import { readTableState } from "@/lib/ui/tables.ts";

/** The rows of a list under the query of its page. */
export function keptUnder<Row>(
  list: List<Row>,
  all: readonly Row[],
  query: string,
): readonly Row[] {
  return keptRows(list, all, readTableState(new URLSearchParams(query)));
}
