import type { TableColumn } from "./DataTable.tsx";

export function linkColumn<Row>(
  field: string,
  label: string,
  text: (row: Row) => string,
  href: (row: Row) => string,
): TableColumn<Row> {
  return { field, label, cell: (row) => <a href={href(row)}>{text(row)}</a>, value: text };
}
