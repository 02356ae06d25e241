import { characterCount } from "./characters.ts";
import { isEmail } from "./email.ts";
import type { FieldError, FieldErrors } from "./field_errors.ts";
import { isBlank } from "./visible_text.ts";

/**
 * A rule on a field, given its value and the whole form for rules between fields. Every rule except required accepts an
 * empty value, so that a missing value has a single message.
 */
type Validator<Value = unknown, Form = unknown> = (
  value: Value,
  form: Form,
) => FieldError | null;

/** The rules of a form, by field; the first broken rule gives the field's error. */
export type FormRules<Form> = {
  readonly [Field in keyof Form]?: readonly Validator<Form[Field], Form>[];
};

/** The errors of a form. @returns the first broken rule of each field; an empty object when all are valid */
export function formErrors<Form extends object>(
  form: Form,
  rules: FormRules<Form>,
): FieldErrors<keyof Form & string> {
  const errors: FieldErrors<keyof Form & string> = {};
  for (const field in rules) {
    const error = firstError(form[field], form, rules[field] ?? []);
    if (error !== null) errors[field] = error;
  }
  return errors;
}

/** The error of the first rule broken by a value. @returns null when it breaks none */
export function firstError<Value, Form>(
  value: Value,
  form: Form,
  rules: readonly Validator<Value, Form>[],
): FieldError | null {
  for (const rule of rules) {
    const error = rule(value, form);
    if (error !== null) return error;
  }
  return null;
}

/** Requires a value: not null, not blank, not an empty list. @spec forms.errors */
export function required(value: unknown): FieldError | null {
  return isEmpty(value) ? { code: "required" } : null;
}

/** Requires an e-mail address. @spec forms.errors */
export function email(value: string | null): FieldError | null {
  return isEmpty(value) || isEmail(value ?? "") ? null : { code: "email" };
}

/** Requires a minimum number of characters. @spec forms.errors */
export function minLength(requiredLength: number): Validator<string | null> {
  return (value) =>
    isEmpty(value) || characterCount(value ?? "") >= requiredLength
      ? null
      : { code: "minlength", requiredLength };
}

/** Requires an integer. @spec forms.errors */
export function integer(value: number | null): FieldError | null {
  return value === null || Number.isInteger(value) ? null : { code: "integer" };
}

/** Requires a number of at least the bound. @spec forms.errors */
export function min(bound: number): Validator<number | null> {
  return (value) => value === null || value >= bound ? null : { code: "min", min: bound };
}

/** Requires a number of at most the bound. @spec forms.errors */
export function max(bound: number): Validator<number | null> {
  return (value) => value === null || value <= bound ? null : { code: "max", max: bound };
}

/** Requires the same value as another field. @spec forms.errors */
export function sameAs<Field extends string>(
  field: Field,
): Validator<string, Readonly<Record<Field, string>>> {
  return (value, form) => isEmpty(value) || value === form[field] ? null : { code: "same-as" };
}

function isEmpty(value: unknown): boolean {
  if (typeof value === "string") return isBlank(value);
  return value === null || value === undefined || Number.isNaN(value) ||
    (Array.isArray(value) && value.length === 0);
}
