const FLOAT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const WHOLE = /^(?:[+-]?\d+i|\+?\d+u)$/;
const BOOLEANS: ReadonlyMap<string, number> = new Map([
  ...["t", "T", "true", "True", "TRUE"].map((word) => [word, 1] as const),
  ...["f", "F", "false", "False", "FALSE"].map((word) => [word, 0] as const),
]);

/** A field of line protocol that is no text: `1.5`, `12i`, `7u`, `true`; undefined when it is none of them. */
export function plainValue(written: string): number | undefined {
  const isFloat = FLOAT.test(written);
  if (!isFloat && !WHOLE.test(written)) return BOOLEANS.get(written);
  const value = Number(isFloat ? written : written.slice(0, -1));
  return Number.isFinite(value) ? value : undefined;
}
