/** The personal reports of an account or a membership. @module */

import { type AlarmReportRecord, alarmReportRecord } from "@/lib/alarms/records.ts";
import type { Services } from "@/lib/api/services.ts";
import { commitShown } from "@/lib/api/writes.ts";
import { emailKey, includesEmail } from "@/lib/base/typed_formats.ts";
import {
  type QueuedReportRecord,
  queuedReportRecord,
  removeReport,
} from "@/lib/consumption_reports/records.ts";
import { type MailRow, mailRow } from "@/lib/mail/outbox.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  CHECKS_PER_COMMIT,
  type Entry,
  idOf,
  listEntries,
  type Store,
  unchanged,
} from "@/lib/store/store.ts";
import { ignoreStoreFailure } from "@/lib/store/store_errors.ts";

/** Personal mail reports in an organisation: deleted with the membership. */
export function ownMailReports(
  store: Store,
  { orgId, accountId }: { orgId: string; accountId: string },
): Promise<readonly Entry<AlarmReportRecord>[]> {
  const prefix = keys.userAlarmReport.under(orgId, accountId);
  return listEntries(store, { prefix }, alarmReportRecord);
}

interface AddressChange {
  readonly from: string;
  readonly to: string;
}

/** Queued mails of one commit beside their report: a visit of the demo checks more. */
const MAILS_PER_COMMIT = CHECKS_PER_COMMIT - 4;

/**
 * Replaces a former address of an account in its own mail reports and in their queued mails. Repeated after a failure,
 * it continues.
 *
 * @spec alarms.report-mails
 */
export async function readdressOwnReports(
  services: Services,
  { accountId, orgIds }: { readonly accountId: string; readonly orgIds: readonly string[] },
  change: AddressChange,
): Promise<void> {
  for (const orgId of orgIds) {
    // A report changed meanwhile, or with more queued mails than a commit takes, is found again.
    for (;;) {
      const all = await ownMailReports(services.store, { orgId, accountId });
      const old = all.filter(({ value }) => includesEmail(value.emails, change.from));
      if (old.length === 0) break;
      const mails = await mailsTo(services.store, { accountId, email: change.from });
      for (const report of old) {
        const own = mails.filter(({ value }) => value.forReport?.reportId === idOf(report.key));
        await readdressReport(services, { orgId, report, mails: own }, change);
      }
    }
  }
}

async function readdressReport(
  services: Services,
  { orgId, report: { key, value, versionstamp }, mails }: {
    readonly orgId: string;
    readonly report: Entry<AlarmReportRecord>;
    readonly mails: readonly Entry<MailRow>[];
  },
  { from, to }: AddressChange,
): Promise<void> {
  // Where the new address is already in the report, it has mails of its own.
  const isBoth = includesEmail(value.emails, to);
  const moved = isBoth ? [] : mails;
  const emails = isBoth
    ? value.emails.filter((email) => emailKey(email) !== emailKey(from))
    : value.emails.map((email) => emailKey(email) === emailKey(from) ? to : email);
  await commitShown(services, [{ kind: "org", id: orgId }], (atomic) => {
    for (const mail of moved.slice(0, MAILS_PER_COMMIT)) {
      atomic.check(unchanged(mail)).set(mail.key, { ...mail.value, to });
    }
    if (moved.length > MAILS_PER_COMMIT) return;
    atomic.check({ key, versionstamp }).set(key, { ...value, emails });
  });
}

async function mailsTo(
  store: Store,
  { accountId, email }: { readonly accountId: string; readonly email: string },
): Promise<Entry<MailRow>[]> {
  const mails = await listEntries(store, { prefix: keys.outbox.under() }, mailRow);
  return mails.filter(({ value: { forReport, to } }) =>
    forReport?.ownerId === accountId && emailKey(to) === emailKey(email)
  );
}

export function queuedReportsOf(
  store: Store,
  accountId: string,
): Promise<readonly Entry<QueuedReportRecord>[]> {
  return listEntries(store, { prefix: keys.queuedReport.under(accountId) }, queuedReportRecord);
}

/** Removes the orders and the files of reports that are no longer listed; jobs do when the store cannot be written. */
export async function removeFilesOf(
  store: Store,
  reports: readonly Entry<QueuedReportRecord>[],
): Promise<void> {
  for (const { key } of reports) await ignoreStoreFailure(removeReport(store, idOf(key)));
}
