/** The columns of tables, by kind of value. @module */

import { formatInstant } from "@/lib/base/date_format.ts";
import { round, wholePercentOf } from "@/lib/base/rounding.ts";
import { columnDecimals, formatNumber, formatPercent } from "@/lib/base/text_format.ts";
import type { TableColumn } from "./DataTable.tsx";
import { Status, type StatusProps } from "./Page.tsx";

/** A column of text, identical in a file. @param other what differs: its cell, its value in a file, its sort */
export function textColumn<Row>(
  field: string,
  label: string,
  text: (row: Row) => string | null,
  other: Partial<TableColumn<Row>> = {},
): TableColumn<Row> {
  return { field, label, cell: text, value: text, ...other };
}

/** A column of dates or instants, each on one line. */
export function dateColumn<Row>(...column: Parameters<typeof textColumn<Row>>): TableColumn<Row> {
  return { ...textColumn(...column), unbroken: true };
}

/** A column of instants, in a time zone; France's when omitted. */
export function instantColumn<Row>(
  field: string,
  label: string,
  instant: (row: Row) => string | null,
  timeZone?: string,
): TableColumn<Row> {
  return dateColumn(field, label, (row) => formatInstant(instant(row), timeZone), {
    sort: (row) => Date.parse(instant(row) ?? ""),
  });
}

export function countColumn<Row>(
  field: string,
  label: string,
  value: (row: Row) => number,
): TableColumn<Row> {
  return { field, label, number: true, cell: value, value };
}

/** A column of the file only. */
export function fileColumn<Row>(
  label: string,
  value: (row: Row) => string | number | null,
): TableColumn<Row> {
  return { field: label, label, sortable: false, value };
}

export function linkColumn<Row>(
  field: string,
  label: string,
  text: (row: Row) => string,
  href: (row: Row) => string,
  other: Partial<TableColumn<Row>> = {},
): TableColumn<Row> {
  const cell = (row: Row) => <a href={href(row)}>{text(row)}</a>;
  return { field, label, cell, value: text, ...other };
}

/** The names of rows, each with a link to its page. */
export function nameColumn<Row extends { readonly id: string; readonly name: string }>(
  label: string,
  hrefOf: (id: string) => string,
): TableColumn<Row> {
  return linkColumn("name", label, ({ name }) => name, ({ id }) => hrefOf(id));
}

interface TickOptions<Row> {
  /** Id of the form that the boxes belong to, outside the table. */
  form: string;
  /** Field of the form. */
  name: string;
  value(row: Row): string;
  /** What a box selects. */
  label(row: Row): string;
  /** Values that a refused form had ticked. */
  chosen: readonly string[];
}

/** A column with a checkbox for each row, named for screen readers. */
export function tickColumn<Row>(
  { form, name, value, label, chosen }: TickOptions<Row>,
): TableColumn<Row> {
  const ticked = new Set(chosen);
  return {
    field: "tick",
    label: "Choisir",
    sortable: false,
    cell: (row) => (
      <input
        type="checkbox"
        name={name}
        value={value(row)}
        form={form}
        class="tick"
        checked={ticked.has(value(row))}
        aria-label={`Choisir ${label(row)}`}
      />
    ),
  };
}

/** A column of states, empty without one; the file has its word. */
export function statusColumn<Row>(
  field: string,
  label: string,
  status: (row: Row) => StatusProps | null,
  other: Partial<TableColumn<Row>> = {},
): TableColumn<Row> {
  const cell = (row: Row) => {
    const shown = status(row);
    return shown && <Status {...shown} />;
  };
  const value = (row: Row) => status(row)?.label ?? null;
  return { field, label, verdict: true, cell, value, ...other };
}

/** A column of figures with the same decimals, so that they are aligned, also in a file. */
export function figureColumn<Field extends string, Row extends Record<Field, number | null>>(
  rows: readonly Row[],
  field: Field,
  head: Pick<TableColumn<Row>, "label" | "unit" | "header" | "value">,
): TableColumn<Row> {
  const decimals = columnDecimals(rows.map((row) => row[field]));
  return {
    field,
    number: true,
    cell: (row) => formatNumber(row[field], decimals, decimals),
    value: (row) => rounded(row[field], decimals),
    ...head,
  };
}

export function rounded(value: number | null, decimals: number): number | null {
  return value === null ? null : round(value, decimals);
}

/** A column of numbers with their own decimals, unchanged in a file. @param other as that of {@link textColumn}, and the most and least decimals shown */
export function numberColumn<Row>(
  field: string,
  label: string,
  value: (row: Row) => number | null,
  { most, least, ...other }: Partial<TableColumn<Row>> & { most?: number; least?: number } = {},
): TableColumn<Row> {
  const cell = (row: Row) => formatNumber(value(row), most, least);
  return { field, label, number: true, cell, value, ...other };
}

/** The column of completeness; null when no readings are expected yet. */
export function completenessColumn<Row>(share: (row: Row) => number | null): TableColumn<Row> {
  const percent = (row: Row) => {
    const value = share(row);
    return value === null ? null : wholePercentOf(value);
  };
  return {
    field: "completeness",
    label: "Complétude",
    number: true,
    cell: (row) => formatPercent(percent(row), 0),
    value: percent,
  };
}
