import type { AuditEntry, AuditPage } from "@/lib/domain/organisations/types.ts";
import { isFileAsked } from "@/lib/web/files/table_file.ts";

/** Gives the page of a log that begins after a line; the first one without it. */
type ReadAuditPage = (after: string | undefined) => Promise<AuditPage>;

/**
 * The part of a log that a page's address asks for, and every line of the log for its file, which begins with its first
 * part.
 */
export async function auditPageOf(
  url: URL,
  read: ReadAuditPage,
): Promise<{ readonly log: AuditPage; readonly pages: AsyncIterable<readonly AuditEntry[]> }> {
  const after = isFileAsked(url) ? undefined : url.searchParams.get("after") ?? undefined;
  const log = await read(after);
  return { log, pages: pagesFrom(log, read) };
}

/** Pages of lines, newest first, each read once the one before is written. */
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
