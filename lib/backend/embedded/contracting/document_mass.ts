import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import type { Written } from "@/lib/backend/embedded/writes.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { ErrorCode } from "@/lib/contract/errors.ts";
import { canTransition, isAwaited } from "@/lib/domain/contracting/states.ts";
import type { DocumentRecord } from "@/lib/backend/records/contracting.ts";
import { type DocumentPath, requestOfDocument } from "./document_index.ts";
import { moveDocument, setMoved, setReplaced } from "./document_moves.ts";
import { readMovable } from "./document_subjects.ts";

/** Abandons awaited documents. @spec contracting.mass-actions */
export const dropDocuments: Handler<"dropDocuments"> = (services, input, caller) => {
  const { orgId, body: { documents, comment } } = input;
  return eachOf(services, { orgId, ids: documents, caller }, {
    isDone: ({ state }) => state === "not-transmitted",
    move: (path) =>
      moveDocument(services, { path, caller, action: "dropDocuments" }, async (atomic, movable) => {
        const { state } = movable.document.value;
        if (!canTransition(state, "not-transmitted")) return "document-not-awaiting-upload";
        setMoved(services, atomic, movable, { state: "not-transmitted", comment });
        await setReplaced(services, atomic, movable);
        return null;
      }),
  });
};

/** Sets another final due date for awaited documents. @spec contracting.mass-actions */
export const changeFinalDueDate: Handler<"changeFinalDueDate"> = (services, input, caller) => {
  const { orgId, body: { documentIds, finalDueDate } } = input;
  return eachOf(services, { orgId, ids: documentIds, caller }, {
    isDone: ({ state, requestFinalDueDate }) =>
      isAwaited(state) && requestFinalDueDate === finalDueDate,
    move: (path) =>
      moveDocument(services, { path, caller, action: "changeFinalDueDate" }, (atomic, movable) => {
        const { state, requestFinalDueDate } = movable.document.value;
        const isSet = requestFinalDueDate === finalDueDate;
        if (!isAwaited(state) || isSet) return "document-not-awaiting-upload";
        setMoved(services, atomic, movable, { finalDueDate, requestFinalDueDate: finalDueDate });
        return null;
      }),
  });
};

/**
 * Moves documents one after the other, each in a commit of its own, and answers what became of each.
 *
 * What is moved already counts as moved: the same call continues one that was cut.
 */
async function eachOf(
  services: Services,
  { orgId, ids, caller }: { orgId: string; ids: readonly string[]; caller: Caller },
  { isDone, move }: {
    isDone(document: DocumentRecord): boolean;
    move(path: DocumentPath): Promise<Written<null, ErrorCode>>;
  },
) {
  const roles = await services.callerRoles.of(caller).rolesByProject(orgId);
  const results: { documentId: string; ok: boolean; code: string | null }[] = [];
  for (const documentId of ids) {
    const path = { orgId, requestId: requestOfDocument(documentId), documentId };
    const value = (await readMovable(services, path))?.document.value;
    const isTheirs = value && roles.get(value.projectId)?.has("collect:documents:write");
    if (!isTheirs) results.push({ documentId, ok: false, code: "not-found" });
    else if (isDone(value)) results.push({ documentId, ok: true, code: null });
    else {
      const moved = await move(path);
      // Another process did the same meanwhile.
      const isThere = !moved.ok && await isStored(services, path, isDone);
      const code = moved.ok || isThere ? null : moved.code;
      results.push({ documentId, ok: code === null, code });
    }
  }
  return { ok: true as const, answer: { results } };
}

async function isStored(
  services: Services,
  path: DocumentPath,
  isDone: (document: DocumentRecord) => boolean,
): Promise<boolean> {
  const movable = await readMovable(services, path);
  return movable !== null && isDone(movable.document.value);
}
