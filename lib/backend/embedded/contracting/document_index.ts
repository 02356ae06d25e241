import { secretHash } from "@/lib/backend/accounts/secrets.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic, Key } from "@/lib/backend/kv/store.ts";
import type {
  DocumentIndexRecord,
  DocumentPlace,
  DocumentRecord,
  RequestRecord,
} from "@/lib/backend/records/contracting.ts";
import { deadlineOf, documentLists } from "@/lib/domain/contracting/document_lists.ts";
import { finalDueDate } from "@/lib/domain/contracting/occurrences.ts";
import { isAwaited } from "@/lib/domain/contracting/states.ts";
import { noteChange, placeKey } from "./document_changes.ts";

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
  noteChange(atomic, orgId, { places: changes.flatMap(changedPlaces), atMs });
  for (const change of changes) setOne(atomic, change);
  return atomic;
}

function changedPlaces({ path, before, after }: DocumentChange): readonly DocumentPlace[] {
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
