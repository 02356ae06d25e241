/**
 * What every answer says to the browser before its first byte: pages, files, errors alike.
 *
 * @module
 */

/** Header names and values, in the order they are sent. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

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

/** The headers that never depend on the page; a page's own value wins (a token page's Referrer-Policy). */
export const FIXED_HEADERS: HeaderList = [
  ["x-content-type-options", "nosniff"],
  ["referrer-policy", "same-origin"],
  ["permissions-policy", REFUSED_FEATURES.map((name) => `${name}=()`).join(", ")],
  ["cross-origin-opener-policy", "same-origin"],
  ["cross-origin-resource-policy", "same-origin"],
];

/** Two years, subdomains too: sent over https only. */
export const HSTS = "max-age=63072000; includeSubDomains";

/** Pages and data: kept by their reader alone, asked again each time. */
export const PRIVATE = "private, no-cache";

/** The policy of the site: where its pages may load from. */
export class ContentPolicy {
  readonly #plain: string;
  readonly #tiles: string;

  constructor(options: { tileUrl: string }) {
    this.#tiles = new URL(options.tileUrl).origin;
    this.#plain = this.#written("'self'");
  }

  /** The policy of an answer: with the nonce of its inline script when the page has one. */
  with(nonce: string | null): string {
    return nonce === null ? this.#plain : this.#written(`'self' 'nonce-${nonce}'`);
  }

  #written(code: string): string {
    return "default-src 'self'; " +
      `script-src ${code}; style-src ${code}; ` +
      `img-src 'self' data: ${this.#tiles}; ` +
      "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
  }
}

/** The nonce a policy written by `csp({ useNonce: true })` carries; null when it has none. */
export function nonceOf(policy: string | null): string | null {
  if (policy === null) return null;
  const start = policy.indexOf("'nonce-");
  return start === -1 ? null : policy.slice(start + 7, policy.indexOf("'", start + 7));
}

/** A policy without the order to upgrade to https, which plain http cannot obey. */
export function withoutUpgrade(policy: string): string {
  return policy.split(";").map((part) => part.trim())
    .filter((part) => part !== "" && part !== "upgrade-insecure-requests").join("; ");
}
