/** The lists of pages, each declared once. @module */

import type { ComponentChildren } from "preact";
import {
  filteredList,
  type FilterOption,
  type FilterValue,
  type ListRules,
  type SortDirection,
  sortedRows,
  type SortValue,
  type TableState,
} from "@/lib/ui/tables.ts";
import type { TableColumn } from "./DataTable.tsx";
import type { IconName } from "./Icon.tsx";
import type { EmptyStateProps } from "./Page.tsx";

/** A list of rows: its table, its file, its search, its filters and its sorts. */
export interface List<Row> {
  readonly path: string;
  readonly fileName: string;
  readonly columns: readonly TableColumn<Row>[];
  /** The column of the default order; the first one when omitted, null for the given order. */
  readonly order?: string | null;
  readonly direction?: SortDirection;
  /** Order of rows that are equal in the sorted column; as given when omitted. */
  ties?(row: Row): SortValue;
  readonly filters?: readonly ListFilter<Row>[];
  /** Searched texts; a list without it has no search. */
  words?(row: Row): readonly string[];
  /** Caption of the table; the count of its rows when omitted. */
  readonly caption?: string;
  /** Noun of a row, for the count: « logement ». */
  readonly noun: string;
  /** Its plural, when it is not the noun with an s. */
  readonly nouns?: string;
  /** Message when no row matches: « Aucun logement trouvé ». */
  readonly nothing: string;
  readonly icon?: IconName;
  /** What is said without rows. */
  readonly empty: EmptyStateProps;
  readonly pageSize?: number;
  /** True for more columns than a screen's width. */
  readonly wide?: boolean;
  /** Rows at the foot, as `<tr>`. */
  foot?(filtered: readonly Row[]): ComponentChildren;
}

export interface ListFilter<Row> {
  readonly field: string;
  readonly label: string;
  readonly value: FilterValue<Row>;
  text?(value: string): string;
  /** Its options; by default, the values of the rows. */
  readonly options?: readonly FilterOption[];
  /** Fewest options with which it is shown; one when omitted. */
  readonly least?: number;
  /** Label of the option without filter. */
  readonly all?: string;
}

/** The rows of a list that pass its search and its filters, sorted. @spec tables.filters */
export function keptRows<Row>(
  list: List<Row>,
  all: readonly Row[],
  table: TableState,
): readonly Row[] {
  return filteredList(list.ties ? sortedRows(all, list.ties, "asc") : all, table, rulesOf(list));
}

/** Search, filter and sort rules of the rows of a list. */
export function rulesOf<Row>(list: List<Row>): ListRules<Row> {
  const { columns, order = columns[0]?.field ?? "", direction = "asc", filters = [] } = list;
  return {
    order: { field: order ?? "", direction },
    ...list.words && { words: list.words },
    filters: Object.fromEntries(filters.map(({ field, value }) => [field, value])),
    sorts: sortsOf(columns),
  };
}

/** Rows sorted by the column that a table's state names; null when it names none. @spec tables.sort */
export function sortedByColumn<Row>(
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  { sort }: Pick<TableState, "sort">,
): readonly Row[] | null {
  const value = sort === null ? undefined : sortsOf(columns)[sort.field];
  return sort === null || value === undefined ? null : sortedRows(rows, value, sort.direction);
}

function sortsOf<Row>(columns: readonly TableColumn<Row>[]): ListRules<Row>["sorts"] {
  const sortable = columns.filter(({ sortable = true }) => sortable);
  return Object.fromEntries(
    sortable.map(({ field, sort, value }) => [field, sort ?? ((row) => emptyLast(value?.(row)))]),
  );
}

function emptyLast(value: SortValue | undefined): SortValue {
  return value === undefined || value === "" ? null : value;
}

export interface ListRows<Row> {
  readonly list: List<Row>;
  readonly all: readonly Row[];
  /** Rows that match the search and the filters, in order. */
  readonly filtered: readonly Row[];
  readonly table: TableState;
}
