import type { TableColumn } from "./DataTable.tsx";

/** A column of words that lead to the page of their row. */
export function linkColumn<Row>(
  field: string,
  label: string,
  text: (row: Row) => string,
  href: (row: Row) => string,
): TableColumn<Row> {
  return { field, label, cell: (row) => <a href={href(row)}>{text(row)}</a>, value: text };
}
