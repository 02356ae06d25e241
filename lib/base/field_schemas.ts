/** Schemas of single fields: texts, numbers, dates, ids, e-mail addresses, references, free fields typed one a line. @module */

import * as z from "zod/mini";
import { firstDayOf, isIsoDate, isIsoMonth } from "./civil_dates.ts";
import { memo } from "./memo.ts";
import { characterCount, isPathSegment } from "./strings.ts";
import { isTypedDate, isTypedInstant } from "./typed_dates.ts";
import { isEmail } from "./typed_formats.ts";
import type { FieldError } from "./validators.ts";
import { isBlank, keepsDirection } from "./visible_text.ts";

/** Maximum number of free fields of an entity. */
const MOST_PAIRS = 50;

const PAIR_NAME_MAX_LENGTH = 50;

const PAIR_VALUE_MAX_LENGTH = 500;

/** A name: without a colon, which ends it, and without outer spaces. */
const PAIR_NAME = /^[^:\s](?:[^:\r\n]*[^:\s])?$/;

/** A value: one line. */
const PAIR_VALUE = /^[^\r\n]*$/;

type PairLines =
  | { readonly ok: true; readonly pairs: Record<string, string> }
  | { readonly ok: false; readonly error: FieldError };

/**
 * Reads free fields typed one per line, « nom : valeur ».
 *
 * Blank lines are ignored; only the first colon of a line separates.
 *
 * @spec housing.fields
 * @returns an error for a line without a name or a colon, a duplicate name, a text too long, or too many lines
 */
export function readPairLines(text: string): PairLines {
  const pairs = new Map<string, string>();
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === "") continue;
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).trim();
    const value = line.slice(colon + 1).trim();
    if (name === "") return { ok: false, error: { code: "pairs" } };
    if (pairs.has(name)) return { ok: false, error: { code: "unique" } };
    const tooLong = lengthError(name, PAIR_NAME_MAX_LENGTH) ??
      lengthError(value, PAIR_VALUE_MAX_LENGTH);
    if (tooLong !== null) return { ok: false, error: tooLong };
    pairs.set(name, value);
  }
  if (pairs.size > MOST_PAIRS) return { ok: false, error: { code: "max", max: MOST_PAIRS } };
  return { ok: true, pairs: Object.fromEntries(pairs) };
}

/** Free fields in their typed format, in order. */
export function pairLines(pairs: Readonly<Record<string, string>>): string {
  return Object.entries(pairs).map(([name, value]) => `${name} : ${value}`).join("\n");
}

function lengthError(text: string, allowedLength: number): FieldError | null {
  return characterCount(text) > allowedLength ? { code: "maxlength", allowedLength } : null;
}

/** Maximum length of an identifier: ids are opaque and never parsed. */
const ID_MAX_LENGTH = 100;

/** Aborts later checks of the whole body: they count days, and an invalid date has none. */
const STOPS = { abort: true } as const;

/** The check that the items of a list are distinct. */
export const UNIQUE = z.refine<readonly unknown[]>((all) => new Set(all).size === all.length, {
  message: "unique",
});

/** Rejects blank texts, in forms and in calls. */
const SAYS_SOMETHING = z.refine<string>((text) => !isBlank(text), { message: "blank" });
const EMPTY_OR_SEEN = z.refine<string>((text) => text === "" || !isBlank(text), {
  message: "blank",
});
const IN_ORDER = z.refine<string>(keepsDirection, { message: "direction" });

export const anyText: z.ZodMiniString<string> = z.string();

/** Any text in a response, or null for none. */
export const anyTextOrNull: z.ZodMiniType<string | null> = z.nullable(anyText);

export const flag: z.ZodMiniType<boolean> = z.boolean();

/** Yes, no, or null when unknown. */
export const flagOrNull: z.ZodMiniType<boolean | null> = z.nullable(flag);

/** Figures from here on are of no quantity; sums and products of smaller ones stay finite. */
const TOO_LARGE = 1e100;

/** Any number in a response. */
export const figure: z.ZodMiniType<number> = z.number().check(
  z.refine((value) => Math.abs(value) < TOO_LARGE),
);

/** Any number in a response, or null when unknown. */
export const numberOrNull: z.ZodMiniType<number | null> = z.nullable(figure);

/**
 * Adds a description to a schema in the API document.
 *
 * @param facts members of a JSON Schema: format, pattern, examples…
 */
export function described<Schema extends z.ZodMiniType>(
  schema: Schema,
  facts: Readonly<Record<string, unknown>>,
): Schema {
  z.globalRegistry.add(schema, facts);
  return schema;
}

/** An identifier, which addresses contain. */
export const id: z.ZodMiniType<string> = z.string().check(
  z.minLength(1),
  z.maxLength(ID_MAX_LENGTH),
  z.refine(isPathSegment),
);

/** Whether `id` accepts a value: parsing takes a microsecond, and each call of a page has several ids. */
export function isId(value: unknown): value is string {
  return typeof value === "string" && value.length <= ID_MAX_LENGTH && isPathSegment(value);
}

/** An identifier, or null for none. */
export const idOrNull: z.ZodMiniType<string | null> = z.nullable(id);

