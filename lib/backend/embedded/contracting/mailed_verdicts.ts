/** What a mail tells a provider of a landlord's decisions. @module */
import { getAll, readable, type Store, type Unreadable } from "@/lib/backend/kv/store.ts";
import {
  type DocumentNewsRecord,
  documentRecord,
  type RequestRecord,
} from "@/lib/backend/records/contracting.ts";
import { awaitedListOf, deadlineOf } from "@/lib/domain/contracting/document_lists.ts";
import { isAwaited } from "@/lib/domain/contracting/states.ts";
import type { DocumentRow } from "@/lib/domain/contracting/types.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { compareValues } from "@/lib/domain/tables/sort.ts";
import {
  type MailedVerdict,
  type Verdict,
  type VerdictLetter,
  VERDICTS,
} from "@/lib/text/contracting/verdicts.ts";
import { documentKey, firstId, replacementId, requestOfDocument } from "./document_index.ts";
import { type Registers, rowsOf } from "./document_rows.ts";
import { type Listing, readListings } from "./listing_memory.ts";
import { nameOf } from "./provider_mails.ts";

/** News of one provider, with the id of the request of each that is about a request. */
interface ProviderNews {
  readonly store: Store;
  readonly unreadable: Unreadable;
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
export async function mailedVerdicts(
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
  { store, unreadable, orgId, registers, news }: ProviderNews,
): Promise<MailedVerdict[]> {
  const paths = news.flatMap(({ value: { documentId } }) =>
    documentId === null ? [] : [{ orgId, requestId: requestOfDocument(documentId), documentId }]
  );
  const rows = await rowsOf(store, registers, paths, unreadable);
  const refused = rows.filter(({ state }) => state === "refused");
  const replacements = await getAll(
    store,
    refused.map(({ id, requestId }) =>
      documentKey({ orgId, requestId, documentId: replacementId(id) })
    ),
  );
  const again = new Map(refused.map(({ id }, rank) => {
    const [next] = readable(replacements.slice(rank, rank + 1), documentRecord, unreadable);
    return [id, next && isAwaited(next.value.state) ? deadlineOf(next.value) : null];
  }));
  return rows.flatMap((row): MailedVerdict[] => {
    const verdict = verdictOf(row);
    const isClosed = registers.requests.get(row.requestId)?.close ?? false;
    return verdict === undefined ? [] : [{
      verdict,
      name: nameOf(row.typedocName, row.projectName, row.equipmentName),
      deadline: deadlineOf(row),
      comment: row.comment,
      again: isClosed ? null : again.get(row.id) ?? null,
      isClosed,
    }];
  }).sort(byUrgency);
}

function verdictOf({ state }: DocumentRow): Verdict | undefined {
  return VERDICTS.find((verdict) => verdict === state);
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
  const rows = await rowsOf(
    about.store,
    registers,
    listed.slice(0, MOST_VERDICTS),
    about.unreadable,
  );
  const verdicts = ended.flatMap(({ requestId, name, verdict }) => {
    const own = rows.filter((row) => row.requestId === requestId);
    const contract = registers.contracts.get(registers.requests.get(requestId)?.contractId ?? "");
    const whole = { name: nameOf(name, contract?.name), deadline: null };
    const subjects = own.length === 0 ? [whole] : own.map((row) => ({
      name: nameOf(row.typedocName, row.projectName, row.equipmentName),
      deadline: deadlineOf(row),
    }));
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
  { store, unreadable, orgId, registers, today, news }: ProviderNews,
  requestIds: ReadonlySet<string>,
): Promise<Listing[]> {
  const awaited = await readListings(store, { orgId, list: "running" }, unreadable);
  const inOtherMail = new Set(news.map(({ subject }) => subject));
  return awaited.filter(({ requestId, documentId, deadline, state }) => {
    if (inOtherMail.has(firstId(documentId))) return false;
    const reminder = registers.requests.get(requestId)?.reminder ?? 0;
    const document = { dueDate: deadline, requestFinalDueDate: null, state };
    return requestIds.has(requestId) && awaitedListOf(document, { today, reminder }) !== null;
  });
}
