/**
 * Notes verdicts in the commit of their cause, and mails them to providers.
 *
 * What the next mail tells a provider is written in the commit of its cause, and deleted in that of the mail.
 *
 * @module
 */

import type { Services } from "@/lib/api/services.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { chunk } from "@/lib/base/concurrency.ts";
import { MINUTE_MS } from "@/lib/base/durations.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { queueMail } from "@/lib/mail/outbox.ts";
import { organisationRecord } from "@/lib/organisations/records.ts";
import { commitEach } from "@/lib/store/commits.ts";
import { leasedRun, type RunFaults } from "@/lib/store/job_runs.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  getAll,
  idOf,
  listEntries,
  readable,
  readEntry,
  type Store,
  unchanged,
} from "@/lib/store/store.ts";
import { compareValues } from "@/lib/ui/tables.ts";
import { type Movable, readAsked } from "./document_details.ts";
import {
  countChange,
  documentKey,
  documentsVersionKey,
  firstId,
  type Listing,
  readListings,
  replacementId,
  requestOfDocument,
  type RequestPath,
} from "./document_index.ts";
import { todayOf } from "./document_lists.ts";
import { readRegisters, type Registers, rowsOf } from "./document_rows.ts";
import { isAwaited } from "./document_states.ts";
import { awaitedListOf, deadlineOf } from "./due_dates.ts";
import { type MailedVerdict, type Verdict, type VerdictLetter, VERDICTS } from "./mail_text.ts";
import { nameOf, providerMails, rowName } from "./provider_mails.ts";
import {
  documentMailRecord,
  type DocumentNewsRecord,
  documentNewsRecord,
  documentRecord,
  type RequestRecord,
} from "./records.ts";

/** News of one provider, with the id of the request of each that is about a request. */
interface ProviderNews {
  readonly store: Store;
  readonly orgId: string;
  readonly providerId: string;
  readonly registers: Registers;
  readonly today: IsoDate;
  readonly news: readonly { readonly subject: string; readonly value: DocumentNewsRecord }[];
}

/**
 * The verdicts of a mail as they are now, the most urgent first; those for which the mail has no room are counted.
 *
 * @spec contracting.verdict-mails
 */
async function mailedVerdicts(
  about: ProviderNews,
): Promise<Pick<VerdictLetter, "count" | "first">> {
  const documents = await documentVerdicts(about);
  const requests = await endedRequests(about);
  const all = [...documents, ...requests.verdicts];
  const first = withinMail(all);
  return { count: all.length + requests.others, first };
}

/** Maximum number of verdicts in a mail, and of their bytes: twenty addresses of a provider get it in one commit. */
const MOST_VERDICTS = 100;
const MOST_BYTES = 20_000;

function withinMail(verdicts: readonly MailedVerdict[]): MailedVerdict[] {
  const encoder = new TextEncoder();
  let bytes = 0;
  return verdicts.slice(0, MOST_VERDICTS).filter((one) => {
    bytes += encoder.encode(JSON.stringify(one)).length;
    return bytes <= MOST_BYTES;
  });
}

async function documentVerdicts(
  { store, orgId, registers, news }: ProviderNews,
): Promise<MailedVerdict[]> {
  const paths = news.flatMap(({ value: { documentId } }) =>
    documentId === null ? [] : [{ orgId, requestId: requestOfDocument(documentId), documentId }]
  );
  const rows = await rowsOf(store, registers, paths);
  const refused = rows.filter(({ state }) => state === "refused");
  const replacements = await getAll(
    store,
    refused.map(({ id, requestId }) =>
      documentKey({ orgId, requestId, documentId: replacementId(id) })
    ),
  );
  const again = new Map(refused.map(({ id }, rank) => {
    const [next] = readable(replacements.slice(rank, rank + 1), documentRecord);
    return [id, next && isAwaited(next.value.state) ? deadlineOf(next.value) : null];
  }));
  return rows.flatMap((row): MailedVerdict[] => {
    const verdict = VERDICTS.find((one) => one === row.state);
    const isClosed = registers.requests.get(row.requestId)?.close ?? false;
    return verdict === undefined ? [] : [{
      verdict,
      name: rowName(row),
      deadline: deadlineOf(row),
      comment: row.comment,
      again: isClosed ? null : again.get(row.id) ?? null,
      isClosed,
    }];
  }).sort(byUrgency);
}

