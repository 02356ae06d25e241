/** Writes documents with the index of the lists that contain them. @module */

import { secretHash } from "@/lib/base/secrets.ts";
import type { Counted } from "@/lib/store/commits.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, type Key, parsedEntry, type Store } from "@/lib/store/store.ts";
import { isAwaited } from "./document_states.ts";
import { deadlineOf, documentLists, finalDueDate } from "./due_dates.ts";
import {
  type DocumentIndexRecord,
  type DocumentPlace,
  documentPlaces,
  type DocumentRecord,
  type RequestRecord,
} from "./records.ts";

/** How long a change can be read, ms: a list not read for longer is read whole. */
const KEPT_MS = 3_600_000;
/** Extra changes read beyond the requested ones: later changes, and those of a process whose clock is ahead. */
const BEYOND = 100;
const READ_AT_ONCE = 500;
/** Maximum number of places in one value: after a larger commit, the lists are read whole. */
const MOST_PLACES = 500;

/** The key of the counter of changes of an organisation's lists. */
export function documentsVersionKey(orgId: string): Key {
  return keys.version("documents", orgId);
}

export function placeKey(orgId: string, [list, deadline, requestId, documentId]: DocumentPlace) {
  return keys.documentIndex(orgId, list, deadline, requestId, documentId);
}

/** Records a change of an organisation's lists, with the changed places. */
export function noteChange(
  atomic: Atomic,
  orgId: string,
  { places, atMs }: { readonly places: readonly DocumentPlace[]; readonly atMs: number },
): void {
  const [, , , first = ""] = places[0] ?? [];
  atomic.sum(documentsVersionKey(orgId), 1n);
  if (places.length > MOST_PLACES) return;
  atomic.set(keys.documentChange(orgId, atMs, first), places, { expireIn: KEPT_MS });
}

/** Two versions of the lists of an organisation, and the maximum number of changes to read. */
interface Between {
  readonly from: Counted;
  readonly to: Counted;
  readonly most: number;
}

/**
 * The places that changed from one version to another.
 *
 * The stamps select the changes between the two versions, and the counts verify that all were found: an older program
 * counts without recording places, clocks of processes differ, and changes expire.
 *
 * @returns null when there are too many changes, or some are missing
 */
export async function changedPlaces(
  store: Store,
  orgId: string,
  { from, to, most }: Between,
): Promise<readonly DocumentPlace[] | null> {
  const count = Number(to.count - from.count);
  if (count <= 0 || count > most) return null;
  const places: DocumentPlace[] = [];
  let found = 0;
  const newestFirst = store.list({ prefix: keys.documentChange.under(orgId) }, {
    reverse: true,
    limit: count + BEYOND,
    batchSize: Math.min(count + BEYOND, READ_AT_ONCE),
  });
  for await (const entry of newestFirst) {
    if (entry.versionstamp <= from.versionstamp || entry.versionstamp > to.versionstamp) continue;
    places.push(...parsedEntry(entry, documentPlaces).value);
    if (++found === count) return places;
  }
  return null;
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
export type StoredList = DocumentPlace[0];

/** A change of a document: `before` as stored, null for a new one; `after` null to delete it. */
export interface DocumentChange {
  readonly path: DocumentPath;
  readonly before: DocumentRecord | null;
  readonly after: DocumentRecord | null;
}

/** Adds a document and its place in each list to a commit, as {@link setDocuments}. */
export function setDocument(
  atomic: Atomic,
  path: DocumentPath,
  { atMs, ...change }: Omit<DocumentChange, "path"> & { readonly atMs: number },
): Atomic {
  return setDocuments(atomic, path.orgId, { changes: [{ path, ...change }], atMs });
}

/**
 * Adds documents of an organisation and their places in each list to a commit, and records the changed places for
 * {@link ListingMemory}.
 *
 * @param atMs the present instant
 */
export function setDocuments(
  atomic: Atomic,
  orgId: string,
  { changes, atMs }: { readonly changes: readonly DocumentChange[]; readonly atMs: number },
): Atomic {
  noteChange(atomic, orgId, { places: changes.flatMap(placesBeforeAndAfter), atMs });
  for (const change of changes) setOne(atomic, change);
  return atomic;
}

function placesBeforeAndAfter({ path, before, after }: DocumentChange): readonly DocumentPlace[] {
  return [before, after].flatMap((record) => record === null ? [] : placesOf(path, record));
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
