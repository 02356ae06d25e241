const FLOAT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const WHOLE = /^(?:[+-]?\d+i|\+?\d+u)$/;
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...["t", "T", "true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["f", "F", "false", "False", "FALSE"].map((word) => [word, false] as const),
]);

/** A decimal number, possibly with an exponent: `1.5`, `-2e3`; undefined when it is not one, or is not finite. */
function floatOf(written: string): number | undefined {
  const value = FLOAT.test(written) ? Number(written) : NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** The number of a JSON value or of a form. @returns null when it is neither a finite number nor the text of one */
export function numberOf(value: unknown): number | null {
  if (typeof value === "string") return floatOf(value.trim()) ?? null;
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** A field of line protocol other than a text: `1.5`, `12i`, `7u`, `true`; undefined when it is invalid. */
export function plainValue(written: string): number | boolean | undefined {
  if (FLOAT.test(written)) return floatOf(written);
  if (WHOLE.test(written)) return floatOf(written.slice(0, -1));
  return BOOLEANS.get(written);
}
