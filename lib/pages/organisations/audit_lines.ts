import type { AuditEntry, AuditPage, User } from "@/lib/domain/organisations/types.ts";
import { isFileRequested } from "@/lib/web/files/table_file.ts";

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
