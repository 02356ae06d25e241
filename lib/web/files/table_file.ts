import { csvStream, type FileRows } from "@/lib/backend/files/csv_stream.ts";
import {
  CSV_DIALECTS,
  type CsvColumn,
  csvColumns,
  type DialectName,
  type WrittenColumn,
} from "@/lib/domain/tables/csv.ts";
import { filteredRegister, type RegisterRules } from "@/lib/domain/tables/register.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { FILE_PARAMETER, TABLE_PARAMETER } from "@/lib/links/table_files.ts";
import { csvDownload } from "./download.ts";

interface TableFile<Row> {
  /** Tells the tables of a page apart; the page has one without it. */
  readonly table?: string;
  /** With its extension. */
  readonly fileName: string;
  /** The file's own, or the table's: their units are written in the heads, and those without a value left out. */
  readonly columns: readonly (CsvColumn<Row> | WrittenColumn<Row>)[];
  /** Every row the filters keep, not only those of the page shown. */
  readonly rows: FileRows<Row>;
}

/**
 * The table of a page as a file, when the page's address asks for it: `?csv=semicolon` or `?csv=comma`.
 *
 * @spec tables.files
 * @returns null when the page itself is asked, or another of its tables
 */
export function tableFile<Row>(
  url: URL,
  { table, fileName, columns, rows }: TableFile<Row>,
): Response | null {
  const dialect = fileAsked(url);
  if (dialect === null || (table ?? null) !== url.searchParams.get(TABLE_PARAMETER)) return null;
  return csvDownload(csvStream(csvColumns(columns), rows, CSV_DIALECTS[dialect]), fileName);
}

/** The rows of a list that its address keeps, in order; its file instead, when the address asks for it. */
export function keptRows<Row>(
  url: URL,
  all: readonly Row[],
  { rules, ...file }: Omit<TableFile<Row>, "rows"> & { readonly rules: RegisterRules<Row> },
) {
  const table = readTableState(url.searchParams);
  const kept = filteredRegister(all, table, rules);
  return { rows: { all, kept, table }, file: tableFile(url, { ...file, rows: kept }) };
}

/** Whether a page's address asks for a table of it as a file: rows that the page does not show are then read too. */
export function isFileAsked(url: URL): boolean {
  return fileAsked(url) !== null;
}

/** How the file is written that a page's address asks for; null for none. */
export function fileAsked({ searchParams }: URL): DialectName | null {
  const dialect = searchParams.get(FILE_PARAMETER);
  return dialect === "semicolon" || dialect === "comma" ? dialect : null;
}
