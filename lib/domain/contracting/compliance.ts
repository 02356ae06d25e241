import type { DocumentValue, TypedocValue } from "./types.ts";

/** Position of a value relative to the bounds of its type; `neutral` when there is nothing to compare. */
export type Compliance = "inside" | "outside" | "neutral";

/**
 * Compares a value with its bounds, both included.
 *
 * @spec contracting.compliance
 * @param value as sent: a number with a decimal point
 */
export function compliance(
  value: string,
  { type, min, max }: Pick<TypedocValue, "type" | "min" | "max">,
): Compliance {
  if (type !== "number" || !DECIMAL.test(value) || (min === null && max === null)) return "neutral";
  const number = Number(value);
  const isInside = (min === null || number >= min) && (max === null || number <= max);
  return isInside ? "inside" : "outside";
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** Whether all the values of a document are within their bounds. @returns null when none has bounds */
export function documentCompliance(
  data: readonly Pick<DocumentValue, "typedocValueId" | "value">[],
  values: readonly TypedocValue[],
): boolean | null {
  const byId = new Map(values.map((value) => [value.id, value]));
  const all = data.map(({ typedocValueId, value }) => {
    const asked = byId.get(typedocValueId);
    return asked === undefined ? "neutral" : compliance(value, asked);
  });
  if (all.includes("outside")) return false;
  return all.includes("inside") ? true : null;
}
