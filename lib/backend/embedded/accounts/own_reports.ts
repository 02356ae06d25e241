/** The personal reports of an account or a membership. @module */
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Entry, idOf, listEntries, type Store } from "@/lib/backend/kv/store.ts";
import { type AlarmReportRecord, alarmReportRecord } from "@/lib/backend/records/alarms.ts";
import {
  type QueuedReportRecord,
  queuedReportRecord,
  removeReport,
} from "@/lib/backend/records/queued_reports.ts";

/** Personal mail reports in an organisation: deleted with the membership. */
export function ownMailReports(
  store: Store,
  { orgId, accountId }: { orgId: string; accountId: string },
): Promise<readonly Entry<AlarmReportRecord>[]> {
  const prefix = keys.userAlarmReport.under(orgId, accountId);
  return listEntries(store, { prefix }, alarmReportRecord);
}

export function queuedReportsOf(
  store: Store,
  accountId: string,
): Promise<readonly Entry<QueuedReportRecord>[]> {
  return listEntries(store, { prefix: keys.queuedReport.under(accountId) }, queuedReportRecord);
}

/** Removes the orders and the files of reports that are no longer listed. */
export async function removeFilesOf(
  store: Store,
  reports: readonly Entry<QueuedReportRecord>[],
): Promise<void> {
  for (const { key } of reports) await removeReport(store, idOf(key));
}
