import { BYTE_ORDER_MARK, type CsvColumn, type CsvDialect, csvLines } from "@/lib/base/csv.ts";

/** A whole CSV text, with its line breaks. */
export function csvText<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  dialect: CsvDialect,
): string {
  return [...csvLines(columns, rows, dialect)].join(dialect.lineBreak);
}

/** A whole CSV file. */
export function csvFile<Row>(...table: Parameters<typeof csvText<Row>>): string {
  return BYTE_ORDER_MARK + csvText(...table);
}
