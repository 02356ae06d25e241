/** Headers of every answer, the content policy, and answers that a client has already. @module */

import type { MapTiles } from "@/lib/ui/map_tiles.ts";

/** Header names and values, in the order they are sent. */
type HeaderList = readonly (readonly [name: string, value: string])[];

const REFUSED_FEATURES = [
  "accelerometer",
  "autoplay",
  "browsing-topics",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "microphone",
  "midi",
  "payment",
  "usb",
];

/** Headers that do not depend on the page; a page may set its own value, such as a Referrer-Policy. */
export const FIXED_HEADERS: HeaderList = [
  ["x-content-type-options", "nosniff"],
  ["referrer-policy", "same-origin"],
  ["permissions-policy", REFUSED_FEATURES.map((name) => `${name}=()`).join(", ")],
  ["cross-origin-opener-policy", "same-origin"],
  ["cross-origin-resource-policy", "same-origin"],
];

/** Two years, subdomains too: sent over https only. */
export const HSTS = "max-age=63072000; includeSubDomains";

/** Data, and anonymous pages: cached by their reader only, revalidated each time. */
export const PRIVATE = "private, no-cache";

/** Pages of a signed-in user, answers to writes, secrets, exports of personal data: never cached. */
export const NEVER_KEPT = "no-store";

/** Of a page whose URL contains a token: left to no other page and no cache. */
export const PRIVATE_URL = {
  "referrer-policy": "no-referrer",
  "cache-control": NEVER_KEPT,
} as const;

/** A PDF may be framed by this site, and loads nothing. */
const PDF_POLICY = "default-src 'none'; frame-ancestors 'self'";

/** Data and files load nothing, regardless of their content. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

export class ContentPolicy {
  readonly #tiles: string;
  readonly #page: string;

  constructor({ tiles }: { tiles: Pick<MapTiles, "url"> }) {
    this.#tiles = new URL(tiles.url).origin;
    this.#page = this.#pagePolicy("'self'");
  }

  /** Policy of a content type. @param written by `csp()`, with the nonce of the inline script */
  of(type: string | null, written: string | null): string {
    if (type === null || !type.startsWith("text/html")) {
      return type === "application/pdf" ? PDF_POLICY : DATA_POLICY;
    }
    const nonce = nonceOf(written);
    return nonce === null ? this.#page : this.#pagePolicy(`'self' 'nonce-${nonce}'`);
  }

  #pagePolicy(code: string): string {
    return "default-src 'self'; " +
      `script-src ${code}; style-src ${code}; ` +
      `img-src 'self' data: ${this.#tiles}; ` +
      "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
  }
}

/** The nonce in a policy written by `csp({ useNonce: true })`; null for none. */
function nonceOf(policy: string | null): string | null {
  const start = policy?.indexOf("'nonce-") ?? -1;
  return policy === null || start === -1
    ? null
    : policy.slice(start + 7, policy.indexOf("'", start + 7));
}

/** Whether `If-None-Match` has this ETag. */
export function isKnown(request: Request, etag: string): boolean {
  const known = request.headers.get("if-none-match");
  if (known === null) return false;
  const tags = known.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(etag.replace(/^W\//, ""));
}

/** Whether the client has this answer already. */
export function isUnchanged(request: Request, answer: Response): boolean {
  const etag = answer.headers.get("etag");
  return etag !== null && answer.status === 200 && isKnown(request, etag);
}

/** 304, without the policy: a cached page keeps the nonce it came with. */
export function unchanged(answer: Response): Response {
  answer.body?.cancel().catch(() => {}); // A body that has failed refuses.
  const headers = [...answer.headers].filter(([name]) => isOf304(name));
  return new Response(null, { status: 304, headers });
}

/** Whether a header of a page belongs to its 304. */
function isOf304(name: string): boolean {
  return name !== "content-security-policy" && name !== "content-length" && name !== "content-type";
}
