import type { AuditEntry, AuditPage } from "@/lib/domain/organisations/types.ts";
import { isFileAsked } from "@/lib/web/files/table_file.ts";

/** Returns the page of a log after a line; the first page without one. */
type ReadAuditPage = (after: string | undefined) => Promise<AuditPage>;

/**
 * The part of a log requested by a page's URL, or every line for its file, starting with the same
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
