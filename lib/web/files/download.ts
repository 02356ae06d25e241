import { NEVER_KEPT } from "@/lib/web/front/headers.ts";

/** Response that downloads a CSV file, which includes its byte-order mark (F §9). */
export function csvDownload(
  flow: ReadableStream<Uint8Array<ArrayBuffer>>,
  fileName: string,
): Response {
  return fileDownload(flow, fileName, "text/csv; charset=utf-8");
}

/** Response that downloads the archive of a user's personal data; never cached. */
export function zipDownload(
  bytes: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>,
  fileName: string,
): Response {
  const response = fileDownload(bytes, fileName, "application/zip");
  response.headers.set("cache-control", NEVER_KEPT);
  return response;
}

/** Response with a PDF, to download or to show in a frame of this site: `ContentPolicy` allows it by its type. */
export function pdfResponse(
  bytes: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>,
  fileName: string,
  disposition: "attachment" | "inline" = "attachment",
): Response {
  return new Response(bytes, {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": contentDisposition(disposition, fileName),
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
