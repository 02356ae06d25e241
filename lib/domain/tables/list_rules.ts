import { filteredRows, type FilterValue } from "./filter.ts";
import { holdsWords, SEARCH_FILTER } from "./search.ts";
import { sortedRows, type SortValue } from "./sort.ts";
import { orderOf, type TableSort, type TableState } from "./table_state.ts";

/** Search, filters and sorts of a list. */
export interface ListRules<Row> {
  readonly order: TableSort;
  words?(row: Row): readonly string[];
  readonly filters: Readonly<Record<string, FilterValue<Row>>>;
  readonly sorts: Readonly<Record<string, (row: Row) => SortValue>>;
}

/** The rows that pass the search and the filters, sorted. @spec tables.filters */
export function filteredList<Row>(
  rows: readonly Row[],
  state: TableState,
  { order, words, filters, sorts }: ListRules<Row>,
): Row[] {
  const { [SEARCH_FILTER]: searched = "", ...chosen } = state.filters;
  const chosenRows = filteredRows(rows, chosen, filters);
  const kept = searched === "" || words === undefined
    ? chosenRows
    : chosenRows.filter((row) => holdsWords(words(row), searched));
  const { field, direction } = orderOf(state, order, (one) => Object.hasOwn(sorts, one));
  const value = sorts[field];
  return value === undefined ? kept : sortedRows(kept, value, direction);
}
