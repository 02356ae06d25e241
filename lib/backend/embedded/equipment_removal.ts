import type { Caller } from "../../contract/caller.ts";
import type { Input, Outcome } from "../../contract/catalogue.ts";
import { readEntry } from "../kv/entries.ts";
import { keys } from "../kv/keys.ts";
import type { Atomic } from "../kv/store.ts";
import { mayWrite, placeOfRecord, readEquipment } from "./equipment.ts";
import { sourcesRecord } from "./facility_records.ts";
import { claimPce, type GasClaim } from "./gas_claims.ts";
import { isReferredTo } from "./references.ts";
import { organisationOf } from "./saving.ts";
import type { Services } from "./services.ts";
import { write } from "./writes.ts";

/** Deletes an equipment in which nothing stands and to which nothing refers. */
export function deleteEquipment(
  services: Services,
  { projectId, equipmentId }: Input<"deleteEquipment">,
  caller: Caller,
): Promise<Outcome<"deleteEquipment">> {
  const change = { caller, action: "deleteEquipment", projectId } as const;
  return write(services, change, async (atomic) => {
    const { key, value } = await readEquipment(services, projectId, equipmentId);
    if (value === null) return { ok: false, code: "not-found" };
    const place = await placeOfRecord(services, projectId, value);
    if (!(await mayWrite(services, caller, { projectId, place }))) {
      return { ok: false, code: "forbidden" };
    }
    if (await isReferredTo(services, { projectId, kind: "equipment", id: equipmentId })) {
      return { ok: false, code: "in-use" };
    }
    const claim = await releasedPce(services, { projectId, equipmentId, caller });
    if (!claim.ok) return { ok: false, code: "in-use" };
    atomic.delete(key)
      .delete(keys.heatingSeasons(projectId, equipmentId))
      .delete(keys.annotations(projectId, equipmentId));
    if (value.kind === "boilerroom") forgetBoilerRoom(atomic, projectId, equipmentId);
    claim.fill(atomic);
    return { ok: true, answer: null, subject: value.name };
  });
}

/** The delivery point of a boiler room that goes: its lines stay with the residence. */
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
    .delete(keys.gasFactors(projectId, id));
}
