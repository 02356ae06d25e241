import type { AuditEntry, AuditPage } from "@/lib/domain/organisations/types.ts";

/** A file holds at most so many lines: the period narrows what is more. */
const LINES_MAX = 100_000;

/**
 * Every line of a log, page after page, newest first.
 *
 * @param read gives the page that begins after a line; the first one without it
 */
export async function everyAuditLine(
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
