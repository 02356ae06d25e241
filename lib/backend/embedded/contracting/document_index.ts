import { secretHash } from "@/lib/backend/accounts/secrets.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic, Key } from "@/lib/backend/kv/store.ts";
import type {
  DocumentIndexRecord,
  DocumentRecord,
  RequestRecord,
} from "@/lib/backend/records/contracting.ts";
import {
  deadlineOf,
  type DocumentList,
  documentLists,
} from "@/lib/domain/contracting/document_lists.ts";
import { finalDueDate } from "@/lib/domain/contracting/occurrences.ts";
import { isAwaited } from "@/lib/domain/contracting/states.ts";

export interface DocumentPath {
  readonly orgId: string;
  readonly requestId: string;
  readonly documentId: string;
}

export function documentKey({ orgId, requestId, documentId }: DocumentPath): Key {
  return keys.document(orgId, requestId, documentId);
}

/** The key of a number that grows with each change of the lists of an organisation. */
export function documentsVersionKey(orgId: string): Key {
  return keys.version("documents", orgId);
}

/** Lists as they are stored: the day alone says whether an awaited document is running or late. */
export type StoredList = "awaited" | Exclude<DocumentList, "running" | "late">;

/**
 * Puts a document and its place in each list into a commit, and the version of the lists that {@link ListingMemory} reads.
 *
 * @param change `before`: as it is stored, null for a new one; `after`: null deletes it
 */
export function setDocument(
  atomic: Atomic,
  path: DocumentPath,
  { before, after }: { before: DocumentRecord | null; after: DocumentRecord | null },
): Atomic {
  atomic.sum(documentsVersionKey(path.orgId), 1n);
  if (before !== null) { for (const key of indexKeys(path, before)) atomic.delete(key); }
  if (before !== null && isAwaited(before.state) && !(after && isAwaited(after.state))) {
    atomic.delete(keys.documentReminded(path.orgId, path.requestId, path.documentId));
  }
  if (after === null) return atomic.delete(documentKey(path));
  const { projectId, equipmentId, state, uploadDate, compliance } = after;
  const place: DocumentIndexRecord = { projectId, equipmentId, state, uploadDate, compliance };
  for (const key of indexKeys(path, after)) atomic.set(key, place);
  return atomic.set(documentKey(path), after);
}

function indexKeys({ orgId, requestId, documentId }: DocumentPath, record: DocumentRecord): Key[] {
  return storedLists(record).map((list) =>
    keys.documentIndex(orgId, list, deadlineOf(record), requestId, documentId)
  );
}

function storedLists(record: DocumentRecord): readonly StoredList[] {
  if (isAwaited(record.state)) return ["awaited"];
  // Of a document that is not awaited no list depends on the day.
  const lists = documentLists(record, { today: record.dueDate, reminder: 0 });
  return lists.filter((list) => list !== "running" && list !== "late");
}

/** What an occurrence of a request is about. */
export interface Occurrence {
  readonly projectId: string;
  /** null for the residence as a whole. */
  readonly equipmentId: string | null;
  readonly dueDate: string;
}

/** The id of an occurrence: the same wherever and whenever it is made. */
export function occurrenceId(
  requestId: string,
  { projectId, equipmentId, dueDate }: Occurrence,
): string {
  const about = JSON.stringify([projectId, equipmentId, dueDate]);
  return `${requestId}.${secretHash(about).slice(0, 16)}`;
}

/** The request of a document, which its id begins with; ids of requests hold no dot. */
export function requestOfDocument(documentId: string): string {
  return documentId.slice(0, Math.max(0, documentId.lastIndexOf(".")));
}

export function replacementId(refusedId: string): string {
  const [, first = refusedId, rank = "1"] = /^(.*)~(\d+)$/.exec(refusedId) ?? [];
  return `${first}~${Number(rank) + 1}`;
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
