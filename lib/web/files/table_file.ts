import { csvStream, type FileRows } from "@/lib/backend/files/csv_stream.ts";
import {
  CSV_DIALECTS,
  type CsvColumn,
  csvColumns,
  type DialectName,
  type WrittenColumn,
} from "@/lib/domain/tables/csv.ts";
import { FILE_PARAMETER, TABLE_PARAMETER } from "@/lib/links/table_files.ts";
import { csvDownload } from "./download.ts";

interface TableFile<Row> {
  /** Name of the table on a page with several. */
  readonly table?: string;
  /** Includes the extension. */
  readonly fileName: string;
  /** Columns of the file, or of the table: their units go into the headers, and columns without a CSV value are skipped. */
  readonly columns: readonly (CsvColumn<Row> | WrittenColumn<Row>)[];
  /** All filtered rows, not only those of the current page. */
  readonly rows: FileRows<Row>;
}

/**
 * The table of a page as a CSV file, when the URL has `?csv=semicolon` or `?csv=comma`.
 *
 * @spec tables.files
 * @returns null without the parameter, or when it names another table
 */
export function tableFile<Row>(
  url: URL,
  { table, fileName, columns, rows }: TableFile<Row>,
): Response | null {
  const dialect = requestedDialect(url);
  if (dialect === null || (table ?? null) !== url.searchParams.get(TABLE_PARAMETER)) return null;
  return csvDownload(csvStream(csvColumns(columns), rows, CSV_DIALECTS[dialect]), fileName);
}

/** The file of the table of a page that the URL names, if any. */
export function tableFiles(url: URL, tables: readonly TableFile<unknown>[]): Response | null {
  for (const table of tables) {
    const file = tableFile(url, table);
    if (file !== null) return file;
  }
  return null;
}

/** Whether the URL asks for a CSV file: all rows must then be read. */
export function isFileRequested(url: URL): boolean {
  return requestedDialect(url) !== null;
}

/** The CSV dialect that the URL asks for; null for none. */
export function requestedDialect({ searchParams }: URL): DialectName | null {
  const dialect = searchParams.get(FILE_PARAMETER);
  return dialect === "semicolon" || dialect === "comma" ? dialect : null;
}
