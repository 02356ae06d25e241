import { emailKey } from "./email.ts";
import type { FieldError } from "./field_errors.ts";
import { email, firstError, required } from "./validators.ts";

/** Result of adding to a list of e-mails: the longer list, or the error. */
export type EmailAddition =
  | { ok: true; emails: readonly string[] }
  | { ok: false; error: FieldError };

/**
 * The error of each entry of a list: missing, invalid, or a duplicate of an earlier one in
 * any case.
 *
 * @spec forms.email-lists
 * @returns as many as entries, null for a right one
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
 * The error of a whole list: required when empty, else that of its first wrong entry.
 *
 * @spec forms.email-lists
 * @returns null when the list is right
 */
export function emailListError(emails: readonly string[]): FieldError | null {
  if (emails.length === 0) return { code: "required" };
  return emailEntryErrors(emails).find((error) => error !== null) ?? null;
}

/**
 * A list with one more e-mail, blanks around it removed.
 *
 * @returns the error when it is missing, invalid, or already in the list
 */
export function addEmail(emails: readonly string[], text: string): EmailAddition {
  const error = entryError(text, new Set(emails.map(emailKey)));
  return error === null ? { ok: true, emails: [...emails, text.trim()] } : { ok: false, error };
}

/** Result of taking a text: the list with its first valid entries, the rest of the text, and the error. */
export interface EmailsTaken {
  emails: readonly string[];
  /** From the first wrong entry on; "" when all is taken. */
  left: string;
  error: FieldError | null;
}

/**
 * A list with the entries of a text, up to the first that is wrong.
 *
 * @param text one address, or several pasted together
 */
export function takeEmails(emails: readonly string[], text: string): EmailsTaken {
  const entries = emailsOfText(text);
  let taken = emails;
  for (const [index, entry] of entries.entries()) {
    const addition = addEmail(taken, entry);
    if (!addition.ok) {
      return { emails: taken, left: entries.slice(index).join(" "), error: addition.error };
    }
    taken = addition.emails;
  }
  return { emails: taken, left: "", error: emailListError(taken) };
}

export function removeEmail(emails: readonly string[], index: number): readonly string[] {
  return emails.toSpliced(index, 1);
}

/** The entries of a text where e-mails are parted by commas, semicolons or blanks. */
export function emailsOfText(text: string): string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== "");
}

function entryError(text: string, others: ReadonlySet<string>): FieldError | null {
  const error = firstError(text.trim(), null, [required, email]);
  if (error !== null) return error;
  return others.has(emailKey(text)) ? { code: "unique" } : null;
}