/** Non-blank text, trimmed, of at most `max` characters: creating a schema costs more than using it. */
export const text: (max: number) => z.ZodMiniType<string> = memo((max) =>
  described(
    z.string().check(z.trim(), z.minLength(1, STOPS), z.maxLength(max), SAYS_SOMETHING, IN_ORDER),
    { pattern: "\\S" },
  )
);

/** Text that may be empty, trimmed, of at most `max` characters. */
export const freeText: (max: number) => z.ZodMiniType<string> = memo((max) =>
  z.string().check(z.trim(), z.maxLength(max), EMPTY_OR_SEEN, IN_ORDER)
);

/** An e-mail address, in lower case. */
export const email: z.ZodMiniType<string> = described(
  z.string().check(z.trim(), z.toLowerCase(), z.refine(isEmail, "Invalid email address")),
  { type: "string", format: "email" },
);

/** Distinct e-mail addresses. @spec forms.email-lists */
export function emails(max: number, min = 0): z.ZodMiniType<string[]> {
  return z.array(email).check(z.minLength(min), z.maxLength(max), UNIQUE);
}

/** Distinct ids. @spec forms.residences */
export function ids(max: number, min = 0): z.ZodMiniType<string[]> {
  return z.array(id).check(z.minLength(min), z.maxLength(max), UNIQUE);
}

/** A civil day, "2024-07-15". */
export const isoDate: z.ZodMiniType<string> = described(
  z.string().check(z.refine(isIsoDate, STOPS)),
  { format: "date", examples: ["2024-07-15"] },
);

/** A civil day, or null when open-ended or unknown. */
export const isoDateOrNull: z.ZodMiniType<string | null> = z.nullable(isoDate);

/** A civil day typed by a user: of a plausible year. */
export const typedDate: z.ZodMiniType<string> = described(
  z.string().check(
    z.refine(isIsoDate, STOPS),
    z.refine(isTypedDate, { ...STOPS, message: "implausible-date" }),
  ),
  { format: "date", examples: ["2024-07-15"] },
);

/** A typed day, or null when open-ended or unknown. */
export const typedDateOrNull: z.ZodMiniType<string | null> = z.nullable(typedDate);

/** A civil month, "2024-07". */
export const isoMonth: z.ZodMiniType<string> = described(
  z.string().check(z.refine(isIsoMonth, STOPS)),
  { pattern: "^\\d{4}-\\d{2}$", examples: ["2024-07"] },
);

/** A civil month typed by a user: of a plausible year. @spec forms.typed-dates */
export const typedMonth: z.ZodMiniType<string> = isoMonth.check(
  z.refine((month) => isTypedDate(firstDayOf(month)), { ...STOPS, message: "implausible-date" }),
);

/** An instant, ISO 8601 with Z. */
export const instant: z.ZodMiniType<string> = described(z.iso.datetime(), {
  format: "date-time",
  examples: ["2024-07-15T06:05:00Z"],
});

/** An instant typed by a user: of a plausible year. @spec forms.typed-dates */
export const typedInstant: z.ZodMiniType<string> = described(
  z.iso.datetime(STOPS).check(z.refine(isTypedInstant, { ...STOPS, message: "implausible-date" })),
  { format: "date-time", examples: ["2024-07-15T06:05:00Z"] },
);

/** An instant, or null when it has not occurred. */
export const instantOrNull: z.ZodMiniType<string | null> = z.nullable(instant);

export const named = { id, name: anyText };

/** Another record, by its id and name. */
export const reference = z.object(named);

/** Addresses whose server refused the last mail, and when; absent when there are none. */
export const refusedEmails = z.optional(z.array(z.object({ email: anyText, at: instant })));

/** A number between two bounds, bounds included. */
export function numberBetween(min: number, max: number): z.ZodMiniType<number> {
  return z.number().check(z.gte(min), z.lte(max));
}

/** An integer between two bounds, bounds included. */
export function integerBetween(min: number, max: number): z.ZodMiniType<number> {
  return z.int().check(z.gte(min), z.lte(max));
}

/** The largest integer part of an exact decimal. */
export const DECIMAL_MAX = 999_999_999;

/** An exact decimal from 0, as text: "0.0785". Amounts, prices and rates are never binary numbers. */
export const decimal: z.ZodMiniType<string> = z.string().check(
  z.regex(/^\d{1,9}(?:\.\d{1,8})?$/),
);

/** An exact decimal of either sign, as text: "-120.50". */
export const signedDecimal: z.ZodMiniType<string> = z.string().check(
  z.regex(/^-?\d{1,9}(?:\.\d{1,8})?$/),
);

/** A rate from 0 to 100 %, an exact decimal. */
export const percent: z.ZodMiniType<string> = decimal.check(
  z.refine((text) => Number(text) <= 100, { message: "Over 100 %" }),
);

/** Free fields by name, with the same limits as `readPairLines()`. */
export const pairs: z.ZodMiniType<Record<string, string>> = z.record(
  z.string().check(z.regex(PAIR_NAME), z.maxLength(PAIR_NAME_MAX_LENGTH)),
  z.string().check(z.trim(), z.regex(PAIR_VALUE), z.maxLength(PAIR_VALUE_MAX_LENGTH)),
).check(z.refine((all) => Object.keys(all).length <= MOST_PAIRS));

/** The edited version; without it, the write is unconditional. */
export const version = z.optional(z.string().check(z.maxLength(ID_MAX_LENGTH)));
