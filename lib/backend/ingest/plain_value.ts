const FLOAT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const WHOLE = /^(?:[+-]?\d+i|\+?\d+u)$/;
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...["t", "T", "true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["f", "F", "false", "False", "FALSE"].map((word) => [word, false] as const),
]);

/** A field of line protocol other than a text: `1.5`, `12i`, `7u`, `true`; undefined when it is invalid. */
export function plainValue(written: string): number | boolean | undefined {
  const isFloat = FLOAT.test(written);
  if (!isFloat && !WHOLE.test(written)) return BOOLEANS.get(written);
  const value = Number(isFloat ? written : written.slice(0, -1));
  return Number.isFinite(value) ? value : undefined;
}
