import type { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { compressedBytes, type Encoding } from "./compression.ts";
import { FIXED_HEADERS, NEVER_KEPT } from "./headers.ts";

/** A rendered page as bytes, to send to the same user again. */
export interface CachedPage {
  /** Headers of the 200 answer, including policy, type, ETag and cache rule. */
  readonly headers: [string, string][];
  readonly etag: string;
  /** The page in each encoding requested so far. */
  readonly bytes: Map<Encoding | "plain", Uint8Array<ArrayBuffer>>;
}

/**
 * Makes a rendered page reusable: allows its inline scripts by hash, since a nonce must not be used twice.
 *
 * @param nonce of the rendered page; null without inline script
 * @param policy writes the content security policy with these additional sources
 */
export function cachedPage(
  html: string,
  nonce: string | null,
  policy: (sources: readonly string[]) => string,
): CachedPage {
  const pieces = nonce === null ? [html] : html.split(` nonce="${nonce}"`);
  const page = new TextEncoder().encode(pieces.join(""));
  const hashes = inlineTexts(pieces).map((text) => `'sha256-${sha256(text).toString("base64")}'`);
  const etag = `W/"${sha256(page).toString("base64url").slice(0, 22)}"`;
  return {
    etag,
    headers: [
      ...FIXED_HEADERS.map(([name, value]): [string, string] => [name, value]),
      ["cache-control", NEVER_KEPT],
      ["content-type", "text/html; charset=utf-8"],
      ["content-security-policy", policy(hashes)],
      ["etag", etag],
      ["vary", "accept-encoding"],
    ],
    bytes: new Map([["plain", page]]),
  };
}

/** Content of each element that had the nonce. @param pieces the page, split at the nonce */
function inlineTexts(pieces: readonly string[]): string[] {
  return pieces.slice(1).map((after, index) => {
    const before = pieces[index] ?? "";
    const [name] = before.slice(before.lastIndexOf("<") + 1).split(" ", 1);
    return after.slice(after.indexOf(">") + 1, after.indexOf(`</${name}>`));
  });
}

function sha256(data: string | Uint8Array): Buffer {
  return createHash("sha256").update(data).digest();
}

/** The page in one encoding, compressed on first use. */
export function bytesOf(page: CachedPage, encoding: Encoding | null): Uint8Array<ArrayBuffer> {
  const plain = page.bytes.get("plain") ?? new Uint8Array();
  if (encoding === null) return plain;
  return page.bytes.getOrInsertComputed(encoding, () => compressedBytes(plain, encoding));
}
