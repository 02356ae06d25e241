import { z } from "zod";
import { isIsoDate, isIsoMonth } from "../periods/civil_dates.ts";

/** Longest identifier that is accepted: ids are opaque, never parsed. */
export const ID_MAX_LENGTH = 100;

/** Longest e-mail address. @spec RFC 5321 §4.5.3.1.3 */
export const EMAIL_MAX_LENGTH = 254;

/** An opaque identifier. */
export const id: z.ZodType<string> = z.string().min(1).max(ID_MAX_LENGTH);

/** An identifier, or null for none. */
export const idOrNull: z.ZodType<string | null> = id.nullable();

/** Text that must say something, outer blanks removed, of at most `max` characters. */
export function text(max: number): z.ZodType<string> {
  return z.string().trim().min(1).max(max);
}

/** Text that may be empty, outer blanks removed, of at most `max` characters. */
export function freeText(max: number): z.ZodType<string> {
  return z.string().trim().max(max);
}

/** An e-mail address, in lower case. */
export const email: z.ZodType<string> = z.string().trim().toLowerCase()
  .pipe(z.email().max(EMAIL_MAX_LENGTH))
  .meta({ type: "string", format: "email" });

/** E-mail addresses, none twice. @spec F §5 "Email list input: … no duplicates (error unique)" */
export function emails(max: number, min = 0): z.ZodType<string[]> {
  return z.array(email).min(min).max(max).refine(isUnique, { message: "unique" });
}

/** Ids, none twice. @spec F §5 "duplicates are not added twice" */
export function ids(max: number): z.ZodType<string[]> {
  return z.array(id).max(max).refine(isUnique, { message: "unique" });
}

/** A civil day, "2024-07-15". */
export const isoDate: z.ZodType<string> = z.string().refine(isIsoDate)
  .meta({ format: "date", examples: ["2024-07-15"] });

/** A civil day, or null when it is open or unknown. */
export const isoDateOrNull: z.ZodType<string | null> = isoDate.nullable();

/** A civil month, "2024-07". */
export const isoMonth: z.ZodType<string> = z.string().refine(isIsoMonth)
  .meta({ pattern: "^\\d{4}-\\d{2}$", examples: ["2024-07"] });

/** An instant, ISO 8601 with Z. */
export const instant: z.ZodType<string> = z.iso.datetime()
  .meta({ format: "date-time", examples: ["2024-07-15T06:05:00Z"] });

/** An instant, or null when it has not come. */
export const instantOrNull: z.ZodType<string | null> = instant.nullable();

/** A number between two bounds, both allowed. */
export function numberBetween(min: number, max: number): z.ZodType<number> {
  return z.number().min(min).max(max);
}

/** A whole number between two bounds, both allowed. */
export function integerBetween(min: number, max: number): z.ZodType<number> {
  return z.int().min(min).max(max);
}

/** A number, or null when it is not known. */
export const numberOrNull: z.ZodType<number | null> = z.number().nullable();

/** What an edit was based on; left out to write whatever is there. */
export const version: z.ZodType<string | undefined> = z.string().max(ID_MAX_LENGTH).optional();

function isUnique(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}
