/**
 * A form declaration. The page's controls, the server's parsing and errors, the two versions of a conflict and the
 * comparisons of islands all derive from its fields, and the limits of these from the schema of the call's body.
 *
 * @module
 */

import type * as z from "zod/mini";
import type { ErrorCode } from "@/lib/base/errors.ts";
import { type CheckedSchema, orderedPairs } from "@/lib/base/object_schemas.ts";
import { type FieldError, type FieldErrors, hasErrors } from "@/lib/base/validators.ts";
import type { ConfirmationRequest } from "./confirmation.ts";
import { orderErrors, typedError } from "./field_rules.ts";
import type { FieldFacts, FormField } from "./fields.ts";
import { withLimits } from "./schema_limits.ts";
import { nearestTyped, textsOffStep } from "./number_input.ts";
import { stepText } from "./text.ts";

/** A field of a form, as plain data. */
export interface NamedField<Name extends string = string> extends FieldFacts {
  readonly name: Name;
}

/** Typed texts by field; an absent field is empty. */
export type TypedTexts<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** A form, with the body it produces and the stored entity it displays. */
export interface Form<Name extends string = string, Body = unknown, Stored = unknown> {
  /** Identifies it among the forms of its page. */
  readonly name: string;
  readonly fields: readonly NamedField<Name>[];
  /** The field concerned by each refusal of the call. */
  readonly refusals: Readonly<Partial<Record<ErrorCode, Name>>>;
  /** Texts of the fields; those of a new entity when null. */
  typed(stored: Stored | null): Record<Name, string>;
  /** @param stored the texts of stored values, which may remain even when off step */
  errors(values: TypedTexts<Name>, stored?: TypedTexts<Name>): FieldErrors<Name>;
  /** The body of the call; null when a field has an error. */
  read(values: TypedTexts<Name>, stored?: TypedTexts<Name>): Body | null;
}

/** A form that was not saved: the typed values and the reason. */
export interface RefusedForm<Name extends string = string> {
  /** By field; empty when only a removal was requested. */
  readonly values: Readonly<Record<Name, string>>;
  readonly errors: FieldErrors<Name>;
  /** Sentence for an error that belongs to no field. */
  readonly failure: string | null;
  readonly isConflict: boolean;
  /** The fields of typed passwords, which no page displays again. */
  readonly lost?: readonly Name[];
  readonly status: number;
  /** What the call would do, to be confirmed by the form's button. */
  readonly toConfirm?: ConfirmationRequest;
  /** Refusal of the call; absent when no call was made. */
  readonly code?: ErrorCode;
}

/** Name of the hidden field with the initial text of a field. */
export function storedName(name: string): string {
  return `stored.${name}`;
}

/** The stored values that are off step, as hidden fields: submitted unchanged, they are accepted. @spec forms.steps */
export function storedOffStep(
  { fields }: Pick<Form, "fields">,
  stored: Readonly<Record<string, string>>,
): Record<string, string> {
  const texts = Object.entries(textsOffStep(fields, stored));
  return Object.fromEntries(texts.map(([name, text]) => [storedName(name), text]));
}

export interface ShownForm<Report = never> extends RefusedForm {
  readonly form: string;
  /** The row of a grid; "" for its new row and for a form outside a grid. */
  readonly key: string;
  /** The edited version, which the correction uses too; absent once both versions were shown. */
  readonly version?: string;
  /** The button that was pressed, which its confirmation repeats. */
  readonly intent?: string;
  /** Additional result of the call, such as that of a dry run. */
  readonly report?: Report;
}

/** A page with forms, as its sections need it. */
export interface FormPage<Report = unknown> {
  /** Where its forms are sent. */
  readonly action: string;
  /** The form shown again, if any. */
  readonly shown: ShownForm<Report> | null;
  /** Name of the form just saved. */
  readonly saved: string | null;
}

type Fields = Readonly<Record<string, FormField<unknown>>>;

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** The values of fields; one that its schema requires is never null. */
type ValuesOf<Of extends Fields, Limits extends Shape> = {
  -readonly [Name in keyof Of]: Name extends keyof Limits
    ? null extends z.output<Limits[Name]> ? ReturnType<Of[Name]["read"]>
    : Exclude<ReturnType<Of[Name]["read"]>, null>
    : ReturnType<Of[Name]["read"]>;
};

