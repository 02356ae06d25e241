import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Encoding } from "../snapshot/snapshot.ts";
import { contentType, isCompressibleType } from "./content_types.ts";

export type Bytes = Uint8Array<ArrayBuffer>;

/** A file ready to be served: its content, raw and compressed. */
export interface BuiltFile {
  type: string;
  hash: string;
  immutable: boolean;
  content: Bytes;
  encoded: Map<Encoding, Bytes>;
}

/** Compression effort: a release build, a test build, or none. */
export type Effort = "most" | "little" | "none";

const BROTLI_QUALITY = { most: 11, little: 4 };
const SMALLEST_WORTH = 256;

export function builtFile(
  path: string,
  content: Bytes,
  { immutable, effort }: { immutable: boolean; effort: Effort },
): BuiltFile {
  const type = contentType(path);
  const encoded = new Map<Encoding, Bytes>();
  if (effort !== "none" && isCompressibleType(type) && content.length >= SMALLEST_WORTH) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort] };
    const br = new Uint8Array(brotliCompressSync(content, { params }));
    const gzip = new Uint8Array(gzipSync(content, { level: 9 }));
    if (br.length < content.length) encoded.set("br", br);
    if (gzip.length < content.length) encoded.set("gzip", gzip);
  }
  return { type, hash: contentHash(content), immutable, content, encoded };
}

/** 16 hexadecimal digits of a SHA-256. */
export function contentHash(...parts: (Uint8Array | string)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex").slice(0, 16);
}
