/** Reads a page of the audit log and describes its authors and subjects. @module */

import { ROLE_NAMES } from "@/lib/identity/roles.ts";
import type { User } from "@/lib/identity/schema.ts";
import { isFileRequested } from "@/lib/web/downloads.ts";
import type { AuditEntry, AuditPage } from "./schema.ts";
import { roleLabel } from "./text.ts";

/** Returns the page of a log after a line; the first page without one. */
type ReadAuditPage = (after: string | undefined) => Promise<AuditPage>;

/**
 * The part of a log requested by a page's URL, or every line for its file, starting with the same
 * part.
 */
export async function auditPageOf(url: URL, read: ReadAuditPage) {
  const after = isFileRequested(url) ? undefined : url.searchParams.get("after") ?? undefined;
  const log = await read(after);
  return { log, isFirst: !url.searchParams.has("after"), pages: pagesFrom(log, read) };
}

/** Pages of lines, newest first, each read after the previous one is written. */
async function* pagesFrom(
  first: AuditPage,
  read: ReadAuditPage,
): AsyncGenerator<readonly AuditEntry[]> {
  yield first.entries;
  for (let { next } = first; next !== null;) {
    const page = await read(next);
    yield page.entries;
    next = page.next;
  }
}

/**
 * Whom the lines may be filtered by: the users of the organisation, then the other authors of the lines shown, who have
 * left or had another address, and the chosen one.
 */
export function auditAuthors(
  users: readonly User[],
  entries: readonly AuditEntry[],
  chosen: string,
): User[] {
  const known = new Set(users.map(({ email }) => email));
  const authors = new Set([
    ...entries.flatMap(({ email }) => email ?? []),
    ...chosen ? [chosen] : [],
  ]);
  const others = [...authors].filter((email) => !known.has(email)).sort();
  return [...users, ...others.map((email) => ({ email, forename: "", surname: "" }))];
}

/** The author; the program itself when there is no address. */
export function auditPersonText(email: string | null): string {
  return email ?? "Programme";
}

/**
 * The subject of an entry. A change of roles is stored with the names of the roles, prefixed with `+` or `-`.
 *
 * @example "ada@bailleur.fr: +collect:read" → "ada@bailleur.fr : + Eco-Platform - Lecture seule"
 */
export function auditSubjectText(action: string, subject: string): string {
  if (action !== "putProjectUserRoles") return subject;
  const [person = "", ...changes] = subject.split(" ");
  const words = changes.map((change) => {
    const role = ROLE_NAMES.find((name) => name === change.slice(1));
    if (role === undefined) return change;
    return `${change.startsWith("-") ? "−" : "+"}\u00A0${roleLabel(role)}`;
  });
  const who = person.replace(/:$/, "");
  return words.length === 0 ? who : `${who}\u00A0: ${words.join(", ")}`;
}
