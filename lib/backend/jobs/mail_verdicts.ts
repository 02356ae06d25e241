import { documentsVersionKey } from "@/lib/backend/embedded/contracting/document_changes.ts";
import { readRegisters } from "@/lib/backend/embedded/contracting/document_rows.ts";
import { todayOf } from "@/lib/backend/embedded/contracting/listings.ts";
import { mailedVerdicts } from "@/lib/backend/embedded/contracting/mailed_verdicts.ts";
import { providerMails } from "@/lib/backend/embedded/contracting/provider_mails.ts";
import { unchanged } from "@/lib/backend/embedded/saving.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Entry, idOf, listEntries, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { queueMail } from "@/lib/backend/mail/outbox.ts";
import {
  type DocumentMailRecord,
  documentMailRecord,
  type DocumentNewsRecord,
  documentNewsRecord,
} from "@/lib/backend/records/contracting.ts";
import { organisationRecord } from "@/lib/backend/records/organisations.ts";
import { isVerdictMailDue } from "@/lib/domain/contracting/mail_marks.ts";
import { leasedRun } from "./leased_run.ts";
import type { RunFaults } from "./run_faults.ts";

/** News deleted in one commit. */
const DELETED_PER_COMMIT = 500;
/** Tries of a mail while documents change; the next run tries again. */
const TRIES = 3;

/**
 * Mails each provider what a landlord decided on its documents: one mail for all decisions of fifteen minutes.
 *
 * One commit writes a mail, its links and its mark, and deletes what it tells; it fails if a document has changed since it
 * was read, or if another process has written the mail.
 *
 * @spec contracting.verdict-mails
 * @returns true when every provider was checked; null when another process runs the job
 * @throws AggregateError naming the providers that failed: the others were handled
 */
export function mailVerdicts(services: Services): Promise<boolean | null> {
  const { store } = services;
  const isIdle = async () => (await recipients(store, 1)).length === 0;
  const job = { name: "mail verdicts", subjects: "recipients", isIdle } as const;
  return leasedRun(services, job, async (lease, faults) => {
    for (const to of await recipients(store)) {
      if (!await lease.renew()) return false;
      await faults.try(`${to.orgId}/${to.providerId}`, () => tell(services, to, faults));
    }
    return true;
  });
}

interface Recipient {
  readonly orgId: string;
  readonly providerId: string;
}

/** Providers to tell something. @param most maximum number of news read; all by default */
async function recipients(store: Store, most?: number): Promise<Recipient[]> {
  const found = new Map<string, Recipient>();
  const limit = most === undefined ? {} : { limit: most };
  for await (const { key } of store.list({ prefix: keys.documentNews.under() }, limit)) {
    const [orgId = "", providerId = ""] = key.slice(1).map(String);
    found.set(`${orgId}/${providerId}`, { orgId, providerId });
  }
  return [...found.values()];
}

async function tell(services: Services, to: Recipient, faults: RunFaults): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (await isTold(services, to, faults)) return;
  }
}

/** @returns false when its commit conflicts */
async function isTold(
  services: Services,
  { orgId, providerId }: Recipient,
  { unreadable }: RunFaults,
): Promise<boolean> {
  const { store, now, outbox } = services;
  // Read before the news: the commit fails when something is added to them, or decided again.
  const version = await store.get(documentsVersionKey(orgId));
  const prefix = keys.documentNews.under(orgId, providerId);
  const [last, stored, registers, org] = await Promise.all([
    readEntry(store, keys.documentMail(orgId, "verdicts", providerId), documentMailRecord),
    listEntries(store, { prefix }, documentNewsRecord, { unreadable }),
    readRegisters(store, orgId, unreadable),
    readEntry(store, keys.org(orgId), organisationRecord),
  ]);
  const { upTo } = last.value ?? {};
  if (last.value !== null && upTo !== undefined) {
    const { upTo: _, ...mark } = last.value;
    const mailed = stored.filter(({ versionstamp }) => versionstamp <= upTo);
    const rest = mailed.length > DELETED_PER_COMMIT ? last.value : mark;
    const atomic = store.atomic().check(unchanged(last)).set(last.key, rest);
    for (const { key } of mailed.slice(0, DELETED_PER_COMMIT)) atomic.delete(key);
    await atomic.commit();
    return false;
  }
  const instants = stored.map(({ value }) => value.at);
  if (!isVerdictMailDue(instants, last.value?.at ?? null, now())) return true;
  const emails = registers.providers.get(providerId)?.emails ?? [];
  const news = stored.map(({ key, value }) => ({ subject: idOf(key), value }));
  const today = todayOf(services);
  const about = { store, unreadable, orgId, providerId, registers, today, news };
  const verdicts = await mailedVerdicts(about);
  const atomic = store.atomic().check(unchanged(version), unchanged(last));
  for (const { key } of stored.slice(0, DELETED_PER_COMMIT)) atomic.delete(key);
  if (verdicts.count > 0 && emails.length > 0) {
    const organisation = org.value?.name ?? "";
    const letter = { kind: "documents-verdicts", organisation, ...verdicts } as const;
    const sender = { ownerId: orgId, reportId: providerId };
    queueMail(atomic, await providerMails(services, atomic, { emails, letter, ...sender }));
    atomic.set(last.key, markOf(stored, { at: new Date(now()).toISOString(), day: today }));
  }
  const { ok } = await atomic.commit();
  if (ok) outbox.hasQueued();
  return ok;
}

/** The mark of a mail; names the last of its news when one commit cannot delete all. */
function markOf(
  stored: readonly Entry<DocumentNewsRecord>[],
  mark: DocumentMailRecord,
): DocumentMailRecord {
  if (stored.length <= DELETED_PER_COMMIT) return mark;
  const stamps = stored.map(({ versionstamp }) => versionstamp).sort();
  return { ...mark, upTo: stamps.at(-1) ?? "" };
}
