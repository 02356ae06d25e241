/** Sorts and filters the rows of tables by the state in their address. @module */

import { holdsWords, SEARCH_FILTER } from "./search.ts";

export type SortDirection = "asc" | "desc";

export interface TableSort {
  field: string;
  direction: SortDirection;
}

/**
 * A user's choices on a table: its sort, its page (from 1) and its filters, by field. A field without filter shows all
 * its values.
 *
 * @spec tables.state
 */
export interface TableState {
  sort: TableSort | null;
  page: number;
  filters: Readonly<Record<string, string>>;
}

/** Value of the option Tous, which filters nothing. @spec tables.state */
export const ALL_OPTION = "";

export const UNTOUCHED_TABLE: TableState = { sort: null, page: 1, filters: {} };

/**
 * Reads the state of a table in a query string.
 *
 * @spec tables.state
 * @returns page 1 when the page is not a positive integer; the last of repeated filters
 */
export function readTableState(params: URLSearchParams): TableState {
  const filters = [...params]
    .filter(([name, value]) => name.startsWith(FILTER_PREFIX) && value !== ALL_OPTION)
    .map(([name, value]) => [name.slice(FILTER_PREFIX.length), value] as const);
  return {
    sort: readSort(params.get("sort") ?? ""),
    page: readPage(params.get("page") ?? ""),
    filters: Object.fromEntries(filters),
  };
}

/**
 * Writes the state of a table as a query string, without "?"; defaults are omitted.
 *
 * @param parameters query of the page; its other parameters are preserved and come first
 * @returns "" for an untouched table
 */
export function writeTableState(state: TableState, parameters = new URLSearchParams()): string {
  const others = [...parameters].filter(([name]) => !isTableParameter(name));
  const query = new URLSearchParams(others);
  for (const [field, value] of Object.entries(state.filters)) {
    if (value !== ALL_OPTION) query.append(FILTER_PREFIX + field, value);
  }
  if (state.sort !== null) query.append("sort", `${state.sort.field}:${state.sort.direction}`);
  if (state.page > 1) query.append("page", String(state.page));
  // A colon is allowed in a query: sort=name:asc is easier to read than sort=name%3Aasc.
  return query.toString().replaceAll("%3A", ":");
}

/** The filters of a table as a query string, without its sort and its page. */
export function writeFilters(filters: TableState["filters"]): string {
  return writeTableState({ ...UNTOUCHED_TABLE, filters });
}

/**
 * The order of a table: the chosen sort, or the default one when there is none or its column is unknown.
 *
 * @spec tables.state
 * @param isColumn whether rows can be sorted by a field
 */
export function orderOf(
  { sort }: Pick<TableState, "sort">,
  own: TableSort,
  isColumn: (field: string) => boolean,
): TableSort {
  return sort !== null && isColumn(sort.field) ? sort : own;
}

/** The state after a click on a column heading: sorted by it, or in reverse when it already was. @spec tables.state */
export function withSort(state: TableState, field: string): TableState {
  const again = state.sort?.field === field && state.sort.direction === "asc";
  return { ...state, sort: { field, direction: again ? "desc" : "asc" }, page: 1 };
}

/**
 * The state after a choice in a filter; the option Tous removes the filter.
 *
 * @spec tables.state "changing a sort or a filter resets the page to 1"
 */
export function withFilter(
  state: TableState,
  { field, value }: { field: string; value: string },
): TableState {
  const others = Object.entries(state.filters).filter(([name]) => name !== field);
  const chosen = value === ALL_OPTION ? others : [...others, [field, value] as const];
  return { ...state, filters: Object.fromEntries(chosen), page: 1 };
}

/** The state on another page, with the same sort and filters. */
export function withPage(state: TableState, page: number): TableState {
  return { ...state, page };
}

const FILTER_PREFIX = "filter:";

function isTableParameter(name: string): boolean {
  return name === "sort" || name === "page" || name.startsWith(FILTER_PREFIX);
}

/** Parses a sort parameter: "field:asc" or "field:desc"; null for none. */
export function readSort(text: string): TableSort | null {
  const colon = text.lastIndexOf(":");
  const field = colon < 0 ? text : text.slice(0, colon);
  if (field === "") return null;
  return { field, direction: colon >= 0 && text.slice(colon + 1) === "desc" ? "desc" : "asc" };
}

function readPage(text: string): number {
  const page = /^\d{1,9}$/.test(text) ? Number(text) : 1;
  return Math.max(1, page);
}

/** A sort value; null for an empty cell. */
export type SortValue = string | number | boolean | null | readonly SortValue[];

/**
 * Rows sorted by a value, in a new list. Rows with equal values keep their order; empty cells come last in both
 * directions.
 *
 * @spec tables.sort
 */
