/** Deletes an equipment with its documents, requests and gas claims. @module */

import { isReferredTo } from "@/lib/api/entities.ts";
import type { Services } from "@/lib/api/services.ts";
import { organisationOf, transact, type Written } from "@/lib/api/writes.ts";
import { forgetAwaited, setPending } from "@/lib/documents/document_creation.ts";
import type { Handler, Input } from "@/lib/facilities/calls.ts";
import { mayWrite, placeOfRecord, readEquipment } from "@/lib/facilities/equipment.ts";
import { type EquipmentRecord, sourcesRecord } from "@/lib/facilities/records.ts";
import { claimPce, type GasClaim } from "@/lib/gas/delivery_points.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, listIds, readEntry } from "@/lib/store/store.ts";
import { ignoreStoreFailure } from "@/lib/store/store_errors.ts";

/**
 * Deletes an equipment that contains none, that no record refers to, and of which no statement was sent. Its awaited documents follow in commits of their
 * own: those left when the store fails meanwhile are the job's, which makes documents.
 *
 * @spec facilities.equipment-codes
 */
export const deleteEquipment: Handler<"deleteEquipment"> = async (services, input, caller) => {
  const deleted = await deletedEquipment(services, input, caller);
  if (!deleted.ok) return deleted;
  const orgId = await organisationOf(services, input.projectId);
  const { kind } = deleted.answer;
  await ignoreStoreFailure((async () => {
    await setPending(services, { orgId, isMeant: ({ record }) => record.equipment === kind });
    await forgetAwaited(services, { ...input, orgId });
  })());
  return { ok: true, answer: null };
};

function deletedEquipment(
  services: Services,
  { projectId, equipmentId }: Input<"deleteEquipment">,
  caller: Caller,
): Promise<Written<EquipmentRecord, "not-found" | "forbidden" | "in-use" | "has-statements">> {
  const change = { caller, action: "deleteEquipment", projectId } as const;
  return transact(services, change, async (atomic) => {
    const { key, value } = await readEquipment(services, { projectId, equipmentId });
    if (value === null) return { ok: false, code: "not-found" };
    const place = await placeOfRecord(services, projectId, value);
    if (!(await mayWrite(services, caller, { projectId, place }))) {
      return { ok: false, code: "forbidden" };
    }
    if (await isReferredTo(services, { placeId: projectId, kind: "equipment", id: equipmentId })) {
      return { ok: false, code: "in-use" };
    }
    const statements = await listIds(
      services.store,
      keys.settlement.under(projectId, equipmentId),
    );
    if (statements.length > 0) return { ok: false, code: "has-statements" };
    const claim = await releasedPce(services, { projectId, equipmentId, caller });
    if (!claim.ok) return { ok: false, code: "in-use" };
    atomic.delete(key)
      .delete(keys.heatingSeasons(projectId, equipmentId))
      .delete(keys.annotations(projectId, equipmentId));
    if (value.kind === "boilerroom") forgetBoilerRoom(atomic, projectId, equipmentId);
    claim.fill(atomic);
    return { ok: true, answer: value, subject: value.name };
  });
}

async function releasedPce(
  services: Services,
  { projectId, equipmentId, caller }: { projectId: string; equipmentId: string; caller: Caller },
): Promise<GasClaim> {
  const key = keys.efficiencySources(projectId, equipmentId);
  const [orgId, { value }] = await Promise.all([
    organisationOf(services, projectId),
    readEntry(services.store, key, sourcesRecord),
  ]);
  const place = { orgId, projectId, boilerRoomId: equipmentId, caller };
  return await claimPce(services, place, { before: value?.gazPce ?? null, after: null });
}

function forgetBoilerRoom(atomic: Atomic, projectId: string, id: string): void {
  atomic
    .delete(keys.boilerRoom(projectId, id))
    .delete(keys.efficiencySources(projectId, id))
    .delete(keys.efficiencySettings(projectId, id))
    .delete(keys.gasFactors(projectId, id))
    .delete(keys.foundDrift(projectId, id));
}
