import { Status, type StatusProps } from "@/components/page/Status.tsx";
import type { TableColumn } from "./DataTable.tsx";

/** A column of states, empty without one; the file has its word. */
export function statusColumn<Row>(
  field: string,
  label: string,
  status: (row: Row) => StatusProps | null,
): TableColumn<Row> {
  const cell = (row: Row) => {
    const shown = status(row);
    return shown && <Status {...shown} />;
  };
  return { field, label, cell, value: (row) => status(row)?.label ?? null };
}
