/** Defines the columns, dialects and lines of CSV files, safe from formulas. @module */

/** A column of a CSV file: its header and its value in each row. @spec tables.csv */
export interface CsvColumn<Row> {
  header: string;
  value(row: Row): string | number | null;
}

/** A column of a table; a column without `value` is omitted from its file. */
export interface WrittenColumn<Row> {
  readonly label: string;
  readonly unit?: string;
  /** Heading in the file; its label and unit when omitted. */
  readonly header?: string;
  value?(row: Row): string | number | null;
}

/** Converts the columns of a table to those of its file: units are in the headers. */
export function csvColumns<Row>(
  columns: readonly (CsvColumn<Row> | WrittenColumn<Row>)[],
): CsvColumn<Row>[] {
  return columns.flatMap(({ value, ...column }) =>
    value === undefined ? [] : [{ header: headerOf(column), value }]
  );
}

function headerOf(
  column: { readonly header: string } | Omit<WrittenColumn<never>, "value">,
): string {
  if (!("label" in column)) return column.header;
  const { label, unit, header } = column;
  return header ?? (unit ? `${label} (${unit})` : label);
}

/** Format of a CSV file: separator, line break and decimal mark. */
export interface CsvDialect {
  separator: "," | ";";
  lineBreak: "\n" | "\r\n";
  decimal: "." | ",";
}

/** The two dialects of the exports. @spec tables.csv */
export const CSV_DIALECTS = {
  comma: { separator: ",", lineBreak: "\n", decimal: "." },
  semicolon: { separator: ";", lineBreak: "\r\n", decimal: "," },
} as const satisfies Record<string, CsvDialect>;

export type DialectName = keyof typeof CSV_DIALECTS;

/** Byte-order mark of a CSV file, so that spreadsheets read it as UTF-8. @spec tables.csv */
export const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Header and rows as the lines of a CSV text, without line breaks or byte-order mark.
 *
 * @spec tables.csv
 * @param columns in file order; units are part of their headers
 * @returns one text per line; null and non-finite numbers are empty cells
 */
export function* csvLines<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
  dialect: CsvDialect,
): Generator<string> {
  yield csvLine(columns.map((column) => column.header), dialect);
  for (const row of rows) yield csvLine(columns.map((column) => column.value(row)), dialect);
}

/**
 * A text cell that a spreadsheet will not execute: prefixed with an apostrophe when it starts with `=`, `+`, `-`,
 * `@`, a tab or a carriage return. Numbers never need it.
 * @spec tables.csv-safety
 */
export function guardedText(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}

const FORMULA_START = /^[=+\-@\t\r]/;
// Both line breaks are quoted in both dialects: readers treat either as the end of a line.
const NEEDS_QUOTES = { ",": /[",\r\n]/, ";": /[";\r\n]/ } as const;

function csvLine(values: readonly (string | number | null)[], dialect: CsvDialect): string {
  const line = values.map((value) => csvCell(value, dialect)).join(dialect.separator);
  // A single empty cell would be a blank line, which readers drop.
  return line === "" && values.length === 1 ? '""' : line;
}

function csvCell(value: string | number | null, dialect: CsvDialect): string {
  if (value === null) return "";
  const text = typeof value === "number" ? numberCell(value, dialect.decimal) : guardedText(value);
  return NEEDS_QUOTES[dialect.separator].test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function numberCell(value: number, decimal: string): string {
  // String(-0) is "0".
  return Number.isFinite(value) ? String(value).replace(".", decimal) : "";
}
