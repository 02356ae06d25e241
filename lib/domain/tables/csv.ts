/** A column of a CSV file: its header and its value in each row. @spec tables.csv */
export interface CsvColumn<Row> {
  header: string;
  value(row: Row): string | number | null;
}

/** A column of a table; one without a value is left out of its file. */
export interface WrittenColumn<Row> {
  readonly label: string;
  readonly unit?: string;
  value?(row: Row): string | number | null;
}

/** The columns of a table as those of its file: units are written in the headers. */
export function csvColumns<Row>(
  columns: readonly (CsvColumn<Row> | WrittenColumn<Row>)[],
): CsvColumn<Row>[] {
  return columns.flatMap((column) => {
    if ("header" in column) return [column];
    const { label, unit, value } = column;
    return value === undefined ? [] : [{ header: unit ? `${label} (${unit})` : label, value }];
  });
}

/** How a CSV file is written: separator, line break and decimal mark. */
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

/** Byte-order mark that opens a CSV file, so that spreadsheets read it as UTF-8. @spec tables.csv */
export const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Header and rows as the lines of a CSV text, without line breaks between them nor byte-order mark.
 *
 * @spec tables.csv
 * @param columns in the order of the file; units are part of their headers
 * @returns null is an empty cell, and so is a number that is not finite
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
 * A text cell that a spreadsheet will not run: an apostrophe is put before `=`, `+`, `-`, `@`, a tab
 * or a carriage return at its start. Numbers never need it.
 * @spec tables.csv-safety
 */
export function guardedText(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}

const FORMULA_START = /^[=+\-@\t\r]/;
// Either line break is quoted in both dialects: readers take both for the end of a line.
const NEEDS_QUOTES = { ",": /[",\r\n]/, ";": /[";\r\n]/ } as const;

function csvLine(values: readonly (string | number | null)[], dialect: CsvDialect): string {
  const line = values.map((value) => csvCell(value, dialect)).join(dialect.separator);
  // A lone empty cell would be a blank line, which readers drop.
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
