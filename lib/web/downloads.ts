/** Files that pages answer: tables as CSV, PDF and archives. @module */

import {
  CSV_DIALECTS,
  type CsvColumn,
  csvColumns,
  type DialectName,
  type WrittenColumn,
} from "@/lib/base/csv.ts";
import { csvStream, type FileRows } from "@/lib/files/csv_writer.ts";
import { FILE_PARAMETER, TABLE_PARAMETER } from "@/lib/ui/query.ts";
import { readTableState } from "@/lib/ui/tables.ts";
import { NEVER_KEPT } from "./headers.ts";

/** Response that downloads a CSV file, which includes its byte-order mark (F §9). */
export function csvDownload(
  flow: ReadableStream<Uint8Array<ArrayBuffer>>,
  fileName: string,
): Response {
  return fileDownload(flow, fileName, "text/csv; charset=utf-8");
}

/** Response that downloads the archive of a user's personal data; never cached. */
export function zipDownload(file: AnsweredFile): Response {
  const response = fileDownload(bodyOf(file), file.fileName, "application/zip");
  response.headers.set("cache-control", NEVER_KEPT);
  return response;
}

/** Response that downloads an Excel workbook. */
export function workbookDownload(bytes: Uint8Array<ArrayBuffer>, fileName: string): Response {
  return fileDownload(
    bytes,
    fileName,
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  );
}

/** Response with a PDF, to download or to show in a frame of this site: `ContentPolicy` allows it by its type. */
export function pdfResponse(
  file: AnsweredFile,
  disposition: "attachment" | "inline" = "attachment",
): Response {
  return fileDownload(bodyOf(file), file.fileName, "application/pdf", disposition);
}

/** A file as a call answers it: whole, or while it is made. */
type AnsweredFile =
  & { readonly fileName: string }
  & ({ readonly bytes: Uint8Array } | { readonly flow: ReadableStream<Uint8Array<ArrayBuffer>> });

function bodyOf(file: AnsweredFile) {
  return "flow" in file ? file.flow : new Uint8Array(file.bytes);
}

function fileDownload(
  bytes: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>,
  fileName: string,
  contentType: string,
  disposition: "attachment" | "inline" = "attachment",
): Response {
  return new Response(bytes, {
    headers: {
      "content-type": contentType,
      "content-disposition": contentDisposition(disposition, fileName),
    },
  });
}

/** `Content-Disposition` with the file name twice: in ASCII for old clients, and encoded (RFC 6266). */
function contentDisposition(disposition: "attachment" | "inline", fileName: string): string {
  const plain = fileName.normalize("NFD").replace(/[^\w. -]/g, "").trim() || "download";
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded(fileName)}`;
}

/** encodeURIComponent leaves characters that RFC 5987 does not allow. */
function encoded(fileName: string): string {
  return encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

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

interface PageOfLines<Line> {
  readonly lines: readonly Line[];
  readonly pageCount: number;
}

/** The page of lines that a URL asks for; for its file, the first page and the lines of all. */
export async function readLines<Page extends PageOfLines<unknown>>(
  url: URL,
  read: (page: string) => Promise<Page>,
) {
  const table = readTableState(url.searchParams);
  const isFile = isFileRequested(url);
  const report = await read(String(isFile ? 1 : table.page));
  const rows: Page["lines"][number][] = [...report.lines];
  for (let at = 2; isFile && at <= report.pageCount; at++) {
    rows.push(...(await read(String(at))).lines);
  }
  return { table, report, rows };
}
