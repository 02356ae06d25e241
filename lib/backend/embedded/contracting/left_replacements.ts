/** Replacements of refused documents that a deleted equipment has left. @module */
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Stored } from "@/lib/backend/kv/lists.ts";
import { type Atomic, getAll, type StoreClock } from "@/lib/backend/kv/store.ts";
import { addAuditLine } from "@/lib/backend/records/audit.ts";
import type { DocumentRecord } from "@/lib/backend/records/contracting.ts";
import { EQUIPMENT_DELETED } from "@/lib/text/contracting/documents.ts";
import { setAbandoned } from "./document_moves.ts";
import { auditSubject, readMovable, readNames } from "./document_subjects.ts";

interface RequestDocuments {
  readonly orgId: string;
  readonly requestId: string;
  readonly stored: readonly Stored<DocumentRecord>[];
}

/**
 * What abandons the awaited replacements whose equipment is gone, one a commit: the process that deleted it ended, or its
 * store failed, before it abandoned them.
 *
 * @spec contracting.equipment-gone
 */
export async function abandonments(
  options: StoreClock,
  { orgId, requestId, stored }: RequestDocuments,
): Promise<((atomic: Atomic) => Promise<void>)[]> {
  const { store, now } = options;
  const asked = stored.filter(({ record: { state, equipmentId } }) =>
    state === "from-refused" && equipmentId !== null
  );
  const equipments = await getAll(
    store,
    asked.map(({ record: { projectId, equipmentId } }) =>
      keys.equipment(projectId, equipmentId ?? "")
    ),
  );
  const left = asked.filter((_, rank) => equipments[rank]?.versionstamp === null);
  return left.map(({ id: documentId, record: { projectId } }) => async (atomic) => {
    const movable = await readMovable(options, { orgId, requestId, documentId });
    // It may have been deposited or deleted meanwhile.
    if (movable === null) return;
    if (!await setAbandoned(options, atomic, movable, EQUIPMENT_DELETED)) return;
    const subject = auditSubject(movable, await readNames(store, movable));
    const line = { caller: null, action: "dropDocuments", orgId, projectId, subject } as const;
    addAuditLine(atomic, line, now());
  });
}
