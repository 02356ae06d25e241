import type { Services } from "@/lib/backend/embedded/services.ts";
import { parsedEntry } from "@/lib/backend/kv/entries.ts";
import { idOf } from "@/lib/backend/kv/key.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Entry, Selector } from "@/lib/backend/kv/store.ts";
import {
  type DocumentIndexRecord,
  documentIndexRecord,
} from "@/lib/backend/records/contracting.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import { type DocumentList, isRunning } from "@/lib/domain/contracting/document_lists.ts";
import type { DocumentRow } from "@/lib/domain/contracting/types.ts";
import { addDays, addYears, isIsoDate, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import type { DocumentPath, StoredList } from "./document_index.ts";
import { readRegisters, type Registers, rowsOf } from "./document_rows.ts";

/** Which list of an organisation, or of one of its residences, is read by whom. */
export interface ListQuery {
  readonly orgId: string;
  readonly projectId?: string;
  readonly list: DocumentList;
  /** Of the history: "2024". */
  readonly year?: string;
  readonly caller: Caller;
}

/** A place in a list, before its document is read. */
export interface Listing extends DocumentIndexRecord, DocumentPath {
  readonly deadline: IsoDate;
}

/** The lists of documents of an organisation and of a residence. @spec contracting.lists */
export function documentLists(services: Services) {
  const listed = (list: DocumentList) => async (place: Place, caller: Caller) => ({
    ok: true as const,
    answer: await listDocuments(services, { ...place, list, caller }),
  });
  const [running, late, toValidate, refused, history] = [
    listed("running"),
    listed("late"),
    listed("to-validate"),
    listed("refused"),
    listed("history"),
  ];
  return {
    listDocumentsRunning: running,
    listDocumentsLate: late,
    listDocumentsToValidate: toValidate,
    listDocumentsRefused: refused,
    listDocumentsHistory: history,
    listProjectDocumentsRunning: running,
    listProjectDocumentsLate: late,
    listProjectDocumentsToValidate: toValidate,
    listProjectDocumentsRefused: refused,
    listProjectDocumentsHistory: history,
    countDocuments: async ({ orgId }: Place, caller: Caller) => {
      const registers = await readRegisters(services.store, orgId);
      const countOf = async (list: DocumentList) =>
        (await listings(services, registers, { orgId, list, caller })).length;
      const [running, late, toValidate, refused] = await Promise.all([
        countOf("running"),
        countOf("late"),
        countOf("to-validate"),
        countOf("refused"),
      ]);
      return { ok: true as const, answer: { running, late, toValidate, refused } };
    },
  } satisfies Partial<Backend>;
}

type Place = Pick<ListQuery, "orgId" | "projectId" | "year">;

async function listDocuments(services: Services, query: ListQuery): Promise<DocumentRow[]> {
  const registers = await readRegisters(services.store, query.orgId);
  return await rowsOf(services.store, registers, await listings(services, registers, query));
}

/** The places of a list that the caller may see, by deadline. */
export async function listings(
  services: Services,
  registers: Registers,
  query: ListQuery,
): Promise<Listing[]> {
  return await everyListing(services, registers, {
    ...query,
    isSeen: await seenBy(services, registers, query),
  });
}

/** The places of a list, by deadline. */
export async function everyListing(
  services: Pick<Services, "store" | "now">,
  registers: Registers,
  { isSeen, ...query }: Omit<ListQuery, "caller"> & { isSeen(listing: Listing): boolean },
): Promise<Listing[]> {
  const today = civilDateOf(services.now(), DEFAULT_TIME_ZONE);
  const selector = selectorOf(query, { today, registers });
  if (selector === null) return [];
  const found: Listing[] = [];
  for await (const entry of services.store.list(selector, { batchSize: 500 })) {
    const listing = listingOf(entry);
    if (isSeen(listing) && isListed(listing, { query, registers, today })) found.push(listing);
  }
  return found;
}

function listingOf(entry: Entry): Listing {
  const [, orgId, , deadline, requestId] = entry.key.map(String);
  return {
    ...parsedEntry(entry, documentIndexRecord).value,
    orgId: orgId ?? "",
    requestId: requestId ?? "",
    documentId: idOf(entry.key),
    deadline: deadline ?? "",
  };
}

/** The run of keys in which a list is; null for a year that is none. */
function selectorOf(
  { orgId, list, year = "" }: Pick<ListQuery, "orgId" | "list" | "year">,
  { today, registers }: { today: IsoDate; registers: Registers },
): Selector | null {
  const from = (day: IsoDate, stored: StoredList) => keys.documentIndex.under(orgId, stored, day);
  const prefix = (stored: StoredList) => keys.documentIndex.under(orgId, stored);
  if (list === "late") return { prefix: prefix("awaited"), end: from(today, "awaited") };
  if (list === "running") {
    const reminders = [...registers.requests.values()].map(({ reminder }) => reminder);
    const last = addDays(today, Math.max(0, ...reminders));
    return { start: from(today, "awaited"), end: from(addDays(last, 1), "awaited") };
  }
  if (list !== "history") return { prefix: prefix(list) };
  const first = `${year}-01-01`;
  if (!isIsoDate(first) || year === "9999") return null;
  return { start: from(first, list), end: from(addYears(first, 1), list) };
}

/** A document of a request that is closed, or deleted, is not awaited. */
function isListed(
  { deadline, requestId, state }: Listing,
  { query: { list }, registers, today }: {
    query: Pick<ListQuery, "list">;
    registers: Registers;
    today: IsoDate;
  },
): boolean {
  const request = registers.requests.get(requestId);
  if (request === undefined) return false;
  if (list !== "running" && list !== "late") return true;
  const document = { dueDate: deadline, requestFinalDueDate: null, state };
  const { close, reminder } = request;
  return !close && (list === "late" || isRunning(document, { today, reminder }));
}

/** A user sees the documents of residences where they hold the role, a provider their own. @spec contracting.providers-own */
async function seenBy(
  { callerRoles }: Services,
  { requests }: Registers,
  { orgId, projectId, caller }: ListQuery,
): Promise<(listing: Listing) => boolean> {
  if (projectId !== undefined) return (listing) => listing.projectId === projectId;
  if (caller.kind === "provider") {
    const own = new Set(
      caller.providers.flatMap((one) => one.orgId === orgId ? [one.providerId] : []),
    );
    return ({ requestId }) => own.has(requests.get(requestId)?.providerId ?? "");
  }
  const roles = await callerRoles.of(caller).rolesByProject(orgId);
  return (listing) => roles.get(listing.projectId)?.has("collect:documents:read") ?? false;
}
