/**
 * Answers made at the moment of asking, compressed by gzip (decision 004). Files are compressed at the build.
 *
 * @module
 */
import { constants, createGzip, gzipSync } from "node:zlib";
import { Duplex } from "node:stream";

/** How the bytes of an answer may travel, besides plain. */
export type Encoding = "gzip";

/** Below this a compressed answer fills the same packet as a plain one. */
const SMALL_BYTES = 1024;

const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:json|javascript|xml|manifest\+json|problem\+json|openapi\+json)|image\/svg)/;

/** Types that are written as they are made; everything else is short enough to be held whole. */
const FLOWING = /^(?:text\/csv|application\/x-ndjson)/;

/** As small as brotli at quality 3 on a page, in less time. */
const GZIP = { level: 4 };

const known = new Map<string, Encoding | null>();

/** The encoding a client accepts (RFC 9110 §12.5.3); null when it wants plain bytes. */
export function acceptedEncoding(header: string | null): Encoding | null {
  if (header === null) return null;
  const remembered = known.get(header);
  if (remembered !== undefined) return remembered;
  const encoding = readAccepted(header);
  if (known.size < 64) known.set(header, encoding);
  return encoding;
}

function readAccepted(header: string): Encoding | null {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const weight = parameters.find((piece) => piece.startsWith("q="))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  return (weights.get("gzip") ?? weights.get("*") ?? 0) > 0 ? "gzip" : null;
}

/** No body, or a part of one. */
const BODILESS = new Set([204, 205, 206, 304]);

/** True for an answer whose bytes may be compressed by us. */
export function isCompressible(response: Response): boolean {
  const { headers } = response;
  // `response.body` is left alone: asking for it turns bytes held whole into a slow stream.
  return !BODILESS.has(response.status) &&
    COMPRESSIBLE.test(headers.get("content-type") ?? "") &&
    !headers.has("content-encoding") &&
    !(headers.get("cache-control")?.includes("no-transform") ?? false);
}

/** The same answer, compressed when that is worth it; a weak ETag stays true of both forms. */
export async function compressed(response: Response, encoding: Encoding): Promise<Response> {
  const { headers } = response;
  if (FLOWING.test(headers.get("content-type") ?? "")) return flowing(response, encoding);
  const plain = await response.bytes();
  if (plain.length < SMALL_BYTES) return new Response(plain, response);
  markEncoded(headers, encoding);
  return new Response(compressedBytes(plain), response);
}

export function compressedBytes(plain: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(plain, GZIP));
}

function flowing(response: Response, encoding: Encoding): Response {
  const { body, headers } = response;
  if (body === null) return response;
  markEncoded(headers, encoding);
  const compressor = createGzip({ ...GZIP, flush: constants.Z_SYNC_FLUSH });
  const { readable, writable } = Duplex.toWeb(compressor);
  return new Response(body.pipeThrough({ readable, writable }), response);
}

function markEncoded(headers: Headers, encoding: Encoding): void {
  headers.set("content-encoding", encoding);
  headers.delete("content-length");
  const etag = headers.get("etag");
  if (etag !== null && !etag.startsWith("W/")) headers.set("etag", `W/${etag}`);
}
