import { NEVER_KEPT } from "@/lib/web/front/headers.ts";

/** A CSV file as it is written, to save. It carries its own byte-order mark (F §9). */
export function csvDownload(
  flow: ReadableStream<Uint8Array<ArrayBuffer>>,
  fileName: string,
): Response {
  return fileDownload(flow, fileName, "text/csv; charset=utf-8");
}

/** A zip archive of all data stored about a user; never cached. */
export function zipDownload(
  bytes: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>,
  fileName: string,
): Response {
  const response = fileDownload(bytes, fileName, "application/zip");
  response.headers.set("cache-control", NEVER_KEPT);
  return response;
}

/** A PDF to save, or to see in a frame of this site. */
export function pdfResponse(
  bytes: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>,
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
