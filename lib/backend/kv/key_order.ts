import type { Key, KeyPart } from "./store.ts";

/**
 * Compares two keys in list order.
 *
 * @returns negative when `a` is first; order: bytes, strings, bigints, numbers, booleans
 */
export function compareKeys(a: Key, b: Key): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const order = compareParts(a[at] ?? false, b[at] ?? false);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** A key as a string, for maps: equal only for equal keys. */
export function keyText(key: Key): string {
  return key.map((part) => {
    if (part instanceof Uint8Array) return `bytes:${part.toHex()}`;
    return `${typeof part}:${encodeURIComponent(String(part))}`;
  }).join("/");
}

function compareParts(a: KeyPart, b: KeyPart): number {
  const order = rank(a) - rank(b);
  if (order !== 0) return order;
  if (a instanceof Uint8Array && b instanceof Uint8Array) return compareBytes(a, b);
  if (typeof a === "string" && typeof b === "string") {
    return a === b ? 0 : compareBytes(UTF8.encode(a), UTF8.encode(b));
  }
  if (typeof a === "symbol" || typeof b === "symbol") throw new TypeError("Not a key part");
  return Number(a > b) - Number(a < b);
}

function rank(part: KeyPart): number {
  return part instanceof Uint8Array ? 0 : TYPES.indexOf(typeof part) + 1;
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const order = (a[at] ?? 0) - (b[at] ?? 0);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

const TYPES: readonly string[] = ["string", "bigint", "number", "boolean"];
const UTF8 = new TextEncoder();
