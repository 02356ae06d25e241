import { CSV_DIALECTS, type CsvColumn, type DialectName } from "@/lib/domain/tables/csv.ts";
import { NEVER_KEPT } from "@/lib/web/front/headers.ts";
import { csvStream } from "./csv_stream.ts";

/** A CSV text as a file to save. The text carries its own byte-order mark (F §9). */
export function csvDownload(text: string, fileName: string): Response {
  return fileDownload(new TextEncoder().encode(text), fileName, "text/csv; charset=utf-8");
}

/** A CSV file as it is written. */
export function csvFlow(
  flow: ReadableStream<Uint8Array<ArrayBuffer>>,
  fileName: string,
): Response {
  return fileDownload(flow, fileName, "text/csv; charset=utf-8");
}

/** The rows of a list as the file its address asks for: a comma or a semicolon parts its cells (F §9). */
export function csvOfRows<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  { url, fileName }: { url: URL; fileName: string },
): Response {
  return csvFlow(csvStream(columns, rows, CSV_DIALECTS[dialectOf(url)]), fileName);
}

/** The dialect an address asks for; that of French spreadsheets without it. */
export function dialectOf({ searchParams }: URL): DialectName {
  return searchParams.get("dialect") === "comma" ? "comma" : "semicolon";
}

/** A zip archive of all that is kept about somebody, to save: no cache keeps a second one. */
export function zipDownload(bytes: Uint8Array<ArrayBuffer>, fileName: string): Response {
  const response = fileDownload(bytes, fileName, "application/zip");
  response.headers.set("cache-control", NEVER_KEPT);
  return response;
}

/** A PDF to save, or to see in a frame of this site. */
export function pdfResponse(
  bytes: Uint8Array<ArrayBuffer>,
  fileName: string,
  disposition: "attachment" | "inline" = "attachment",
): Response {
  return new Response(bytes, {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": contentDisposition(disposition, fileName),
      "content-security-policy": "default-src 'none'; frame-ancestors 'self'",
    },
  });
}

function fileDownload(
  bytes: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>,
  fileName: string,
  contentType: string,
): Response {
  return new Response(bytes, {
    headers: {
      "content-type": contentType,
      "content-disposition": contentDisposition("attachment", fileName),
    },
  });
}

/** Both forms of a file name: plain letters for old readers, the true one encoded (RFC 6266). */
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