/** Stored values of fields: one that may be empty may be absent, as in older entries. */
type StoredOf<Values> =
  & { readonly [Name in keyof Values as null extends Values[Name] ? never : Name]: Values[Name] }
  & {
    readonly [Name in keyof Values as null extends Values[Name] ? Name : never]?:
      | Values[Name]
      | undefined;
  };

interface Declaration<Of extends Fields, Limits extends Shape, Body, Stored> {
  readonly name: string;
  /**
   * The schema of the call's body. A field of the same name is required when the schema refuses the value of an empty
   * one, and has its lengths and bounds, unless the field declares its own; fields in order are so in the form too.
   */
  readonly limits?: CheckedSchema & { readonly shape: Limits };
  readonly fields: Of;
  /** The errors between fields; a field's own error takes precedence. */
  check?(values: TypedTexts<keyof Of & string>): FieldErrors<keyof Of & string>;
  /** The body of the call, when it differs from the values of the fields. */
  body?(values: ValuesOf<Of, Limits>): Body;
  /** The values of the fields, when they differ from the stored entity. */
  values?(stored: Stored): StoredOf<ValuesOf<Of, Limits>>;
  readonly refusals?: Readonly<Partial<Record<ErrorCode, keyof Of & string>>>;
}

/** Words of a choice that is empty until the user makes it. */
export const MUST_CHOOSE = { empty: "Choisir…" } as const;

export function form<
  Of extends Fields,
  Limits extends Shape = Readonly<Record<never, never>>,
  Body = ValuesOf<Of, Limits>,
  Stored = StoredOf<ValuesOf<Of, Limits>>,
>(
  declaration: Declaration<Of, Limits, Body, Stored>,
): Form<keyof Of & string, Body, Stored>;
export function form(
  { name, limits, refusals = {}, ...rest }: Declaration<
    Fields,
    Shape,
    unknown,
    Record<string, unknown>
  >,
): Form<string, unknown, Record<string, unknown>> {
  const fields = Object.entries(rest.fields)
    .map(([field, one]) => [field, withLimits(one, limits?.shape[field])] as const);
  const pairs = limits === undefined ? [] : orderedPairs(limits);
  const errors = (values: TypedTexts<string>, stored: TypedTexts<string> = {}) => {
    const own: FieldErrors = {};
    for (const [field, rule] of fields) {
      const text = values[field] ?? "";
      const error = ruleError({ ...rule, name: field }, text) ?? rule.error?.(text, rule) ??
        (text === stored[field] ? null : stepError(rule, text));
      if (error !== null) own[field] = error;
    }
    const named = fields.map(([field, { kind }]) => ({ name: field, kind }));
    return { ...orderErrors(named, values, pairs), ...rest.check?.(values), ...own };
  };
  return {
    name,
    fields: fields.map(([field, { read: _, write: _w, error: _e, isYear: _y, ...facts }]) => ({
      name: field,
      ...facts,
    })),
    refusals,
    typed(stored) {
      const values = stored && (rest.values?.(stored) ?? stored);
      const shown = ([field, { write, initial = "" }]: typeof fields[number]) => {
        if (values === null) return initial;
        const value = values[field];
        return value === undefined ? "" : write(value);
      };
      return Object.fromEntries(fields.map((field) => [field[0], shown(field)]));
    },
    errors,
    read(values, stored) {
      if (hasErrors(errors(values, stored))) return null;
      const read = Object.fromEntries(
        fields.map(([field, one]) => [field, one.read(values[field] ?? "")]),
      );
      return rest.body === undefined ? read : rest.body(read);
    },
  };
}

/** The error of a year names both bounds, since « 1 970 minimum » is no year. */
function ruleError(rule: NamedField, text: string): FieldError | null {
  const error = typedError(rule, text);
  const { isYear = false, min: first = -Infinity, max: last = Infinity } = rule;
  const isOutside = isYear && (error?.code === "min" || error?.code === "max");
  return isOutside ? { code: "date-years", first, last } : error;
}

/** Only the server returns this error: controls in the browser round to the step. */
function stepError(field: FieldFacts, text: string): FieldError | null {
  const nearest = nearestTyped(field, text);
  const message = nearest && stepText(field.step ?? 1, nearest);
  return message === null ? null : { code: "message", message };
}
