import { keys } from "@/lib/backend/kv/keys.ts";
import { idOf, readable, type Store, type Unreadable } from "@/lib/backend/kv/store.ts";
import { queuedReportRecord, removeReport } from "@/lib/backend/records/queued_reports.ts";

/** How long an ordered report is stored, ms. */
const STORED_MS = 30 * 24 * 3_600_000;

interface PurgeOptions {
  readonly store: Store;
  /** Epoch ms. */
  now(): number;
  /** Receives the unreadable reports, which are not deleted. */
  readonly unreadable?: Unreadable;
}

/** Deletes the reports ordered more than 30 days ago, with their files. @spec reports.orders @returns number deleted */
export async function purgeReports({ store, now, unreadable }: PurgeOptions): Promise<number> {
  let count = 0;
  for await (const entry of store.list({ prefix: keys.queuedReport.under() })) {
    for (const { key, value } of readable([entry], queuedReportRecord, unreadable)) {
      if (Date.parse(value.createdAt) > now() - STORED_MS) continue;
      await store.atomic().delete(key).commit();
      await removeReport(store, idOf(key));
      count++;
    }
  }
  return count;
}
