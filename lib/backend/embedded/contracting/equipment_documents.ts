/** What is asked for an equipment, when it is deleted. @module */
import { commitShown, unchanged } from "@/lib/backend/embedded/saving.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import { EQUIPMENT_DELETED } from "@/lib/text/contracting/documents.ts";
import { setDocuments } from "./document_index.ts";
import { abandonDocument } from "./document_mass.ts";
import { type Movable, readMovable } from "./document_subjects.ts";
import { type Listing, readListings } from "./listing_memory.ts";

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
    setDocuments(atomic.check(unchanged(document)), path.orgId, { changes, atMs: services.now() });
  });
}
