import type { TableColumn } from "./DataTable.tsx";

/** A column of text, identical in a file. */
export function textColumn<Row>(
  field: string,
  label: string,
  text: (row: Row) => string | null,
): TableColumn<Row> {
  return { field, label, cell: text, value: text };
}

/** A column of dates or instants, each on one line. */
export function dateColumn<Row>(...column: Parameters<typeof textColumn<Row>>): TableColumn<Row> {
  return { ...textColumn(...column), unbroken: true };
}

export function countColumn<Row>(
  field: string,
  label: string,
  value: (row: Row) => number,
): TableColumn<Row> {
  return { field, label, number: true, cell: value, value };
}
