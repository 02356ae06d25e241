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
 * @param kept query of the page; its other parameters are preserved and come first
 * @returns "" for an untouched table
 */
export function writeTableState(state: TableState, kept = new URLSearchParams()): string {
  const others = [...kept].filter(([name]) => !isTableParameter(name));
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