function byUrgency(a: MailedVerdict, b: MailedVerdict): number {
  return VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) ||
    compareValues(a.deadline ?? "", b.deadline ?? "");
}

/** A request that a provider answers no more. */
interface Ended {
  readonly requestId: string;
  /** Name of its type. */
  readonly name: string;
  readonly verdict: Verdict;
}

/** Ended requests: each document that was awaited, or the request itself when none was. */
async function endedRequests(
  about: ProviderNews,
): Promise<{ readonly verdicts: readonly MailedVerdict[]; readonly others: number }> {
  const { registers, providerId, news } = about;
  const ended = news.flatMap(({ subject: requestId, value: { documentId, name } }): Ended[] => {
    const verdict = endOf(registers.requests.get(requestId), providerId);
    return documentId !== null || verdict === null ? [] : [{ requestId, name, verdict }];
  });
  if (ended.length === 0) return { verdicts: [], others: 0 };
  const listed = await awaitedOf(about, new Set(ended.map(({ requestId }) => requestId)));
  const rows = await rowsOf(about.store, registers, listed.slice(0, MOST_VERDICTS));
  const verdicts = ended.flatMap(({ requestId, name, verdict }) => {
    const own = rows.filter((row) => row.requestId === requestId);
    const contract = registers.contracts.get(registers.requests.get(requestId)?.contractId ?? "");
    const whole = { name: nameOf(name, contract?.name), deadline: null };
    const subjects = own.length === 0
      ? [whole]
      : own.map((row) => ({ name: rowName(row), deadline: deadlineOf(row) }));
    return subjects.map((one) => ({
      ...one,
      verdict,
      comment: "",
      again: null,
      isClosed: verdict === "closed",
    }));
  });
  return { verdicts, others: listed.length - rows.length };
}

/** How a request ended for a provider; null for one that is asked of it. @param request absent when it was deleted */
function endOf(request: RequestRecord | undefined, providerId: string): Verdict | null {
  if (request?.providerId !== providerId) return "withdrawn";
  return request.close ? "closed" : null;
}

/** Documents of some requests that a provider has seen as awaited, without those of which the mail tells a verdict. */
async function awaitedOf(
  { store, orgId, registers, today, news }: ProviderNews,
  requestIds: ReadonlySet<string>,
): Promise<Listing[]> {
  const awaited = await readListings(store, { orgId, list: "running" });
  const inOtherMail = new Set(news.map(({ subject }) => subject));
  return awaited.filter(({ requestId, documentId, deadline, state }) => {
    if (inOtherMail.has(firstId(documentId))) return false;
    const reminder = registers.requests.get(requestId)?.reminder ?? 0;
    const document = { dueDate: deadline, requestFinalDueDate: null, state };
    return requestIds.has(requestId) && awaitedListOf(document, { today, reminder }) !== null;
  });
}

/**
 * Adds a verdict or an abandonment to its commit, for the next mail to its provider, instead of what happened before to
 * the same document or to the one that it replaces.
 *
 * @spec contracting.verdict-mails
 */
export function setNews(atomic: Atomic, { path, request }: Movable, atMs: number): void {
  const { orgId, documentId } = path;
  const news: DocumentNewsRecord = { at: new Date(atMs).toISOString(), documentId, name: "" };
  atomic.set(keys.documentNews(orgId, request.value.providerId, firstId(documentId)), news);
}

/** A change of a request; `after` null when it is deleted. */
interface RequestChange {
  readonly path: RequestPath;
  readonly before: RequestRecord;
  readonly after: RequestRecord | null;
  readonly atMs: number;
}

/**
 * Adds the end of a request to the commit of its change, for the next mail to its provider: closed, deleted, or asked of
 * another provider. The mail leaves out one that is open again.
 *
 * @spec contracting.verdict-mails
 */
