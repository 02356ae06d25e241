import { parsedEntry } from "@/lib/backend/kv/entries.ts";
import { idOf } from "@/lib/backend/kv/key.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { queuedReportRecord, removeReport } from "@/lib/backend/records/queued_reports.ts";

/** For how long a report that was ordered is stored, ms. */
const STORED_MS = 30 * 24 * 3_600_000;

/** Deletes the reports ordered more than 30 days ago, with their files. @spec reports.orders @returns how many */
export async function purgeReports(
  { store, now }: { readonly store: Store; now(): number },
): Promise<number> {
  let count = 0;
  for await (const entry of store.list({ prefix: keys.queuedReport.under() })) {
    const { key, value: { createdAt } } = parsedEntry(entry, queuedReportRecord);
    if (Date.parse(createdAt) > now() - STORED_MS) continue;
    await store.atomic().delete(key).commit();
    await removeReport(store, idOf(key));
    count++;
  }
  return count;
}
