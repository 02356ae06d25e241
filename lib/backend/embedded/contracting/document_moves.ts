import { isCurrent, unchanged } from "@/lib/backend/embedded/saving.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { type Decision, type Refusal, write, type Written } from "@/lib/backend/embedded/writes.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, readEntry } from "@/lib/backend/kv/store.ts";
import {
  type DocumentRecord,
  documentRecord,
  type TypedocRecord,
} from "@/lib/backend/records/contracting.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { AuditAction } from "@/lib/contract/calls/audit.ts";
import type { ErrorCode } from "@/lib/contract/errors.ts";
import { documentCompliance } from "@/lib/domain/contracting/compliance.ts";
import { awaitedListOf } from "@/lib/domain/contracting/document_lists.ts";
import { reminderMark } from "@/lib/domain/contracting/mail_marks.ts";
import { dueDateAfterRefusal } from "@/lib/domain/contracting/occurrences.ts";
import { canTransition, isAwaited } from "@/lib/domain/contracting/states.ts";
import type { DocumentValue } from "@/lib/domain/contracting/types.ts";
import {
  awaitedDocument,
  documentKey,
  type DocumentPath,
  replacementId,
  setDocument,
} from "./document_index.ts";
import {
  auditSubject,
  type Movable,
  readMovable,
  readNames,
  readSubjects,
} from "./document_subjects.ts";
import { todayOf } from "./listings.ts";
import { setNews } from "./provider_news.ts";

/** Adds a changed document to a commit, with the check that it and its request are unchanged since they were read. */
export function setMoved(
  { now }: Pick<Services, "now">,
  atomic: Atomic,
  { path, document, request }: Movable,
  change: Partial<DocumentRecord>,
): void {
  const { value: before } = document;
  atomic.check(unchanged(document), unchanged(request));
  setDocument(atomic, path, { before, after: { ...before, ...change }, atMs: now() });
}

export interface Move {
  readonly path: DocumentPath;
  /** The residence of the document; read without it. */
  readonly projectId?: string;
  readonly caller: Caller;
  readonly action: AuditAction;
}

/** Moves a document: one commit with its audit line, decided again after a conflict. @param fill returns why it does not move */
export async function moveDocument<Code extends ErrorCode>(
  services: Services,
  { path, projectId: known, ...by }: Move,
  fill: (atomic: Atomic, movable: Movable) => Promise<Code | null> | Code | null,
): Promise<Written<null, Code | "not-found">> {
  const projectId = known ?? (await readMovable(services, path))?.document.value.projectId;
  if (projectId === undefined) return { ok: false, code: "not-found" };
  return await write<null, Code | "not-found">(services, { ...by, projectId }, async (atomic) => {
    const movable = await readMovable(services, path);
    if (movable === null) return { ok: false, code: "not-found" };
    const code = await fill(atomic, movable);
    if (code !== null) return { ok: false, code };
    const subject = auditSubject(movable, await readNames(services.store, movable));
    return { ok: true, answer: null, subject };
  });
}

/**
 * Gives a verdict: one commit writes the state, the replacement of a refused document, what the next mail to its provider says, and the
 * audit line.
 *
 * @spec contracting.verdict
 */
export const validateDocument: Handler<"validateDocument"> = (services, input, caller) => {
  const { body, ...path } = input;
  const move = { path, caller, action: "validateDocument" } as const;
  return moveDocument(services, move, (atomic, movable) => {
    const { document } = movable;
    // Another verdict cannot be replaced, unlike the values of a conflict.
    if (!canTransition(document.value.state, body.state)) return "document-not-awaiting-validation";
    if (!isCurrent(body.version, document)) return "conflict";
    setMoved(services, atomic, movable, {
      state: body.state,
      compliance: body.state === "refused" ? null : body.compliance,
      comment: body.state === "valid" ? "" : body.comment,
      validateDate: new Date(services.now()).toISOString(),
      validatorUser: caller.kind === "account" ? caller.email : null,
    });
    if (body.state === "refused") setReplacement(services, atomic, movable, body.comment);
    setNews(atomic, movable, services.now());
    return null;
  });
};

