/** Compresses dynamic answers with gzip; static files are compressed by the build. @module */

import { Duplex } from "node:stream";
import { constants, createGzip, gzipSync } from "node:zlib";
import { memo } from "@/lib/base/memo.ts";

/** Below this size, compression does not save a packet. */
const SMALL_BYTES = 1024;

const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:json|javascript|xml|manifest\+json|problem\+json|openapi\+json)|image\/svg)/;

/** Types that are streamed; others are short enough to be compressed in memory. */
const FLOWING = /^(?:text\/csv|application\/x-ndjson)/;

/** On a page, as small as brotli at quality 3, and faster. */
const GZIP = { level: 4 };

/** Whether a client accepts gzip, by its `Accept-Encoding` (RFC 9110 §12.5.3). */
export const acceptsGzip = memo((header: string): boolean => {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const weight = parameters.find((piece) => piece.startsWith("q="))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  return (weights.get("gzip") ?? weights.get("*") ?? 0) > 0;
}, 64);

/** Statuses without a body, or with a part of one. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 206, 304]);

/** Whether an answer may be compressed. */
export function isCompressible(response: Response): boolean {
  const { headers } = response;
  // Reading `response.body` would turn a body in memory into a slow stream.
  return !BODILESS.has(response.status) &&
    COMPRESSIBLE.test(headers.get("content-type") ?? "") &&
    !headers.has("content-encoding") &&
    !(headers.get("cache-control")?.includes("no-transform") ?? false);
}

/** Compresses an answer when that makes it smaller, or streams it compressed. Its weak ETag remains valid. */
export async function compressed(response: Response): Promise<Response> {
  const { headers } = response;
  if (FLOWING.test(headers.get("content-type") ?? "")) return flowing(response);
  const plain = await response.bytes();
  if (plain.length < SMALL_BYTES) return new Response(plain, response);
  markEncoded(headers);
  return new Response(new Uint8Array(gzipSync(plain, GZIP)), response);
}

function flowing(response: Response): Response {
  const { body, headers } = response;
  if (body === null) return response;
  markEncoded(headers);
  const compressor = createGzip({ ...GZIP, flush: constants.Z_SYNC_FLUSH });
  // The types of Node's streams differ from those of the platform.
  const gzip = Duplex.toWeb(compressor) as unknown as GzipStream;
  return new Response(body.pipeThrough(gzip), response);
}

type GzipStream = ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>;

function markEncoded(headers: Headers): void {
  headers.set("content-encoding", "gzip");
  headers.delete("content-length");
  const etag = headers.get("etag");
  if (etag !== null && !etag.startsWith("W/")) headers.set("etag", `W/${etag}`);
}
