/** Stops asking for the documents of deleted equipment. @module */

import { addAuditLine } from "@/lib/api/audit.ts";
import type { Services } from "@/lib/api/services.ts";
import { commitShown } from "@/lib/api/writes.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, getAll, type StoreClock, type Stored, unchanged } from "@/lib/store/store.ts";
import { auditSubject, type Movable, readMovable, readNames } from "./document_details.ts";
import { setDocuments } from "./document_index.ts";
import { type Listing, readListings } from "./listings.ts";
import type { DocumentRecord } from "./records.ts";
import { EQUIPMENT_DELETED } from "./text.ts";
import { abandonDocument, setAbandoned } from "./transitions.ts";

export interface EquipmentPlace {
  readonly orgId: string;
  readonly projectId: string;
  readonly equipmentId: string;
}

/**
 * Asks no more for the documents of a deleted equipment: those never deposited are deleted, the replacements of refused
 * ones are abandoned.
 *
 * @spec contracting.equipment-gone
 */
export async function forgetAwaited(
  services: Services,
  { orgId, projectId, equipmentId }: EquipmentPlace,
  caller: Caller,
): Promise<void> {
  const awaited = await readListings(services.store, { orgId, list: "running" });
  const own = awaited.filter((one) =>
    one.projectId === projectId && one.equipmentId === equipmentId
  );
  for (const listing of own) await forgetOne(services, listing, caller);
}

async function forgetOne(services: Services, path: Listing, caller: Caller): Promise<void> {
  const { projectId, state } = path;
  if (state === "none") {
    const movable = await readMovable(services, path);
    if (movable !== null) await deleteDocument(services, movable);
    return;
  }
  await abandonDocument(services, { path, projectId, caller, comment: EQUIPMENT_DELETED });
}

/** A document deposited meanwhile stays: its check fails. */
async function deleteDocument(services: Services, { path, document }: Movable): Promise<void> {
  if (document.value.state !== "none") return;
  const changes = [{ path, before: document.value, after: null }];
  await commitShown(services, [{ kind: "org", id: path.orgId }], (atomic) => {
    setDocuments(atomic.check(unchanged(document)), path.orgId, changes);
  });
}

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
  const requested = stored.filter(({ record: { state, equipmentId } }) =>
    state === "from-refused" && equipmentId !== null
  );
  const equipments = await getAll(
    store,
    requested.map(({ record: { projectId, equipmentId } }) =>
      keys.equipment(projectId, equipmentId ?? "")
    ),
  );
  const left = requested.filter((_, rank) => equipments[rank]?.versionstamp === null);
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
