/** Rules on the fields of a form, and the errors of those that break them. @module */

import { characterCount } from "./strings.ts";
import { isEmail } from "./typed_formats.ts";
import { isBlank } from "./visible_text.ts";

/**
 * An error of a field: a code, and the parameters of its French message. The last codes are for fields missing from
 * the specification's table. Of several in one page, {@link withLater} marks all but the first.
 *
 * @spec forms.errors, forms.images
 */
export type FieldError = Fault & { readonly isLater?: true };

type Fault =
  | { code: "required" }
  | { code: "email" }
  | { code: "minlength"; requiredLength: number }
  | { code: "bad-password" }
  | { code: "bad-email" }
  | { code: "bad-code" }
  | { code: "same-as" }
  | { code: "message"; message: string }
  | { code: "min"; min: number }
  | { code: "max"; max: number }
  | { code: "integer" }
  | { code: "unique" }
  | { code: "not-valid" }
  | { code: "number" }
  | { code: "date" }
  | { code: "date-years"; first: number; last: number }
  | { code: "date-order" }
  | { code: "max-days"; maxDays: number }
  | { code: "unit" }
  | { code: "zip-code" }
  | { code: "prm" }
  | { code: "place" }
  | { code: "pairs" }
  | { code: "max-bytes"; maxBytes: number }
  | { code: "max-pixels"; maxPixels: number }
  | { code: "max-megapixels"; maxMegapixels: number }
  | { code: "print-colours" }
  | { code: "maxlength"; allowedLength: number };

/** The errors of a form by field; a field without error is absent. */
export type FieldErrors<Field extends string = string> = Partial<Record<Field, FieldError>>;

export function hasErrors<Field extends string>(errors: FieldErrors<Field>): boolean {
  return Object.keys(errors).length > 0;
}

/**
 * The errors of a page that is shown again, all but the first marked: HTML allows one element a page to take the focus.
 *
 * @param order the fields in the order of the page; others, such as a file, are before them
 */
export function withLater<Field extends string>(
  errors: FieldErrors<Field>,
  order: readonly string[],
): FieldErrors<Field> {
  const [first] = Object.keys(errors).sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const marked: FieldErrors<Field> = {};
  for (const field in errors) {
    const error: FieldError | undefined = errors[field];
    if (error !== undefined) marked[field] = field === first ? error : { ...error, isLater: true };
  }
  return marked;
}

/**
 * The displayed errors: those of touched or changed fields.
 *
 * @spec forms.touched
 * @param met names of the touched or changed fields; a submitted form passes all of them
 */
export function shownErrors<Field extends string>(
  errors: FieldErrors<Field>,
  met: ReadonlySet<Field>,
): FieldErrors<Field> {
  const shown: FieldErrors<Field> = {};
  for (const field in errors) {
    if (met.has(field)) shown[field] = errors[field];
  }
  return shown;
}

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

/** Five digits. @spec projects.fields "zipCode 5 digits" */
export const ZIP_CODE = /^\d{5}$/;

export function isClockTime(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
}
