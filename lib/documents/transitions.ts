/** Moves documents between states: deposited, validated, refused, abandoned, postponed. @module */

import type { AuditAction } from "@/lib/api/audit.ts";
import { askFirst } from "@/lib/api/confirmations.ts";
import { isDueDate } from "@/lib/api/far_dates.ts";
import type { Services } from "@/lib/api/services.ts";
import type { Refusal } from "@/lib/api/call.ts";
import { type Commit, isCurrent, transact, type Written } from "@/lib/api/writes.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { chunk } from "@/lib/base/concurrency.ts";
import type { ErrorCode } from "@/lib/base/errors.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, readEntry, unchanged } from "@/lib/store/store.ts";
import type { Handler } from "./calls.ts";
import {
  auditSubject,
  type Movable,
  readMovable,
  readNames,
  readSubjects,
} from "./document_details.ts";
import {
  awaitedDocument,
  documentKey,
  type DocumentPath,
  replacementId,
  requestOfDocument,
  setDocument,
} from "./document_index.ts";
import { todayOf } from "./document_lists.ts";
import { canTransition, isAwaited } from "./document_states.ts";
import { awaitedListOf, dueDateAfterRefusal, reminderMark } from "./due_dates.ts";
import { type DocumentRecord, documentRecord, type TypedocRecord } from "./records.ts";
import type { DocumentValue } from "./schema.ts";
import { documentCompliance } from "./upload_rules.ts";
import { setNews } from "./verdict_mails.ts";

/** Adds a changed document to a commit, with the check that it and its request are unchanged since they were read. */
function setMoved(
  atomic: Atomic,
  { path, document, request }: Movable,
  change: Partial<DocumentRecord>,
): void {
  const { value: before } = document;
  atomic.check(unchanged(document), unchanged(request));
  setDocument(atomic, path, { before, after: { ...before, ...change } });
}

interface Move {
  readonly path: DocumentPath;
  /** The residence of the document; read without it. */
  readonly projectId?: string;
  readonly caller: Caller;
  readonly action: AuditAction;
}

