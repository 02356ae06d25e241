import { askFirst } from "@/lib/backend/accounts/confirmations.ts";
import { groupsOf } from "@/lib/backend/core/groups.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import type { Written } from "@/lib/backend/embedded/writes.ts";
import type { DocumentRecord } from "@/lib/backend/records/contracting.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { ErrorCode } from "@/lib/contract/errors.ts";
import { isAwaited } from "@/lib/domain/contracting/states.ts";
import { isDueDate } from "@/lib/domain/forms/far_dates.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import { type DocumentPath, requestOfDocument } from "./document_index.ts";
import { type Move, moveDocument, setAbandoned, setMoved } from "./document_moves.ts";
import { readMovable } from "./document_subjects.ts";

/** Abandons awaited documents. @spec contracting.mass-actions */
export const dropDocuments: Handler<"dropDocuments"> = async (services, input, caller) => {
  const { orgId, body: { documents: ids, comment } } = input;
  const results = await droppedEach(services, { orgId, ids, caller }, comment);
  return { ok: true, answer: { results } };
};

/** Abandons documents. @returns what became of each, in their order */
export function droppedEach(services: Services, documents: Several, comment: string) {
  return eachOf(services, documents, {
    isDone: ({ state }) => state === "not-transmitted",
    move: (at) => abandonDocument(services, { ...at, caller: documents.caller, comment }),
  });
}

/** Abandons an awaited document. */
export function abandonDocument(
  services: Services,
  { comment, ...at }: Omit<Move, "action"> & { readonly comment: string },
): Promise<Written<null, "document-not-awaiting-upload" | "not-found">> {
  return moveDocument(services, { ...at, action: "dropDocuments" }, async (atomic, movable) => {
    const isAbandoned = await setAbandoned(services, atomic, movable, comment);
    return isAbandoned ? null : "document-not-awaiting-upload";
  });
}

/** Sets another final due date for awaited documents. @spec contracting.mass-actions */
export const changeFinalDueDate: Handler<"changeFinalDueDate"> = async (
  services,
  input,
  caller,
) => {
  const { orgId, body: { documentIds: ids, finalDueDate } } = input;
  const asked = deadlineRefusal(services, caller, { finalDueDate, count: ids.length });
  if (asked !== null) return asked;
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
        setMoved(services, atomic, movable, { finalDueDate, requestFinalDueDate: finalDueDate });
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
  for (const some of groupsOf(ids, MOVED_AT_ONCE)) {
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
