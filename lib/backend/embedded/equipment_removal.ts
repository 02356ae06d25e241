import type { Caller } from "../../contract/caller.ts";
import type { Input, Outcome } from "../../contract/catalogue.ts";
import { readEntry } from "../kv/entries.ts";
import { keys } from "../kv/keys.ts";
import type { Atomic } from "../kv/store.ts";
import { mayWrite, placeOfRecord, readEquipment, readEquipments } from "./equipment.ts";
import { sourcesRecord } from "./facility_records.ts";
import { claimPce, type GasClaim } from "./gas_claims.ts";
import { readHouses } from "./houses.ts";
import { organisationOf, readProjectVersion, retried, saveInProject, unchanged } from "./saving.ts";
import { projectSeries } from "./series.ts";
import type { Services } from "./services.ts";

/** Deletes an equipment in which nothing stands and to which nothing refers. */
export function deleteEquipment(
  services: Services,
  { projectId, equipmentId }: Input<"deleteEquipment">,
  caller: Caller,
): Promise<Outcome<"deleteEquipment">> {
  return retried(async () => {
    const version = await readProjectVersion(services, projectId);
    const entry = await readEquipment(services, projectId, equipmentId);
    if (entry.value === null) return { ok: false, code: "not-found" };
    const place = await placeOfRecord(services, projectId, entry.value);
    if (!(await mayWrite(services, caller, { projectId, place }))) {
      return { ok: false, code: "forbidden" };
    }
    if (await isUsed(services, projectId, equipmentId)) return { ok: false, code: "in-use" };
    const { kind, name: subject } = entry.value;
    const claim = await releasedPce(services, { projectId, equipmentId, caller });
    if (!claim.ok) return { ok: false, code: "in-use" };
    const change = { caller, action: "deleteEquipment", projectId, subject } as const;
    const saved = await saveInProject(services, change, (atomic) => {
      atomic.check(unchanged(version), unchanged(entry)).delete(entry.key);
      atomic.delete(keys.heatingSeasons(projectId, equipmentId))
        .delete(keys.annotations(projectId, equipmentId));
      if (kind === "boilerroom") forgetBoilerRoom(atomic, projectId, equipmentId);
      claim.fill(atomic);
    });
    return saved.ok ? { ok: true, answer: null } : null;
  });
}

/** Whether something stands in an equipment, is measured on it, or is a dwelling of it. */
async function isUsed(
  services: Services,
  projectId: string,
  equipmentId: string,
): Promise<boolean> {
  const devices = services.store.list(
    { prefix: keys.device.under(projectId, equipmentId) },
    { limit: 1 },
  );
  const [equipments, series, houses, machines] = await Promise.all([
    readEquipments(services, projectId),
    projectSeries(services, projectId),
    readHouses(services, projectId),
    Array.fromAsync(devices),
  ]);
  return machines.length > 0 ||
    equipments.some(({ record }) => record.parentId === equipmentId) ||
    series.some((one) => one.equipmentId === equipmentId) ||
    houses.some(({ record }) => record.settings.buildingId === equipmentId);
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
