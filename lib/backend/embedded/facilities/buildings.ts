import { isCurrent, versionOf } from "@/lib/backend/embedded/saving.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { Input, Outcome } from "@/lib/contract/catalogue.ts";
import type { Building } from "@/lib/domain/facilities/types.ts";
import { cmvOf, gateOf, skydomeOf } from "./accessories.ts";
import { isCodeTaken, readEquipments, type StoredEquipment } from "./equipment.ts";

export async function listBuildings(
  services: Services,
  projectId: string,
): Promise<Outcome<"listBuildings">> {
  const equipments = await readEquipments(services, projectId);
  const buildings = equipments.filter(({ record }) => record.kind === "building");
  return { ok: true, answer: buildings.map((one) => buildingOf(projectId, one, equipments)) };
}

export async function getBuilding(
  services: Services,
  { projectId, buildingId }: { readonly projectId: string; readonly buildingId: string },
): Promise<Outcome<"getBuilding">> {
  const equipments = await readEquipments(services, projectId);
  const building = equipments.find(({ id }) => id === buildingId);
  if (building?.record.kind !== "building") return { ok: false, code: "not-found" };
  return { ok: true, answer: buildingOf(projectId, building, equipments) };
}

function buildingOf(
  projectId: string,
  { id, record, entry }: StoredEquipment,
  equipments: readonly StoredEquipment[],
): Building {
  const inside = equipments.filter((one) => one.record.parentId === id);
  const { name, code, instrumented } = record;
  return {
    id,
    projectId,
    name,
    code,
    instrumented,
    cmvs: inside.filter((one) => one.record.kind === "cmv").map(cmvOf),
    skydomes: inside.filter((one) => one.record.kind === "skydome").map(skydomeOf),
    gates: inside.filter((one) => one.record.kind === "gate").map(gateOf),
    version: versionOf(entry),
  };
}

export function putBuildingSettings(
  services: Services,
  { projectId, buildingId, body }: Input<"putBuildingSettings">,
  caller: Caller,
): Promise<Outcome<"putBuildingSettings">> {
  const { version: quoted, ...settings } = body;
  return write(services, { caller, action: "putBuildingSettings", projectId }, async (atomic) => {
    const equipments = await readEquipments(services, projectId);
    const building = equipments.find(({ id }) => id === buildingId);
    if (building?.record.kind !== "building") return { ok: false, code: "not-found" };
    if (!isCurrent(quoted, building.entry)) return { ok: false, code: "conflict" };
    if (isCodeTaken(equipments, settings.code, building)) return { ok: false, code: "code-taken" };
    atomic.set(building.entry.key, { ...building.record, ...settings });
    return { ok: true, answer: null, subject: settings.name };
  });
}