/** Moves a document: one commit with its audit line, decided again after a conflict. @param fill returns why it does not move */
async function moveDocument<Code extends ErrorCode>(
  services: Services,
  { path, projectId: known, ...by }: Move,
  fill: (atomic: Atomic, movable: Movable) => Promise<Code | null> | Code | null,
): Promise<Written<null, Code | "not-found">> {
  const projectId = known ?? (await readMovable(services, path))?.document.value.projectId;
  if (projectId === undefined) return { ok: false, code: "not-found" };
  return await transact<null, Code | "not-found">(
    services,
    { ...by, projectId },
    async (atomic) => {
      const movable = await readMovable(services, path);
      if (movable === null) return { ok: false, code: "not-found" };
      const code = await fill(atomic, movable);
      if (code !== null) return { ok: false, code };
      const subject = auditSubject(movable, await readNames(services.store, movable));
      return { ok: true, answer: null, subject };
    },
  );
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
    setMoved(atomic, movable, {
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
  setDocument(atomic, { ...path, documentId }, { before: null, after });
  const list = awaitedListOf(after, { today: todayOf({ now }), reminder });
  if (list === null || close) return;
  // The mail of the refusal asks for it: a reminder would ask again within the hour.
  const mark = reminderMark({ list, deadline: dueDate, providerId });
  atomic.set(keys.documentReminded(path.orgId, path.requestId, documentId), mark);
}

/** Adds to a commit a document that the landlord itself deposits, valid at once. */
export async function setFiled(
  services: Pick<Services, "store" | "now">,
  atomic: Atomic,
  movable: Movable,
  change: Partial<DocumentRecord>,
): Promise<void> {
  setMoved(atomic, movable, change);
  await setReplaced(services, atomic, movable);
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
 * Fills the commit of a deposit, a plan of `transact()` on the residence of the document.
 *
 * It also changes the organisation's version: a request cannot be deleted during a deposit.
 *
 * @spec contracting.deposit
 */
export async function deposited(
  services: Services,
  atomic: Atomic,
  { path, ...deposit }: Deposit & { readonly path: DocumentPath },
): Promise<Commit<null> | Refusal<"not-found" | "document-not-awaiting-upload">> {
  const movable = await depositedAt(services, path);
  if ("code" in movable) return movable;
  const subjects = await readSubjects(services.store, movable);
  const data = deposit.data.map((value) => ({ ...value }));
  setMoved(atomic, movable, {
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
  { store }: Pick<Services, "store">,
  atomic: Atomic,
  { path, document: { value: { replaces } } }: Movable,
): Promise<void> {
  if (replaces === null) return;
  const refusedPath = { ...path, documentId: replaces };
  const refused = await readEntry(store, documentKey(refusedPath), documentRecord);
  if (refused.value === null) return;
  const after = { ...refused.value, isReplaced: true };
  setDocument(atomic.check(unchanged(refused)), refusedPath, { before: refused.value, after });
}

/** Adds to a commit that an awaited document is asked no more. @returns false when it is not awaited */
export async function setAbandoned(
  services: Pick<Services, "store" | "now">,
  atomic: Atomic,
  movable: Movable,
  comment: string,
): Promise<boolean> {
  if (!canTransition(movable.document.value.state, "not-transmitted")) return false;
  setMoved(atomic, movable, { state: "not-transmitted", comment });
  await setReplaced(services, atomic, movable);
  const { document: { value: before }, request: { value: { reminder } } } = movable;
  // A provider has not seen a document whose reminder window has not begun, unless it replaces a refused one.
  const isSeen = before.replaces !== null ||
    awaitedListOf(before, { today: todayOf(services), reminder }) !== null;
  if (isSeen) setNews(atomic, movable, services.now());
  return true;
}

/** Abandons awaited documents. @spec contracting.mass-actions */
export const dropDocuments: Handler<"dropDocuments"> = async (services, input, caller) => {
  const { orgId, body: { documents: ids, comment } } = input;
  const results = await droppedEach(services, { orgId, ids, caller }, comment);
  return { ok: true, answer: { results } };
};

/** Abandons documents. @returns what became of each, in their order */
export function droppedEach(services: Services, documents: Several, comment: string) {
  const { caller } = documents;
  return eachOf(services, documents, {
    isDone: ({ state }) => state === "not-transmitted",
    move: (at) =>
      moveDocument(
        services,
        { ...at, caller, action: "dropDocuments" },
        async (atomic, movable) => {
          const isAbandoned = await setAbandoned(services, atomic, movable, comment);
          return isAbandoned ? null : "document-not-awaiting-upload";
        },
      ),
  });
}

/** Sets another final due date for awaited documents. @spec contracting.mass-actions */
export const changeFinalDueDate: Handler<"changeFinalDueDate"> = async (
  services,
  input,
  caller,
) => {
  const { orgId, body: { documentIds: ids, finalDueDate } } = input;
  const confirmation = deadlineRefusal(services, caller, { finalDueDate, count: ids.length });
  if (confirmation !== null) return confirmation;
  const results = await postponedEach(services, { orgId, ids, caller }, finalDueDate);
  return { ok: true, answer: { results } };
};

/** Why documents do not get a final due date yet; null when they may. @spec forms.far-dates */
export function deadlineRefusal(
  { now }: Pick<Services, "now">,
  caller: Caller,
  { finalDueDate: date, count }: { readonly finalDueDate: IsoDate; readonly count: number },
) {
  const today = civilDateOf(now());
  if (!isDueDate(date, today)) {
    const issues = [{ path: "body.finalDueDate", message: "due-date-too-far" }];
    return { ok: false, code: "due-date-too-far", issues } as const;
  }
  return askFirst(caller, date < today ? [{ kind: "late-deadline", count, date }] : []);
}

/** Sets another final due date for documents. @returns what became of each, in their order */
export function postponedEach(services: Services, documents: Several, finalDueDate: IsoDate) {
  const { caller } = documents;
  return eachOf(services, documents, {
    isDone: ({ state, requestFinalDueDate }) =>
      isAwaited(state) && requestFinalDueDate === finalDueDate,
    move: (at) =>
      moveDocument(services, { ...at, caller, action: "changeFinalDueDate" }, (atomic, movable) => {
        const { state, dueDate, requestFinalDueDate } = movable.document.value;
        const isSet = requestFinalDueDate === finalDueDate;
        if (!isAwaited(state) || isSet) return "document-not-awaiting-upload";
        if (finalDueDate < dueDate) return "before-due-date";
        setMoved(atomic, movable, { finalDueDate, requestFinalDueDate: finalDueDate });
        return null;
      }),
  });
}

/** Documents moved at once: the store writes commits that wait together to the disk in one go. */
const MOVED_AT_ONCE = 20;

/** Some documents of an organisation, and who moves them. */
interface Several {
  readonly orgId: string;
  readonly ids: readonly string[];
  readonly caller: Caller;
}

interface EachMove {
  isDone(document: DocumentRecord): boolean;
  move(at: Required<Pick<Move, "path" | "projectId">>): Promise<Written<null, ErrorCode>>;
}

interface Moved {
  readonly documentId: string;
  readonly ok: boolean;
  readonly code: ErrorCode | null;
}

/**
 * Moves documents, each in a commit of its own, and answers what became of each.
 *
 * A document already in the target state counts as moved: a repeated call continues an interrupted one.
 */
async function eachOf(
  services: Services,
  { orgId, ids, caller }: Several,
  each: EachMove,
): Promise<Moved[]> {
  const roles = await services.callerRoles.of(caller).rolesByProject(orgId);
  const results: Moved[] = [];
  for (const some of chunk(ids, MOVED_AT_ONCE)) {
    const paths = some
      .map((documentId) => ({ orgId, requestId: requestOfDocument(documentId), documentId }));
    const found = await Promise.all(paths.map((path) => readMovable(services, path)));
    const last = new Map<string, Promise<Moved>>();
    const moved = paths.map((path, rank) => {
      const value = found[rank]?.document.value;
      if (!value || !roles.get(value.projectId)?.has("collect:documents:write")) {
        return moveOf(path, "not-found");
      }
      // Those of a residence follow one another: each commit changes its version.
      const { projectId } = value;
      const turn = Promise.resolve(last.get(projectId));
      const mine = turn.then(() => movedOnce(services, path, { value, each }));
      last.set(projectId, mine);
      return mine;
    });
    // All have ended before one that failed is thrown: nothing is written after the answer.
    await Promise.allSettled(moved);
    results.push(...await Promise.all(moved));
  }
  return results;
}

async function movedOnce(
  services: Services,
  path: DocumentPath,
  { value, each }: { readonly value: DocumentRecord; readonly each: EachMove },
): Promise<Moved> {
  if (each.isDone(value)) return moveOf(path, null);
  const moved = await each.move({ path, projectId: value.projectId });
  // Another process did the same meanwhile.
  const now = moved.ok ? null : await readMovable(services, path);
  const isThere = now !== null && each.isDone(now.document.value);
  return moveOf(path, moved.ok || isThere ? null : moved.code);
}

function moveOf({ documentId }: DocumentPath, code: ErrorCode | null): Moved {
  return { documentId, ok: code === null, code };
}