/** @param why read by those who deposit the replacement */
function setReplacement(
  { now }: Services,
  atomic: Atomic,
  { path, document, request }: Movable,
  why: string,
): void {
  const { projectId, equipmentId } = document.value;
  const { nbDaysForNewDeadline, reminder, providerId, close } = request.value;
  const dueDate = dueDateAfterRefusal(document.value, nbDaysForNewDeadline);
  const after: DocumentRecord = {
    ...awaitedDocument({ projectId, equipmentId, dueDate }, request.value),
    state: "from-refused",
    replaces: path.documentId,
    comment: why,
  };
  const documentId = replacementId(path.documentId);
  setDocument(atomic, { ...path, documentId }, { before: null, after, atMs: now() });
  const list = awaitedListOf(after, { today: todayOf({ now }), reminder });
  if (list === null || close) return;
  // The mail of the refusal asks for it: a reminder would ask again within the hour.
  const mark = reminderMark({ list, deadline: dueDate, providerId });
  atomic.set(keys.documentReminded(path.orgId, path.requestId, documentId), mark);
}

interface Deposit {
  readonly providerMail: string;
  /** Civil day of the work. */
  readonly completionDate: string;
  readonly data: readonly Pick<DocumentValue, "typedocValueId" | "rank" | "value">[];
  /** The values that the data were checked against, stored with the document in case its type changes. */
  readonly asked: TypedocRecord["values"];
  readonly file: { readonly id: string; readonly name: string; readonly size: number };
}

/**
 * The document to deposit for an id: the replacement of a refused document, followed repeatedly.
 *
 * @returns a refusal when there is none, or when it awaits no deposit
 */
export async function depositedAt(
  services: Pick<Services, "store">,
  path: DocumentPath,
): Promise<Movable | Refusal<"not-found" | "document-not-awaiting-upload">> {
  const movable = await readMovable(services, path);
  if (movable === null) return { ok: false, code: "not-found" };
  const { document: { value: { state } }, request } = movable;
  if (state === "refused") {
    return await depositedAt(services, { ...path, documentId: replacementId(path.documentId) });
  }
  if (request.value.close || !isAwaited(state)) {
    return { ok: false, code: "document-not-awaiting-upload" };
  }
  return movable;
}

/**
 * Fills the commit of a deposit, a plan of `write()` on the residence of the document.
 *
 * It also changes the organisation's version: a request cannot be deleted during a deposit.
 *
 * @spec contracting.deposit
 */
export async function deposited(
  services: Services,
  atomic: Atomic,
  { path, ...deposit }: Deposit & { readonly path: DocumentPath },
): Promise<Decision<null> | Refusal<"not-found" | "document-not-awaiting-upload">> {
  const movable = await depositedAt(services, path);
  if ("code" in movable) return movable;
  const subjects = await readSubjects(services.store, movable);
  const data = deposit.data.map((value) => ({ ...value }));
  setMoved(services, atomic, movable, {
    ...deposit,
    data,
    state: "to-valid",
    uploadDate: new Date(services.now()).toISOString(),
    // The reason of the refusal that it answers stays with the refused one.
    comment: "",
    compliance: documentCompliance(data, deposit.asked),
  });
  await setReplaced(services, atomic, movable);
  const also = [{ kind: "org", id: path.orgId }] as const;
  return { ok: true, answer: null, subject: auditSubject(movable, subjects), also };
}

/** Removes from the refused list the document that a deposited or abandoned one replaces. */
async function setReplaced(
  { store, now }: Pick<Services, "store" | "now">,
  atomic: Atomic,
  { path, document: { value: { replaces } } }: Movable,
): Promise<void> {
  if (replaces === null) return;
  const refusedPath = { ...path, documentId: replaces };
  const refused = await readEntry(store, documentKey(refusedPath), documentRecord);
  if (refused.value === null) return;
  const after = { ...refused.value, isReplaced: true };
  const change = { before: refused.value, after, atMs: now() };
  setDocument(atomic.check(unchanged(refused)), refusedPath, change);
}

/** Adds to a commit that an awaited document is asked no more. @returns false when it is not awaited */
export async function setAbandoned(
  services: Pick<Services, "store" | "now">,
  atomic: Atomic,
  movable: Movable,
  comment: string,
): Promise<boolean> {
  if (!canTransition(movable.document.value.state, "not-transmitted")) return false;
  setMoved(services, atomic, movable, { state: "not-transmitted", comment });
  await setReplaced(services, atomic, movable);
  const { document: { value: before }, request: { value: { reminder } } } = movable;
  // A provider has not seen a document whose reminder window has not begun, unless it replaces a refused one.
  const isSeen = before.replaces !== null ||
    awaitedListOf(before, { today: todayOf(services), reminder }) !== null;
  if (isSeen) setNews(atomic, movable, services.now());
  return true;
}
