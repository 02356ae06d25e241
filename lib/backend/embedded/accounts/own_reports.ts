/**
 * The reports that are somebody's own, wherever their account or their membership is looked at as a whole.
 *
 * @module
 */
import {
  type QueuedReportRecord,
  queuedReportRecord,
} from "@/lib/backend/embedded/queued_reports/queued_reports.ts";
import { removeBlob } from "@/lib/backend/kv/blobs.ts";
import { listEntries } from "@/lib/backend/kv/entries.ts";
import { idOf } from "@/lib/backend/kv/key.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Entry, Store } from "@/lib/backend/kv/store.ts";
import { type AlarmReportRecord, alarmReportRecord } from "@/lib/backend/records/alarms.ts";

/** Somebody's own mail reports in an organisation: they go with the membership. */
export function ownMailReports(
  store: Store,
  { orgId, accountId }: { orgId: string; accountId: string },
): Promise<readonly Entry<AlarmReportRecord>[]> {
  const prefix = keys.userAlarmReport.under(orgId, accountId);
  return listEntries(store, { prefix }, alarmReportRecord);
}

/** The reports somebody asked for, whatever they are about. */
export function queuedReportsOf(
  store: Store,
  accountId: string,
): Promise<readonly Entry<QueuedReportRecord>[]> {
  return listEntries(store, { prefix: keys.queuedReport.under(accountId) }, queuedReportRecord);
}

/** Removes the files of reports that are no longer listed. */
export async function removeFilesOf(
  store: Store,
  reports: readonly Entry<QueuedReportRecord>[],
): Promise<void> {
  for (const { key } of reports) await removeBlob(store, idOf(key));
}
