/**
 * Typed values of a form, the errors of refused ones, and the labels of the texts typed in a form without its
 * page.
 *
 * @module
 */

import type { Failure, InputIssue } from "@/lib/api/call.ts";
import { isIsoDate } from "@/lib/base/civil_dates.ts";
import { formatDay } from "@/lib/base/date_format.ts";
import type { ErrorCode } from "@/lib/base/errors.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import { type FieldError, type FieldErrors, hasErrors } from "@/lib/base/validators.ts";
import { refusedText } from "@/lib/base/visible_text.ts";
import { retryText } from "@/lib/identity/text.ts";
import { isPasswordField, type TypedValues } from "@/lib/ui/field_rules.ts";
import { type Form, type NamedField, type RefusedForm, storedName } from "@/lib/ui/form.ts";
import { START } from "@/lib/ui/form_token_field.ts";
import { REFUSED_VALUE, refusedCharacterText } from "@/lib/ui/text.ts";
import type { Submission } from "./form_submission.ts";
import type { TypedText } from "./state.ts";

export interface Refusing extends Omit<Failure<ErrorCode>, "message"> {
  /** Sentence to show instead of that of the code. */
  readonly sentence?: string;
}

/** Outcome of a form with invalid fields: no call was made. */
export function wrongFields<Field extends string>(
  values: TypedValues<Field>,
  errors: FieldErrors<NoInfer<Field>>,
): RefusedForm<Field> {
  return { values, errors, failure: null, isConflict: false, status: 400 };
}

/** Outcome of a form whose call was refused. @param fields the field that each code concerns */
export function refusedBy<Field extends string>(
  values: TypedValues<Field>,
  { code, status, issues, retryAt, effects, confirmation, ...refusal }: Refusing,
  fields: Partial<Record<ErrorCode, NoInfer<Field>>> = {},
): RefusedForm<Field> {
  const { sentence = retryAt === undefined ? errorText(code) : retryText(retryAt) } = refusal;
  const isInput = code === "invalid-input";
  const errors = issuesByField(issues, values, isInput ? refusedValueText : () => sentence);
  const field = fields[code];
  if (field !== undefined) errors[field] ??= fieldRefusal(code, sentence);
  const isConflict = code === "conflict";
  const toConfirm = effects !== undefined && confirmation !== undefined &&
    { effects, confirmation };
  const failure = isConflict || toConfirm || hasErrors(errors) ? null : sentence;
  return { values, errors, failure, isConflict, status, code, ...toConfirm && { toConfirm } };
}

/** Shorter errors of fields, for the codes of calls. */
const FIELD_ERRORS: Readonly<Partial<Record<ErrorCode, FieldError>>> = {
  "bad-code": { code: "bad-code" },
  "bad-password": { code: "bad-password" },
  "bad-old-password": { code: "bad-password" },
  "user-not-found": { code: "bad-email" },
};

function fieldRefusal(code: ErrorCode, message: string): FieldError {
  const known = FIELD_ERRORS[code];
  if (known !== undefined) return known;
  return code.endsWith("-taken") ? { code: "unique" } : { code: "message", message };
}

/**
 * Issues of a call's input, by the fields of the form.
 *
 * @param values typed texts by field; fields have the names of the body's properties
 */
export function issuesByField<Field extends string>(
  issues: readonly InputIssue[] | undefined,
  values: TypedValues<Field>,
  messageOf: (typed: string) => string = refusedValueText,
): FieldErrors<Field> {
  const fields = Object.keys(values).filter((name): name is Field => Object.hasOwn(values, name));
  const errors: FieldErrors<Field> = {};
  for (const { path } of issues ?? []) {
    const names = path.split(".");
    const field = fields.find((name) => names.includes(name));
    if (field !== undefined) {
      errors[field] ??= { code: "message", message: messageOf(values[field]) };
    }
  }
  return errors;
}

/** Error of a refused value; names the forbidden character, if any. */
function refusedValueText(typed: string): string {
  const refused = refusedText(typed);
  return refused === null ? REFUSED_VALUE : refusedCharacterText(refused);
}

/** A submitted form; its key is that of a grid's row. */
interface Sent extends Pick<Submission<string>, "has" | "text" | "all"> {
  readonly key: string;
}

export function valuesOf<Name extends string>(
  { fields }: Form<Name, unknown, never>,
  sent: Sent,
): Record<Name, string> {
  const textOf = ({ name, control, isKey }: NamedField) => {
    if (control === "boxes") return sent.all(name).join("\n");
    return isKey && sent.key !== "" ? sent.key : sent.text(name);
  };
  const typed = fields.map((field) => [field.name, textOf(field)] as const);
  // Object.fromEntries() loses the type of the names.
  return Object.fromEntries(typed) as Record<Name, string>;
}

/** Stored texts that the form may send back unchanged. @spec forms.steps */
export function storedTexts<Name extends string>(
  { fields }: Form<Name, unknown, never>,
  sent: Sent,
): Readonly<Partial<Record<Name, string>>> {
  const texts: Partial<Record<Name, string>> = {};
  for (const { name } of fields) {
    if (sent.has(storedName(name))) texts[name] = sent.text(storedName(name));
  }
  return texts;
}

/** Typed values to show again: all but passwords. */
export function typedAgain<Name extends string>(
  form: Form<Name, unknown, never>,
  sent: Sent,
  typed: TypedValues<Name> = valuesOf(form, sent),
): { readonly values: Record<Name, string>; readonly lost: Name[] } {
  const values: Record<Name, string> = { ...typed };
  const lost: Name[] = [];
  for (const { name, type } of form.fields) {
    if (type !== "password") continue;
    if (values[name] !== "") lost.push(name);
    values[name] = "";
  }
  return { values, lost };
}

export interface FormFields {
  readonly fields: readonly NamedField[];
  /** Whether it has other fields, named only by its page. */
  readonly hasOthers?: boolean;
}

export type SentText = readonly [name: string, value: string];

/** Controls with choices offered by the page. */
const OFFERED: readonly string[] = ["select", "named", "boxes", "check"];

/** Fields that users do not type: the form, its entity, and the button that submitted it. */
const UNTYPED: readonly string[] = ["form", "grid", "key", "version", "intent"];
const UNTYPED_START = [START, "stored."];

/**
 * The texts typed by a user in a form, without its page; secrets and values that only the page can label are left out.
 *
 * @spec forms.gone
 */
export function typedTexts(
  sent: readonly SentText[],
  { fields, hasOthers = false }: FormFields,
): TypedText[] {
  return sent.flatMap(([name, value]) => {
    if (value.trim() === "" || isUntyped(name) || isPasswordField(name)) return [];
    const field = fields.find((one) => one.name === name);
    if (field === undefined) return hasOthers ? [{ label: "Autre valeur", text: value }] : [];
    const text = textOf(field, value);
    return text === null ? [] : [{ label: field.label, text }];
  });
}

function isUntyped(name: string): boolean {
  return UNTYPED.includes(name) || UNTYPED_START.some((start) => name.startsWith(start));
}

function textOf({ kind, control, type, options, unit }: NamedField, value: string): string | null {
  if (control === "hidden" || type === "password") return null;
  if (control !== undefined && OFFERED.includes(control)) {
    // The other choices are ids, whose labels only the page has.
    return options?.find((option) => option.value === value)?.label ?? null;
  }
  if (kind === "date" && isIsoDate(value)) return formatDay(value);
  return unit === undefined ? value : `${value}\u00A0${unit}`;
}
