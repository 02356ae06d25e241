import type { AuditEntry, AuditPage } from "@/lib/domain/organisations/types.ts";
import { isFileAsked } from "@/lib/web/files/table_file.ts";

/** A file holds at most so many lines: the period narrows what is more. */
const LINES_MAX = 100_000;

/** The part of a log that a page's address asks for; every line of it when it asks for the file. */
export async function auditPageOf(
  url: URL,
  read: (after: string | undefined) => Promise<AuditPage>,
): Promise<AuditPage> {
  return isFileAsked(url)
    ? { entries: await everyAuditLine(read), next: null }
    : await read(url.searchParams.get("after") ?? undefined);
}

/**
 * Every line of a log, page after page, newest first.
 *
 * @param read gives the page that begins after a line; the first one without it
 */
async function everyAuditLine(
  read: (after: string | undefined) => Promise<AuditPage>,
): Promise<AuditEntry[]> {
  const lines: AuditEntry[] = [];
  let after: string | undefined;
  do {
    const page = await read(after);
    lines.push(...page.entries);
    after = page.next ?? undefined;
  } while (after !== undefined && lines.length < LINES_MAX);
  return lines;
}
