/** Reads the lists of documents, remembered until a document changes. @module */

import { addYears, isIsoDate, type IsoDate } from "@/lib/base/civil_dates.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Entry, readable, type Selector, type Store } from "@/lib/store/store.ts";
import { StoreMemory } from "@/lib/store/store_memory.ts";
import {
  type DocumentPath,
  documentsVersionKey,
  replacementId,
  type StoredList,
} from "./document_index.ts";
import type { DocumentList } from "./document_states.ts";
import { type DocumentIndexRecord, documentIndexRecord } from "./records.ts";

/** A place in a list, before its document is read. */
export interface Listing extends DocumentIndexRecord, DocumentPath {
  readonly deadline: IsoDate;
}

/** A list of an organisation; the history is by year: "2024". */
export interface ListPath {
  readonly orgId: string;
  readonly list: DocumentList;
  readonly year?: string;
}

const READ_AT_ONCE = 500;
/** Memory of a place in a list, about, bytes. */
const LISTING_BYTES = 200;

const LISTS = new StoreMemory<readonly Listing[]>(
  "document list",
  (all) => all.length * LISTING_BYTES,
);

/** The entries of a stored list by deadline, read again after any change of the documents of its organisation. */
export async function listingsOf(store: Store, path: ListPath): Promise<readonly Listing[]> {
  const { orgId, list, year = "" } = path;
  // Read before the list: what is written meanwhile is read again.
  const { versionstamp } = await store.get(documentsVersionKey(orgId));
  const name = `${orgId} ${storedList(list)} ${list === "history" ? year : ""}`;
  return await LISTS.of(store, name, versionstamp, () => readListings(store, path));
}

/** The current entries of a stored list, by deadline. */
export async function readListings(
  store: Store,
  path: ListPath,
): Promise<Listing[]> {
  const selector = selectorOf(path);
  if (selector === null) return [];
  const listings: Listing[] = [];
  for await (const entry of store.list(selector, { batchSize: READ_AT_ONCE })) {
    const read = readable([entry], documentIndexRecord);
    for (const one of read) listings.push(listingOf(one));
  }
  return listings;
}

function listingOf({ key, value }: Entry<DocumentIndexRecord>): Listing {
  const [, orgId, , deadline, requestId, documentId] = key;
  const { projectId, equipmentId, state, uploadDate, compliance } = value;
  return {
    projectId,
    equipmentId,
    state,
    uploadDate,
    compliance,
    orgId: String(orgId),
    deadline: String(deadline),
    requestId: String(requestId),
    documentId: String(documentId),
  };
}

/** The key range of a list; null for an invalid year. */
function selectorOf({ orgId, list, year = "" }: ListPath): Selector | null {
  if (list !== "history") return { prefix: keys.documentIndex.under(orgId, storedList(list)) };
  const first = `${year}-01-01`;
  if (!isIsoDate(first) || year === "9999") return null;
  const from = (day: IsoDate) => keys.documentIndex.under(orgId, list, day);
  return { start: from(first), end: from(addYears(first, 1)) };
}

function storedList(list: DocumentList): StoredList {
  return list === "running" || list === "late" ? "awaited" : list;
}

/** The deadline with which each document is listed, by its id. */
export function deadlinesById(listings: readonly Listing[]): ReadonlyMap<string, IsoDate> {
  return new Map(listings.map(({ documentId, deadline }) => [documentId, deadline]));
}

/**
 * Refused documents with the deadline of the replacement that their provider has to deposit.
 *
 * @param awaited every awaited document of their organisation
 * @spec contracting.replacement
 */
export function withReplacementDeadlines(
  refused: readonly Listing[],
  awaited: readonly Listing[],
): Listing[] {
  const wanted = new Set(refused.map(({ documentId }) => replacementId(documentId)));
  const deadlines = deadlinesById(awaited.filter(({ documentId }) => wanted.has(documentId)));
  return refused.map((one) => {
    const deadline = deadlines.get(replacementId(one.documentId)) ?? one.deadline;
    return { ...one, deadline };
  });
}
