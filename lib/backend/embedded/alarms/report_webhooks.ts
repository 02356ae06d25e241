import { seal } from "@/lib/backend/accounts/secrets.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listStored } from "@/lib/backend/kv/lists.ts";
import { idOf } from "@/lib/backend/kv/store.ts";
import { SHOWN_FOR_MS } from "@/lib/backend/mail/outbox.ts";
import { refusedEmailsOf } from "@/lib/backend/mail/refusals.ts";
import { sealingKey } from "@/lib/backend/mail/sealing_key.ts";
import type { AlarmReportRecord } from "@/lib/backend/records/alarms.ts";
import { type WebhookFailure, webhookFailure } from "@/lib/backend/records/webhooks.ts";
import type { AlarmReport, AlarmReportDraft } from "@/lib/domain/alarms/types.ts";

/** The rule that posts must be signed. @spec alarms.webhooks */
export function hasSecret(
  { webhookUrl, webhookSeal }: Pick<AlarmReportRecord, "webhookUrl" | "webhookSeal">,
): "webhook-secret-missing" | null {
  return webhookUrl !== "" && webhookSeal === "" ? "webhook-secret-missing" : null;
}

/** A draft as it is stored: its secret is encrypted, so that no list, export or log contains it. */
export async function sealedBody(
  { webhookUrl, webhookSecret = "", ...draft }: AlarmReportDraft,
  { store }: Services,
) {
  const body = { ...draft, ...webhookUrl !== undefined && { webhookUrl } };
  if (webhookSecret === "") return body;
  const webhookSeal = await seal({ text: webhookSecret, secret: await sealingKey(store) });
  return { ...body, webhookSeal };
}

type StoredReport = AlarmReportRecord & { readonly id: string; readonly version: string };

/**
 * The reports of a place as answered: whether they have a secret, their last failed post, and their refused
 * addresses.
 */
export async function answeredReports(
  { store, now }: Services,
  ownerId: string,
  reports: readonly StoredReport[],
): Promise<AlarmReport[]> {
  const [stored, refused] = await Promise.all([
    listStored(store, keys.webhookFailure.under(ownerId), webhookFailure),
    refusedEmailsOf({ store, now }, ownerId),
  ]);
  const isRecent = (at: string) => now() < Date.parse(at) + SHOWN_FOR_MS;
  const failures = new Map(stored.map(({ entry: { key }, record }) => [idOf(key), record]));
  return reports.map(({ webhookSeal, ...report }) => {
    const failure = failures.get(report.id);
    const isShown = failure !== undefined && report.webhookUrl !== "" && isRecent(failure.at);
    return {
      ...report,
      hasWebhookSecret: webhookSeal !== "",
      webhookFailure: isShown ? shownFailure(failure) : null,
      refusedEmails: refused(report.id, report.emails),
    };
  });
}

function shownFailure(
  { at, answer, isGivenUp }: WebhookFailure,
): NonNullable<AlarmReport["webhookFailure"]> {
  return { at, answer, isGivenUp };
}
