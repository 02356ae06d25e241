/** Writes documents with the index of the lists that contain them. @module */

import { secretHash } from "@/lib/base/secrets.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, type Key } from "@/lib/store/store.ts";
import { isAwaited } from "./document_states.ts";
import { deadlineOf, documentLists, finalDueDate } from "./due_dates.ts";
import {
  type DocumentIndexRecord,
  type DocumentPlace,
  type DocumentRecord,
  type RequestRecord,
} from "./records.ts";

/** The key of the counter of changes of an organisation's lists. */
export function documentsVersionKey(orgId: string): Key {
  return keys.version("documents", orgId);
}

export function placeKey(orgId: string, [list, deadline, requestId, documentId]: DocumentPlace) {
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
export type StoredList = DocumentPlace[0];

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
