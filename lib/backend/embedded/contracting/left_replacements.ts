/** Replacements of refused documents that a deleted equipment has left. @module */
import { unchanged } from "@/lib/backend/embedded/saving.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Stored } from "@/lib/backend/kv/lists.ts";
import { type Atomic, getAll, type StoreClock } from "@/lib/backend/kv/store.ts";
import { addAuditLine } from "@/lib/backend/records/audit.ts";
import type { DocumentRecord } from "@/lib/backend/records/contracting.ts";
import { EQUIPMENT_DELETED } from "@/lib/text/contracting/documents.ts";
import { type DocumentChange, setDocuments } from "./document_index.ts";
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
  { store, now }: StoreClock,
  { orgId, requestId, stored }: RequestDocuments,
): Promise<((atomic: Atomic) => void)[]> {
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
  const fills = await Promise.all(left.map(async ({ id, entry, record: before }) => {
    const path = { orgId, requestId, documentId: id };
    const movable = await readMovable({ store }, path);
    if (movable === null) return [];
    const subject = auditSubject(movable, await readNames(store, movable));
    const after = { ...before, state: "not-transmitted", comment: EQUIPMENT_DELETED } as const;
    const refused = stored.find((one) => one.id === before.replaces);
    const changes: DocumentChange[] = [{ path, before, after }];
    if (refused !== undefined) {
      changes.push({
        path: { ...path, documentId: refused.id },
        before: refused.record,
        after: { ...refused.record, isReplaced: true },
      });
    }
    return [(atomic: Atomic) => {
      atomic.check(unchanged(entry), ...refused === undefined ? [] : [unchanged(refused.entry)]);
      setDocuments(atomic, orgId, { changes, atMs: now() });
      const { projectId } = before;
      const line = { caller: null, action: "dropDocuments", orgId, projectId, subject } as const;
      addAuditLine(atomic, line, now());
    }];
  }));
  return fills.flat();
}