export async function setRequestNews(
  store: Store,
  atomic: Atomic,
  change: RequestChange,
): Promise<void> {
  const { path: { orgId, requestId }, before, after, atMs } = change;
  const { providerId } = before;
  if (after?.close === before.close && after.providerId === providerId) return;
  if (!await isAsked(store, change)) return;
  const { typedoc } = await readAsked(store, orgId, before);
  const news: DocumentNewsRecord = {
    at: new Date(atMs).toISOString(),
    documentId: null,
    name: typedoc?.name ?? "",
  };
  atomic.set(keys.documentNews(orgId, providerId, requestId), news);
  // A mail that is being written is written again with it.
  countChange(atomic, orgId);
}

/** Whether a provider has seen a request: one of its documents was listed as awaited, or was deposited. */
async function isAsked(
  store: Store,
  { path: { orgId, requestId }, before: { reminder }, atMs }: RequestChange,
): Promise<boolean> {
  const today = civilDateOf(atMs, DEFAULT_TIME_ZONE);
  const prefix = keys.document.under(orgId, requestId);
  const documents = await listEntries(store, { prefix }, documentRecord);
  return documents.some(({ value }) =>
    value.uploadDate !== null || awaitedListOf(value, { today, reminder }) !== null
  );
}

/** Time over which the verdicts of a provider are gathered into one mail, ms. */
const GATHERED_MS = 15 * MINUTE_MS;

/**
 * Whether a mail about verdicts is due: the first of them, and the last such mail, are fifteen minutes old. Those in the
 * future are of a clock that was set back since.
 *
 * @spec contracting.verdict-mails
 * @param instants of the verdicts, and of the last mail
 */
export function isVerdictMailDue(
  instants: readonly string[],
  last: string | null,
  nowMs: number,
): boolean {
  const isOld = (at: string) => Math.abs(nowMs - Date.parse(at)) >= GATHERED_MS;
  return instants.some(isOld) && (last === null || isOld(last));
}

/** News deleted in one commit. */
const DELETED_PER_COMMIT = 500;
/** The same, each unless it was decided again meanwhile. */
const CHECKED_PER_COMMIT = 90;
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
    if (await faults.readInPart(() => isTold(services, to))) return;
  }
}

/** @returns false when its commit conflicts */
async function isTold(services: Services, { orgId, providerId }: Recipient): Promise<boolean> {
  const { store, now, outbox } = services;
  // Read before the news: the commit fails when something is added to them, or decided again.
  const version = await store.get(documentsVersionKey(orgId));
  const prefix = keys.documentNews.under(orgId, providerId);
  const [last, stored, registers, org] = await Promise.all([
    readEntry(store, keys.documentMail(orgId, "verdicts", providerId), documentMailRecord),
    listEntries(store, { prefix }, documentNewsRecord),
    readRegisters(store, orgId),
    readEntry(store, keys.org(orgId), organisationRecord),
  ]);
  const instants = stored.map(({ value }) => value.at);
  if (!isVerdictMailDue(instants, last.value?.at ?? null, now())) return true;
  const emails = registers.providers.get(providerId)?.emails ?? [];
  const news = stored.map(({ key, value }) => ({ subject: idOf(key), value }));
  const today = todayOf(services);
  const about = { store, orgId, providerId, registers, today, news };
  const verdicts = await mailedVerdicts(about);
  const atomic = store.atomic().check(unchanged(version), unchanged(last));
  const [first = [], ...others] = chunk(stored, DELETED_PER_COMMIT);
  for (const { key } of first) atomic.delete(key);
  if (verdicts.count > 0 && emails.length > 0) {
    const organisation = org.value?.name ?? "";
    const letter = { kind: "documents-verdicts", organisation, ...verdicts } as const;
    const sender = { ownerId: orgId, reportId: providerId };
    queueMail(atomic, await providerMails(services, atomic, { emails, letter, ...sender }));
    atomic.set(last.key, { at: new Date(now()).toISOString(), day: today });
  }
  const { ok } = await atomic.commit();
  if (!ok) return false;
  outbox.hasQueued();
  // A process that ends here leaves some that the next mail tells again.
  await commitEach(store, others.flat(), {
    perCommit: CHECKED_PER_COMMIT,
    fill: (atomic, entry) => atomic.check(entry).delete(entry.key),
  });
  return true;
}
