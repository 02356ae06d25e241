import { compareValues } from "./sort.ts";
import { ALL_OPTION } from "./table_state.ts";

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
