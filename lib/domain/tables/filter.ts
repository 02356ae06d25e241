import { compareValues } from "./sort.ts";
import { ALL_OPTION } from "./table_state.ts";

/** A choice of a filter: what the query holds, and what is read. @spec F §3 "value and label pairs" */
export interface FilterOption {
  value: string;
  label: string;
}

/** What a filter compares on a row: one value, or several of which one is enough. */
export type FilterValue<Row> = (row: Row) => string | readonly string[];

/**
 * The rows that every chosen filter keeps; the option Tous keeps them all, and so does a filter on
 * a field the table does not have.
 *
 * @spec tables.filters
 * @param filters chosen values by field, as in the table's state
 * @param fields what each field compares
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
 * The choices of a filter: each value the rows hold, once, in the order of its label. The option
 * Tous is the table's to put in front.
 *
 * @param label text of a value; the value itself when absent
 */
export function filterOptions<Row>(
  rows: readonly Row[],
  field: FilterValue<Row>,
  label: (value: string) => string = (value) => value,
): FilterOption[] {
  const values = new Set(rows.flatMap((row) => field(row)));
  values.delete(ALL_OPTION);
  return [...values]
    .map((value) => ({ value, label: label(value) }))
    .sort((left, right) => compareValues(left.label, right.label));
}