export function sortedRows<Row>(
  rows: readonly Row[],
  value: (row: Row) => SortValue,
  direction: SortDirection,
): Row[] {
  const sign = direction === "asc" ? 1 : -1;
  const keyed = rows.map((row) => ({ row, key: value(row) }));
  const ranks = textRanks(keyed.map(({ key }) => key));
  const compareTexts = (left: string, right: string) =>
    (ranks.get(left) ?? 0) - (ranks.get(right) ?? 0);
  keyed.sort((left, right) => {
    const emptiness = Number(isEmpty(left.key)) - Number(isEmpty(right.key));
    return emptiness || sign * compareBy(left.key, right.key, compareTexts);
  });
  return keyed.map(({ row }) => row);
}

/** The rank of each text among the values: thousands of rows have few distinct texts, which are costly to compare. */
function textRanks(values: readonly SortValue[]): ReadonlyMap<string, number> {
  const texts = new Set<string>();
  const add = (value: SortValue) => {
    if (typeof value === "string") texts.add(value);
    else if (isList(value)) value.forEach(add);
  };
  values.forEach(add);
  const ranks = new Map<string, number>();
  let [position, before] = [0, ""];
  const { compare } = french();
  for (const text of [...texts].sort(compare)) {
    if (ranks.size > 0 && compare(before, text) !== 0) position++;
    ranks.set(text, position);
    before = text;
  }
  return ranks;
}

/**
 * Compares two values: numbers by size, texts as in French (accents and capitals last, digits as numbers: "Bât. 2"
 * before "Bât. 10"), arrays element by element, a prefix before the longer array. Kinds are ordered: booleans,
 * numbers, texts, arrays, empty.
 *
 * @returns negative, 0 or positive
 */
export function compareValues(left: SortValue, right: SortValue): number {
  return compareBy(left, right, french().compare);
}

/** Compares entities by name. */
export function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return compareValues(left.name, right.name);
}

type CompareTexts = (left: string, right: string) => number;

function compareBy(left: SortValue, right: SortValue, compareTexts: CompareTexts): number {
  const kinds = kindRank(left) - kindRank(right);
  if (kinds !== 0) return kinds;
  if (typeof left === "string" && typeof right === "string") return compareTexts(left, right);
  if (isList(left) && isList(right)) return compareLists(left, right, compareTexts);
  return Number(left) - Number(right) || 0;
}

/** The order of French texts. Created when first needed: creating it takes 6 ms of a start. */
function french(): Intl.Collator {
  return collator ??= new Intl.Collator("fr", { numeric: true });
}

let collator: Intl.Collator | undefined;

function compareLists(
  left: readonly SortValue[],
  right: readonly SortValue[],
  compareTexts: CompareTexts,
): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const order = compareBy(left[index] ?? null, right[index] ?? null, compareTexts);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function kindRank(value: SortValue): number {
  if (isEmpty(value)) return 4;
  if (isList(value)) return 3;
  return ["boolean", "number", "string"].indexOf(typeof value);
}

function isEmpty(value: SortValue): boolean {
  return value === null || Number.isNaN(value);
}

function isList(value: SortValue): value is readonly SortValue[] {
  return Array.isArray(value);
}

/** A choice of a filter: its value in the query, and its label. @spec tables.filters */
export interface FilterOption {
  value: string;
  label: string;
}

/** The value of a row compared by a filter; one match among several is enough. */
export type FilterValue<Row> = (row: Row) => string | readonly string[];

/**
 * The rows that pass every chosen filter. The option Tous and filters on unknown fields pass all rows.
 *
 * @spec tables.filters
 * @param filters chosen values by field, as in the table's state
 * @param fields the value compared for each field
 */
export function filteredRows<Row>(
  rows: readonly Row[],
  filters: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, FilterValue<Row>>>,
): Row[] {
  const chosen = Object.entries(filters).filter(([field, value]) =>
    value !== ALL_OPTION && Object.hasOwn(fields, field)
  );
  return rows.filter((row) =>
    chosen.every(([field, value]) => [fields[field]?.(row) ?? []].flat().includes(value))
  );
}

/**
 * The choices of a filter: each distinct value of the rows, in the order of its label. The table adds the option
 * Tous.
 *
 * @param label text of a value; the value itself when absent
 */
export function filterOptions<Row>(
  rows: readonly Row[],
  field: FilterValue<Row>,
  label: (value: string) => string = (value) => value,
): FilterOption[] {
  return sortedOptions([...new Set(rows.flatMap((row) => field(row)))], label);
}

/** The choices of a filter with known values. @param label as in {@link filterOptions} */
export function sortedOptions<Value extends string>(
  values: readonly Value[],
  label: (value: Value) => string = (value) => value,
): FilterOption[] {
  return values
    .filter((value) => value !== ALL_OPTION)
    .map((value) => ({ value, label: label(value) }))
    .sort((left, right) => compareValues(left.label, right.label));
}

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
  const matching = searched === "" || words === undefined
    ? chosenRows
    : chosenRows.filter((row) => holdsWords(words(row), searched));
  const { field, direction } = orderOf(state, order, (one) => Object.hasOwn(sorts, one));
  const value = sorts[field];
  return value === undefined ? matching : sortedRows(matching, value, direction);
}
