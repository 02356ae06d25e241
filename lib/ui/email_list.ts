/** Adds, removes and checks the addresses of a list of e-mail addresses. @module */

import { emailKey } from "@/lib/base/typed_formats.ts";
import { email, type FieldError, firstError, required } from "@/lib/base/validators.ts";

/** Result of adding to a list of e-mails: the longer list, or the error. */
type EmailAddition =
  | { ok: true; emails: readonly string[] }
  | { ok: false; error: FieldError };

/**
 * The error of each entry of a list: missing, invalid, or a duplicate of an earlier entry regardless of case.
 *
 * @spec forms.email-lists
 * @returns one item per entry; null for a valid entry
 */
export function emailEntryErrors(emails: readonly string[]): (FieldError | null)[] {
  const seen = new Set<string>();
  return emails.map((text) => {
    const error = entryError(text, seen);
    seen.add(emailKey(text));
    return error;
  });
}

/**
 * The error of a whole list: required when empty, otherwise the error of its first invalid entry.
 *
 * @spec forms.email-lists
 * @returns null when the list is valid
 */
export function emailListError(emails: readonly string[]): FieldError | null {
  if (emails.length === 0) return { code: "required" };
  return firstWrongEmail(emails)?.error ?? null;
}

/** The first wrong entry of a list, and its error; null when there is none. */
export function firstWrongEmail(
  emails: readonly string[],
): { readonly entry: string; readonly error: FieldError } | null {
  const errors = emailEntryErrors(emails);
  const position = errors.findIndex((error) => error !== null);
  const [entry, error] = [emails[position], errors[position]];
  return entry === undefined || !error ? null : { entry, error };
}

/**
 * A list with one more e-mail, trimmed.
 *
 * @returns the error when it is missing, invalid, or already in the list
 */
export function addEmail(emails: readonly string[], text: string): EmailAddition {
  const error = entryError(text, new Set(emails.map(emailKey)));
  return error === null ? { ok: true, emails: [...emails, text.trim()] } : { ok: false, error };
}

/** Result of adding a text: the list with its first valid entries, the rest of the text, and the error. */
interface EmailsTaken {
  emails: readonly string[];
  /** Text from the first invalid entry; "" when all were added. */
  left: string;
  error: FieldError | null;
}

/**
 * Adds the entries of a text to a list, up to the first invalid one.
 *
 * @param text one address, or several pasted together
 */
export function takeEmails(emails: readonly string[], text: string): EmailsTaken {
  const entries = emailsOfText(text);
  let list = emails;
  for (const [index, entry] of entries.entries()) {
    const addition = addEmail(list, entry);
    if (!addition.ok) {
      return { emails: list, left: entries.slice(index).join(" "), error: addition.error };
    }
    list = addition.emails;
  }
  return { emails: list, left: "", error: emailListError(list) };
}

export function removeEmail(emails: readonly string[], index: number): readonly string[] {
  return emails.toSpliced(index, 1);
}

/** The entries of a text whose e-mails are separated by commas, semicolons or spaces. */
export function emailsOfText(text: string): string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== "");
}

function entryError(text: string, others: ReadonlySet<string>): FieldError | null {
  const error = firstError(text.trim(), null, [required, email]);
  if (error !== null) return error;
  return others.has(emailKey(text)) ? { code: "unique" } : null;
}
