/**
 * Writes documents with the index of the lists that contain them; reads these lists, remembered until a document changes.
 *
 * @module
 */

import { addYears, isIsoDate, type IsoDate } from "@/lib/base/civil_dates.ts";
import { secretHash } from "@/lib/base/secrets.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  type Entry,
  type Key,
  readable,
  type Selector,
  type Store,
} from "@/lib/store/store.ts";
import { StoreMemory } from "@/lib/store/store_memory.ts";
import { type DocumentList, isAwaited } from "./document_states.ts";
import { deadlineOf, documentLists, finalDueDate } from "./due_dates.ts";
import {
  type DocumentIndexRecord,
  documentIndexRecord,
  type DocumentPlace,
  type DocumentRecord,
  type RequestRecord,
} from "./records.ts";

/** The key of the counter of changes of an organisation's lists. */
export function documentsVersionKey(orgId: string): Key {
  return keys.version("documents", orgId);
}

function placeKey(orgId: string, [list, deadline, requestId, documentId]: DocumentPlace) {
  return keys.documentIndex(orgId, list, deadline, requestId, documentId);
}

/** Counts a change of an organisation's lists. */
export function countChange(atomic: Atomic, orgId: string): void {
  atomic.sum(documentsVersionKey(orgId), 1n);
}

export interface DocumentPath {
  readonly orgId: string;
  readonly requestId: string;
  readonly documentId: string;
}

export function documentKey({ orgId, requestId, documentId }: DocumentPath): Key {
  return keys.document(orgId, requestId, documentId);
}

/** Stored lists: an awaited document is running or late depending on the day only. */
type StoredList = DocumentPlace[0];

/** A change of a document: `before` as stored, null for a new one; `after` null to delete it. */
export interface DocumentChange {
  readonly path: DocumentPath;
  readonly before: DocumentRecord | null;
  readonly after: DocumentRecord | null;
}

/** Adds a document and its place in each list to a commit. */
export function setDocument(
  atomic: Atomic,
  path: DocumentPath,
  change: Omit<DocumentChange, "path">,
): Atomic {
  return setDocuments(atomic, path.orgId, [{ path, ...change }]);
}

/** Adds documents of an organisation and their places in each list to a commit. */
export function setDocuments(
  atomic: Atomic,
  orgId: string,
  changes: readonly DocumentChange[],
): Atomic {
  countChange(atomic, orgId);
  for (const change of changes) setOne(atomic, change);
  return atomic;
}

function setOne(atomic: Atomic, { path, before, after }: DocumentChange): void {
  if (before !== null) {
    for (const place of placesOf(path, before)) atomic.delete(placeKey(path.orgId, place));
  }
  if (before !== null && isAwaited(before.state) && !(after && isAwaited(after.state))) {
    atomic.delete(keys.documentReminded(path.orgId, path.requestId, path.documentId));
  }
  if (after === null) {
    atomic.delete(documentKey(path));
    return;
  }
  const { projectId, equipmentId, state, uploadDate, compliance } = after;
  const shown: DocumentIndexRecord = { projectId, equipmentId, state, uploadDate, compliance };
  for (const place of placesOf(path, after)) atomic.set(placeKey(path.orgId, place), shown);
  atomic.set(documentKey(path), after);
}

function placesOf(
  { requestId, documentId }: DocumentPath,
  record: DocumentRecord,
): readonly DocumentPlace[] {
  return storedLists(record).map((list) => [list, deadlineOf(record), requestId, documentId]);
}

function storedLists(record: DocumentRecord): readonly StoredList[] {
  if (isAwaited(record.state)) return ["awaited"];
  // The lists of a document that is not awaited do not depend on the day.
  const lists = documentLists(record, { today: record.dueDate, reminder: 0 });
  return lists.filter((list) => list !== "running" && list !== "late");
}

/** Subject and due date of an occurrence of a request. */
interface Occurrence {
  readonly projectId: string;
  /** null for the residence as a whole. */
  readonly equipmentId: string | null;
  readonly dueDate: string;
}

/** The id of an occurrence, identical wherever and whenever it is computed. */
export function occurrenceId(
  requestId: string,
  { projectId, equipmentId, dueDate }: Occurrence,
): string {
  const about = JSON.stringify([projectId, equipmentId, dueDate]);
  return `${requestId}.${secretHash(about).slice(0, 16)}`;
}

/** The request of a document, from the prefix of its id; ids of requests contain no dot. */
export function requestOfDocument(documentId: string): string {
  return documentId.slice(0, Math.max(0, documentId.lastIndexOf(".")));
}

export function replacementId(refusedId: string): string {
  const [, first = refusedId, rank = "1"] = /^(.*)~(\d+)$/.exec(refusedId) ?? [];
  return `${first}~${Number(rank) + 1}`;
}

/** The document that was asked first, of a document or its replacements. */
export function firstId(documentId: string): string {
  return documentId.replace(/~\d+$/, "");
}

/** A document not deposited yet. */
export function awaitedDocument(
  occurrence: Occurrence,
  { nbDaysForNewDeadline }: Pick<RequestRecord, "nbDaysForNewDeadline">,
): DocumentRecord {
  return {
    ...occurrence,
    finalDueDate: finalDueDate(occurrence.dueDate, nbDaysForNewDeadline),
    requestFinalDueDate: null,
    state: "none",
    uploadDate: null,
    validateDate: null,
    completionDate: null,
    data: [],
    providerMail: null,
    compliance: null,
    validatorUser: null,
    comment: "",
    file: null,
    replaces: null,
    isReplaced: false,
  };
}

/** True when a document replaces a refused one. */
export function isReplacement(documentId: string): boolean {
  return /~\d+$/.test(documentId);
}

export interface RequestPath {
  readonly orgId: string;
  readonly requestId: string;
}

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
export async function readListings(store: Store, path: ListPath): Promise<Listing[]> {
  const selector = selectorOf(path);
  if (selector === null) return [];
  const listings: Listing[] = [];
  for await (const entry of store.list(selector, { batchSize: READ_AT_ONCE })) {
    listings.push(...readable([entry], documentIndexRecord).map(listingOf));
  }
  return listings;
}

function listingOf({ key, value }: Entry<DocumentIndexRecord>): Listing {
  const [, orgId, , deadline, requestId, documentId] = key;
  return {
    ...value,
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
