/** Rules of fields typed as text, and the errors of what was typed. @module */

import { isIsoDate, type IsoDate } from "@/lib/base/civil_dates.ts";
import { tableOf } from "@/lib/base/records.ts";
import { characterCount } from "@/lib/base/strings.ts";
import { dateError } from "@/lib/base/typed_dates.ts";
import {
  type FieldError,
  type FieldErrors,
  firstError,
  integer,
  max,
  min,
  required,
} from "@/lib/base/validators.ts";
import { readNumber } from "./number_input.ts";

const PASSWORD_FIELDS: readonly string[] = ["password", "oldpassword", "repeated", "webhookSecret"];

/** Whether a form field contains a password or another secret, which is not displayed again. */
export function isPasswordField(name: string): boolean {
  return PASSWORD_FIELDS.includes(name);
}

export const PASSWORD_MIN_LENGTH = 8;

/** Maximum length of a password: longer ones are refused before hashing. */
export const PASSWORD_MAX_LENGTH = 200;

/**
 * The rules of a field typed as text. They are plain data, shared by the page that draws the field, the island that
 * watches it and the server that receives it.
 */
export interface FieldRule<Name extends string = string> {
  readonly name: Name;
  readonly kind: "number" | "date" | "text";
  readonly required?: boolean;
  readonly integer?: boolean;
  /** Numbers: bounds, both included. */
  readonly min?: number;
  readonly max?: number;
  /** Numbers: the step to which the control rounds them. */
  readonly step?: number;
  /** Texts: maximum number of characters. */
  readonly maxLength?: number;
}

export function fieldNames<Name extends string>(rules: readonly FieldRule<Name>[]): Name[] {
  return rules.map(({ name }) => name);
}

export type TypedValues<Name extends string = string> = Readonly<Record<Name, string>>;

/** The errors of typed values, one per field. @spec forms.errors @param values an absent field counts as empty */
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

/** The error of a typed text; an empty text is valid unless required. @returns null when valid */
export function typedError(rule: FieldRule, text: string): FieldError | null {
  if (text.trim() === "") return rule.required ? required(text) : null;
  if (rule.kind === "text") return tooLong(rule, text);
  if (rule.kind === "date") return dateError(text);
  const value = readNumber(text);
  if (value === null) return { code: "number" };
  return firstError(value, {}, [
    ...(rule.integer ? [integer] : []),
    ...(rule.min === undefined ? [] : [min(rule.min)]),
    ...(rule.max === undefined ? [] : [max(rule.max)]),
  ]);
}

function tooLong({ maxLength: allowedLength = Infinity }: FieldRule, text: string) {
  const isTooLong = characterCount(text.trim()) > allowedLength;
  return isTooLong ? { code: "maxlength" as const, allowedLength } : null;
}

/** The errors of fields in order: an end before its start, or a maximum below its minimum, which is named. */
export function orderErrors(
  rules: readonly Pick<FieldRule, "name" | "kind">[],
  values: Readonly<Partial<Record<string, string>>>,
  pairs: readonly (readonly [low: string, high: string])[],
): FieldErrors {
  const errors: FieldErrors = {};
  for (const [low, high] of pairs) {
    const rule = rules.find(({ name }) => name === high);
    const [from = "", to = ""] = [values[low], values[high]];
    const [min, max] = [readNumber(from), readNumber(to)];
    if (rule?.kind === "date" && isBackwards(from, to)) errors[high] = { code: "date-order" };
    if (rule?.kind === "number" && min !== null && max !== null && max < min) {
      errors[high] = { code: "min", min };
    }
  }
  return errors;
}

/** Whether a period ends before it begins; false while either day is missing. */
export function isBackwards(start: IsoDate, stop: IsoDate): boolean {
  return isIsoDate(start) && isIsoDate(stop) && stop < start;
}

/** The values of the fields of some rules only; a missing field is empty. */
export function pickedValues<Name extends string>(
  rules: readonly FieldRule<Name>[],
  values: Readonly<Record<string, string>>,
): Record<Name, string> {
  return tableOf(fieldNames(rules), (name) => values[name] ?? "");
}
