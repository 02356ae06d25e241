import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { auditPageOf } from "@/lib/organisations/audit_pages.ts";
import type { AuditEntry, AuditPage } from "@/lib/organisations/schema.ts";

/** Lines of a page. */
const PAGE = 1_000;

/** A log of the given number of pages. */
function aLog(pageCount: number) {
  const asked: (string | undefined)[] = [];
  const read = (after: string | undefined): Promise<AuditPage> => {
    asked.push(after);
    const page = Number(after ?? 0);
    const entries = Array.from({ length: PAGE }, (_, at): AuditEntry => ({
      id: String(page * PAGE + at),
      at: "2026-02-10T11:00:00.000Z",
      email: null,
      action: "putTeam",
      projectId: null,
      subject: "",
    }));
    return Promise.resolve({ entries, next: page + 1 < pageCount ? String(page + 1) : null });
  };
  return { asked, read };
}

// @spec organisations.audit
Deno.test("auditPageOf() gives a file every line of a log, each page read once the previous one is written", async () => {
  // More than the 100,000 lines at which a file was truncated.
  const { asked, read } = aLog(102);
  const { pages } = await auditPageOf(new URL("http://x/audit?csv=comma&after=7"), read);
  deepStrictEqual(asked, [undefined]);
  let [count, last] = [0, ""];
  for await (const entries of pages) {
    count += entries.length;
    last = entries.at(-1)?.id ?? "";
    strictEqual(asked.length, count / PAGE);
  }
  deepStrictEqual([count, last], [102_000, "101999"]);
});

Deno.test("auditPageOf() reads only the part that a page shows", async () => {
  const { asked, read } = aLog(3);
  const { log } = await auditPageOf(new URL("http://x/audit?after=1"), read);
  deepStrictEqual([asked, log.entries[0]?.id, log.next], [["1"], "1000", "2"]);
});
