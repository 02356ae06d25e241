import { round } from "@/lib/domain/numbers/round.ts";
import { columnDecimals, formatNumber } from "@/lib/text/format/numbers.ts";
import type { TableColumn } from "./DataTable.tsx";

/** A column of figures, all written with the same decimals so that they are under each other, in a file too. */
export function figureColumn<Field extends string, Row extends Record<Field, number | null>>(
  rows: readonly Row[],
  field: Field,
  head: { label: string; unit?: string },
): TableColumn<Row> {
  const decimals = columnDecimals(rows.map((row) => row[field]));
  return {
    ...head,
    field,
    number: true,
    cell: (row) => formatNumber(row[field], decimals, decimals),
    value: (row) => rounded(row[field], decimals),
  };
}

function rounded(value: number | null, decimals: number): number | null {
  return value === null ? null : round(value, decimals);
}
