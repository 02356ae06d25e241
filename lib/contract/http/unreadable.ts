/** Deepest nesting of an input: forms and calls are flat, and deeper input could exhaust the stack. */
const MAX_DEPTH = 32;

/**
 * Finds the first part of an input that stores, files or mails cannot preserve: a NUL, an unpaired surrogate, or too
 * deep nesting.
 *
 * @param value parsed JSON, form or query
 * @returns its path, "body.location.city"; null when there is none
 */
export function unreadableAt(value: unknown, at: string): string | null {
  const waiting: { path: string; value: unknown; depth: number }[] = [{
    path: at,
    value,
    depth: 0,
  }];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { path, value, depth } = one;
    if (typeof value === "string" && !isReadable(value)) return path;
    if (typeof value !== "object" || value === null || value instanceof Uint8Array) continue;
    if (depth === MAX_DEPTH) return path;
    for (const [key, inner] of Object.entries(value)) {
      if (!isReadable(key)) return path;
      waiting.push({ path: `${path}.${key}`, value: inner, depth: depth + 1 });
    }
  }
  return null;
}

function isReadable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
