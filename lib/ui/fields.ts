/** Kinds of form fields: their rules, and how they read and show values. @module */

import { DECIMAL_MAX, pairLines, readPairLines } from "@/lib/base/field_schemas.ts";
import { characterCount } from "@/lib/base/strings.ts";
import {
  email as emailError,
  type FieldError,
  isClockTime,
  minLength,
} from "@/lib/base/validators.ts";
import { emailsOfText, firstWrongEmail } from "./email_list.ts";
import { type FieldRule, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "./field_rules.ts";
import { controlText, readNumber, typedDecimal } from "./number_input.ts";
import { wrongEntryText } from "./text.ts";

/** A choice of a list. */
export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

/** Text and rules of the control of a field. */
export interface FieldWords extends Omit<FieldRule, "name" | "kind"> {
  readonly label: string;
  readonly unit?: string;
  /** One line under the control. */
  readonly hint?: string;
  /** Help text of the question mark next to the label. */
  readonly help?: string;
  /** Id of the control; the name of the field when omitted. */
  readonly id?: string;
  readonly empty?: string;
  /** Initial text for a new entity; empty when omitted. */
  readonly initial?: string;
  /** Legend of the field's group; adjacent fields with the same legend are grouped. */
  readonly group?: string;
  /** Id of its list of suggestions. */
  readonly list?: string;
  readonly rows?: number;
  /** Value of the autocomplete attribute, for browsers and password managers. */
  readonly autocomplete?: string;
  /** The field focused first, on a page that is a single short form. */
  readonly focused?: boolean;
  /** In a grid, displayed in the new row only: it identifies the stored rows. */
  readonly isKey?: boolean;
  /** Uses a full line, for a sentence. */
  readonly isWide?: boolean;
  /** Whether a number is a year. */
  readonly isYear?: boolean;
}

/** A field as plain data, which can be passed to an island. */
export interface FieldFacts extends FieldWords {
  readonly kind: FieldRule["kind"];
  /** Its control, when it differs from the default of its kind. */
  readonly control?: "area" | "select" | "named" | "check" | "boxes" | "hidden";
  readonly options?: readonly FieldOption[];
  /** Type of the input, for phone keyboards. */
  readonly type?: "email" | "password" | "time";
}

export interface FormField<Value> extends FieldFacts {
  /** @param text valid text */
  read(text: string): Value;
  write(value: Value): string;
  /** Error of a text that passes the rules. */
  error?(text: string, rules: Pick<FieldRule, "required">): FieldError | null;
}

const longEnough = minLength(PASSWORD_MIN_LENGTH);

/** A single-line text, trimmed. */
export function text(words: FieldWords): FormField<string> {
  return { kind: "text", ...words, read: (typed) => typed.trim(), write: same };
}

/** A hidden text: set by the page and submitted back. */
export function hidden(): FormField<string> {
  return { kind: "text", control: "hidden", label: "", read: same, write: same };
}

/** A text field whose empty text is null. */
export function orNull(field: FormField<string>): FormField<string | null> {
  return {
    ...field,
    read: (typed) => field.read(typed) || null,
    write: (value) => field.write(value ?? ""),
  };
}

/** A multi-line text. */
export function area(words: FieldWords): FormField<string> {
  return { control: "area", ...text(words) };
}

/** A number; null when empty. */
export function number(words: FieldWords): FormField<number | null> {
  return { kind: "number", ...words, read: readNumber, write: controlText };
}

/** A year; null when empty. */
export function year(words: FieldWords): FormField<number | null> {
  return number({ ...words, step: 1, isYear: true });
}

/** An exact decimal, as text with a point: "0.0785"; "" when empty. Not below 0 unless the words say so. */
export function decimal(words: FieldWords): FormField<string> {
  return {
    kind: "number",
    min: 0,
    max: DECIMAL_MAX,
    ...words,
    read: typedDecimal,
    write: (value) => value.replace(".", ","),
  };
}

/** A rate, an exact decimal as text. */
export function percent(words: FieldWords): FormField<string> {
  return decimal({ max: 100, step: 0.01, ...words });
}

/** A civil day; null when empty. */
export function date(words: FieldWords & { readonly required: true }): FormField<string>;
export function date(words: FieldWords): FormField<string | null>;
export function date(words: FieldWords): FormField<string | null> {
  return { kind: "date", ...words, read: (typed) => typed || null, write: orEmpty };
}

export function check(words: FieldWords & Pick<FieldFacts, "options">): FormField<boolean> {
  return {
    kind: "text",
    control: "check",
    options: [{ value: "on", label: "Oui" }, { value: "", label: "Non" }],
    ...words,
    read: (typed) => typed !== "",
    write: (isTicked) => isTicked ? "on" : "",
  };
}

type Labels<Value extends string | number> =
  | Readonly<Record<Value, string>>
  | ((value: Value) => string);

/** One of a few known values; null when none is chosen. */
export function choice<Value extends string | number>(
  values: readonly Value[],
  labels: Labels<Value>,
  words: FieldWords,
): FormField<Value | null> {
  const find = (typed: string) => values.find((value) => String(value) === typed) ?? null;
  const labelOf = (value: Value) => typeof labels === "function" ? labels(value) : labels[value];
  return {
    kind: "text",
    control: "select",
    options: values.map((value) => ({ value: String(value), label: labelOf(value) })),
    ...words,
    read: find,
    write: (value) => value === null ? "" : String(value),
    // An unknown value counts as empty.
    error: (typed) => typed === "" || find(typed) !== null ? null : { code: "required" },
  };
}

/** The control "named" is for fields with possibly thousands of choices: a name is typed when a list is too long. */
type PickWords = FieldWords & { readonly control?: "named" };

/** The id of a choice offered by the page; null when none is chosen. */
export function pick(words: PickWords): FormField<string | null> {
  const read = (typed: string) => typed || null;
  return { kind: "text", control: "select", ...words, read, write: orEmpty };
}

/** Checkboxes with the same name, whose values the page provides; the text has one value per line. */
export function boxes(words: FieldWords): FormField<string[]> {
  return { kind: "text", control: "boxes", ...words, read: ticked, write: joined };
}

export function email(words: FieldWords): FormField<string> {
  return { ...text(words), type: "email", error: (typed) => emailError(typed.trim()) };
}

/** An existing password: used as typed, and never displayed again. */
export function password(words: FieldWords): FormField<string> {
  return {
    kind: "text",
    type: "password",
    required: true,
    autocomplete: "current-password",
    ...words,
    read: same,
    write: () => "",
    error: tooLongPassword,
  };
}

/** An error rather than a limit of the control, which would shorten a pasted password silently. */
function tooLongPassword(typed: string): FieldError | null {
  const allowedLength = PASSWORD_MAX_LENGTH;
  return characterCount(typed) > allowedLength ? { code: "maxlength", allowedLength } : null;
}

export function newPassword(words: FieldWords): FormField<string> {
  const hint = `${PASSWORD_MIN_LENGTH} caractères minimum`;
  return {
    ...password({ autocomplete: "new-password", hint, ...words }),
    error: (typed) => longEnough(typed, null) ?? tooLongPassword(typed),
  };
}

/** E-mail addresses, separated by lines, spaces, commas or semicolons; a wrong one of several is named. */
export function emails(words: FieldWords): FormField<string[]> {
  return {
    kind: "text",
    control: "area",
    ...words,
    read: emailsOfText,
    write: joined,
    error(typed, { required = false }) {
      const all = emailsOfText(typed);
      const wrong = firstWrongEmail(all);
      if (wrong === null) return required && all.length === 0 ? { code: "required" } : null;
      return all.length === 1 ? wrong.error : { code: "message", message: wrongEntryText(wrong) };
    },
  };
}

/** A clock time, "14:30", which is required. */
export function time(words: FieldWords): FormField<string> {
  return {
    ...text({ required: true, ...words }),
    type: "time",
    error: (typed) => isClockTime(typed) ? null : { code: "required" },
  };
}

/** Free fields, one per line: « nom : valeur ». */
export function pairs(words: FieldWords): FormField<Record<string, string>> {
  return {
    kind: "text",
    control: "area",
    ...words,
    read(typed) {
      const lines = readPairLines(typed);
      return lines.ok ? lines.pairs : {};
    },
    write: pairLines,
    error(typed) {
      const lines = readPairLines(typed);
      return lines.ok ? null : lines.error;
    },
  };
}

function same(value: string): string {
  return value;
}

function orEmpty(value: string | null): string {
  return value ?? "";
}

export function ticked(typed: string): string[] {
  return typed.split("\n").filter((line) => line !== "");
}

function joined(values: readonly string[]): string {
  return values.join("\n");
}
