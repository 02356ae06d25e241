/**
 * A form, declared once: from its fields come the controls of the page, what the server reads and refuses, the two
 * versions of a conflict and what an island compares.
 *
 * @module
 */
import type { ErrorCode } from "@/lib/contract/errors.ts";
import { type FieldError, type FieldErrors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { nearestTyped, textsOffStep } from "@/lib/domain/forms/steps.ts";
import { typedError, withBoundErrors } from "@/lib/domain/forms/typed_fields.ts";
import { stepText } from "@/lib/text/forms.ts";
import type { FieldFacts, FormField } from "./fields.ts";

/** A field of a form, as plain data. */
export interface NamedField<Name extends string = string> extends FieldFacts {
  readonly name: Name;
}

/** What was typed, by field; one left out is empty. */
export type TypedTexts<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** A form: what it writes, and of what thing it shows the values. */
export interface Form<Name extends string = string, Body = unknown, Stored = unknown> {
  /** Names it among the forms of its page. */
  readonly name: string;
  readonly fields: readonly NamedField<Name>[];
  /** The field that a refusal of the call is about. */
  readonly refusals: Readonly<Partial<Record<ErrorCode, Name>>>;
  /** What the fields show; null for a new thing. */
  typed(stored: Stored | null): Record<Name, string>;
  /** @param stored the texts of stored values that may stay although they do not keep their step */
  errors(values: TypedTexts<Name>, stored?: TypedTexts<Name>): FieldErrors<Name>;
  /** What was typed; null when any of it is wrong. */
  read(values: TypedTexts<Name>, stored?: TypedTexts<Name>): Body | null;
}

/** A form that was not saved: what was typed, and why. */
export interface RefusedForm<Name extends string = string> {
  /** By field; nothing where only a removal was asked. */
  readonly values: Readonly<Record<Name, string>>;
  readonly errors: FieldErrors<Name>;
  /** Sentence for what no field holds. */
  readonly failure: string | null;
  readonly isConflict: boolean;
  /** The passwords that were typed, which no page shows again. */
  readonly lost?: readonly Name[];
  readonly status: number;
  /** Why the call refused; left out where nothing was asked. */
  readonly code?: ErrorCode;
}

/** The hidden field that says what a field began with. */
export function storedName(name: string): string {
  return `stored.${name}`;
}

/** The stored values that do not keep their step, as hidden fields: sent back unchanged, they stay. @spec forms.steps */
export function storedOffStep(
  { fields }: Pick<Form, "fields">,
  stored: Readonly<Record<string, string>>,
): Record<string, string> {
  const texts = Object.entries(textsOffStep(fields, stored));
  return Object.fromEntries(texts.map(([name, text]) => [storedName(name), text]));
}

export interface ShownForm<Report = never> extends RefusedForm {
  readonly form: string;
  /** The row of a grid, "" for its new one and for a form that is no grid. */
  readonly key: string;
  /** What the edit was based on, which its correction is too; left out once both versions were shown. */
  readonly version?: string;
  /** What the call says besides, as of a file that was tried. */
  readonly report?: Report;
}

type Fields = Readonly<Record<string, FormField<unknown>>>;

/** What the fields of a form hold, by name. */
type ValuesOf<Of extends Fields> = {
  -readonly [Name in keyof Of]: ReturnType<Of[Name]["read"]>;
};

interface Declaration<Of extends Fields, Body, Stored> {
  readonly name: string;
  readonly fields: Of;
  /** Fields of which the second may not be under the first. */
  readonly bounds?: readonly (readonly [low: keyof Of & string, high: keyof Of & string])[];
  /** The errors between fields; a field that has its own keeps it. */
  check?(values: TypedTexts<keyof Of & string>): FieldErrors<keyof Of & string>;
  /** The body of the call, where it is not the values of the fields. */
  body?(values: ValuesOf<Of>): Body;
  /** The values of the fields, where they are not those of what is stored. */
  values?(stored: Stored): ValuesOf<Of>;
  readonly refusals?: Readonly<Partial<Record<ErrorCode, keyof Of & string>>>;
}

export function form<Of extends Fields, Body = ValuesOf<Of>, Stored = ValuesOf<Of>>(
  declaration: Declaration<Of, Body, Stored>,
): Form<keyof Of & string, Body, Stored>;
export function form(
  { name, bounds = [], refusals = {}, ...given }: Declaration<
    Fields,
    unknown,
    Record<string, unknown>
  >,
): Form<string, unknown, Record<string, unknown>> {
  const fields = Object.entries(given.fields);
  const errors = (values: TypedTexts<string>, stored: TypedTexts<string> = {}) => {
    const own: FieldErrors = {};
    for (const [field, rule] of fields) {
      const text = values[field] ?? "";
      const error = typedError({ ...rule, name: field }, text) ?? rule.error?.(text) ??
        (text === stored[field] ? null : stepError(rule, text));
      if (error !== null) own[field] = error;
    }
    return { ...given.check?.(values), ...withBoundErrors(own, values, bounds) };
  };
  return {
    name,
    fields: fields.map(([field, { read: _, write: _w, error: _e, ...facts }]) => ({
      name: field,
      ...facts,
    })),
    refusals,
    typed(stored) {
      const held = stored && (given.values?.(stored) ?? stored);
      return Object.fromEntries(
        fields.map((
          [field, { write, initial = "" }],
        ) => [field, held ? write(held[field]) : initial]),
      );
    },
    errors,
    read(values, stored) {
      if (hasErrors(errors(values, stored))) return null;
      const read = Object.fromEntries(
        fields.map(([field, one]) => [field, one.read(values[field] ?? "")]),
      );
      return given.body === undefined ? read : given.body(read);
    },
  };
}

/** Only the server says it: a control of the browser rounds to its step. */
function stepError(field: FieldFacts, text: string): FieldError | null {
  const nearest = nearestTyped(field, text);
  const message = nearest && stepText(field.step ?? 1, nearest);
  return message === null ? null : { code: "message", message };
}
