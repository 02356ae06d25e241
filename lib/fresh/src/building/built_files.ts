/** Static files of a build: content type, hash, compression, transforms. @module */

import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { type Encoding, type Snapshot, urlPath } from "../snapshot.ts";
import { filesUnder, type Project } from "./project.ts";

const TEXT = "; charset=utf-8";

const TYPES: Record<string, string | undefined> = {
  css: `text/css${TEXT}`,
  jpg: "image/jpeg",
  js: `text/javascript${TEXT}`,
  json: "application/json",
  map: "application/json",
  png: "image/png",
  svg: "image/svg+xml",
  txt: `text/plain${TEXT}`,
  webmanifest: "application/manifest+json",
  woff2: "font/woff2",
};

/** The media type of a file, by its name. */
export function contentType(path: string): string {
  const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return TYPES[extension] ?? "application/octet-stream";
}

/** Whether compressing such a file is worth it: images and fonts are compressed already. */
function isCompressibleType(type: string): boolean {
  return /^text\/|json|xml/.test(type);
}

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

export interface TransformOptions {
  pluginName: string;
  filter: RegExp;
}

export interface TransformArgs {
  /** The file's URL path. */
  path: string;
  mode: Snapshot["mode"];
  content: Uint8Array;
  text: string;
}

export type TransformResult = { content: string | Uint8Array } | void;

export type StaticTransform = (args: TransformArgs) => TransformResult | Promise<TransformResult>;

export interface Transform extends TransformOptions {
  apply: StaticTransform;
}

interface StaticFolder {
  /** Contents by URL path. */
  files: Map<string, Bytes>;
  /** Changes when any of them does. */
  key: string;
}

/** Reads the static folder, transformed; files and folders that begin with a dot stay out. */
export async function readStaticFolder(
  { staticDir, ignore }: Project,
  mode: Snapshot["mode"],
  transforms: Transform[],
): Promise<StaticFolder> {
  const files = new Map<string, Bytes>();
  for (const name of await filesUnder(staticDir)) {
    if (/(^|\/)\./.test(name) || ignore.some((pattern) => pattern.test(name))) continue;
    const content = await Deno.readFile(`${staticDir}/${name}`);
    files.set(
      urlPath(`/${name}`),
      await transformed({ path: `/${name}`, mode, content }, transforms),
    );
  }
  const hashes = [...files].map(([path, content]) => `${path} ${contentHash(content)}\n`);
  return { files, key: contentHash(...hashes) };
}

async function transformed(
  { path, mode, content }: { path: string; mode: Snapshot["mode"]; content: Bytes },
  transforms: Transform[],
): Promise<Bytes> {
  for (const { filter, pluginName, apply } of transforms) {
    if (!filter.test(path)) continue;
    try {
      const text = new TextDecoder().decode(content);
      const result = await apply({ path, mode, content, text });
      if (!result) continue;
      content = typeof result.content === "string"
        ? new TextEncoder().encode(result.content)
        : new Uint8Array(result.content);
    } catch (cause) {
      throw new Error(`${pluginName} could not transform ${path}`, { cause });
    }
  }
  return content;
}
