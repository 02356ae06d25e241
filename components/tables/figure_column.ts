import { round } from "@/lib/domain/numbers/round.ts";
import { columnDecimals, formatNumber, formatPercent } from "@/lib/text/format/numbers.ts";
import type { TableColumn } from "./DataTable.tsx";

/** A column of figures with the same decimals, so that they are aligned, also in a file. */
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

/** A column of numbers with their own decimals, unchanged in a file. */
export function numberColumn<Row>(
  head: { field: string; label: string; unit?: string },
  value: (row: Row) => number | null,
  ...decimals: [most?: number, least?: number]
): TableColumn<Row> {
  return { ...head, number: true, cell: (row) => formatNumber(value(row), ...decimals), value };
}

/** The column of completeness; null when no readings are expected yet. */
export function completenessColumn<Row>(share: (row: Row) => number | null): TableColumn<Row> {
  const percent = (row: Row) => {
    const value = share(row);
    return value === null ? null : round(100 * value, 0);
  };
  return {
    field: "completeness",
    label: "Complétude",
    number: true,
    cell: (row) => formatPercent(percent(row), 0),
    value: percent,
  };
}
