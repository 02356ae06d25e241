import { isIsoDate, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import type { FieldError, FieldErrors } from "./field_errors.ts";
import { readNumber } from "./number_control.ts";
import { firstError, integer, max, min, required } from "./validators.ts";

/**
 * The rules of a field typed as text: plain data, so that the same rules are read by the page that
 * draws the field, the island that watches it and the server that receives it.
 */
export interface FieldRule<Name extends string = string> {
  readonly name: Name;
  readonly kind: "number" | "date" | "text";
  readonly required?: boolean;
  /** Numbers: whole ones only. */
  readonly integer?: boolean;
  /** Numbers: bounds, both allowed. */
  readonly min?: number;
  readonly max?: number;
  /** Numbers: the step they are rounded to when they leave the control. */
  readonly step?: number;
  /** Texts: characters at most. */
  readonly maxLength?: number;
}

/** The names of the fields of these rules, in their order. */
export function fieldNames<Name extends string>(rules: readonly FieldRule<Name>[]): Name[] {
  return rules.map(({ name }) => name);
}

export type TypedValues<Name extends string = string> = Readonly<Record<Name, string>>;

/** The errors of typed values, one per field. @spec forms.errors @param values a field left out counts as empty */
export function typedErrors<Name extends string>(
  rules: readonly FieldRule<Name>[],
  values: Readonly<Partial<Record<Name, string>>>,
): FieldErrors<Name> {
  const errors: FieldErrors<Name> = {};
  for (const rule of rules) {
    const error = typedError(rule, values[rule.name] ?? "");
    if (error !== null) errors[rule.name] = error;
  }
  return errors;
}

/** The error of one typed text; an empty one is right unless required. @returns null when it breaks no rule */
export function typedError(rule: FieldRule, text: string): FieldError | null {
  if (text.trim() === "") return rule.required ? required(text) : null;
  if (rule.kind === "text") return tooLong(rule, text);
  if (rule.kind === "date") return isIsoDate(text) ? null : { code: "date" };
  const value = readNumber(text);
  if (value === null) return { code: "number" };
  return firstError(value, {}, [
    ...(rule.integer ? [integer] : []),
    ...(rule.min === undefined ? [] : [min(rule.min)]),
    ...(rule.max === undefined ? [] : [max(rule.max)]),
  ]);
}

function tooLong({ maxLength: allowedLength = Infinity }: FieldRule, text: string) {
  const isTooLong = text.trim().length > allowedLength;
  return isTooLong ? { code: "maxlength" as const, allowedLength } : null;
}

/**
 * The errors of a form with those of upper bounds typed under their lower one, which must then be its minimum.
 *
 * @param pairs names of the lower and of the upper bound
 * @returns the given errors first; those of the bounds for other fields
 */
export function withBoundErrors<Name extends string>(
  errors: FieldErrors<Name>,
  values: Readonly<Partial<Record<Name, string>>>,
  pairs: readonly (readonly [low: Name, high: Name])[],
): FieldErrors<Name> {
  const crossed = pairs.flatMap(([low, high]) => {
    const min = readNumber(values[low] ?? "");
    const max = readNumber(values[high] ?? "");
    const isCrossed = min !== null && max !== null && max < min;
    return isCrossed ? [[high, { code: "min", min }] as const] : [];
  });
  return { ...Object.fromEntries(crossed), ...errors };
}

/** Whether a period ends before it begins; false while either day is not typed yet. */
export function isBackwards(start: IsoDate, stop: IsoDate): boolean {
  return isIsoDate(start) && isIsoDate(stop) && stop < start;
}

/** The values of these rules' fields only; a missing field is empty. */
export function pickedValues<Name extends string>(
  rules: readonly FieldRule<Name>[],
  values: Readonly<Record<string, string>>,
): Record<Name, string> {
  const picked = rules.map(({ name }) => [name, values[name] ?? ""] as const);
  // The names are those of the rules: entries lose that in TypeScript.
  return Object.fromEntries(picked) as Record<Name, string>;
}
