import { isCurrent, versionOf } from "@/lib/backend/embedded/saving.ts";
import type { Handler } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import type { Building } from "@/lib/domain/facilities/types.ts";
import { accessoriesOf } from "./accessories.ts";
import { isCodeTaken, readEquipments, type StoredEquipment } from "./equipment.ts";

export const listBuildings: Handler<"listBuildings"> = async (services, { projectId }) => {
  const equipments = await readEquipments(services, projectId);
  const buildings = equipments.filter(({ record }) => record.kind === "building");
  return { ok: true, answer: buildings.map((one) => buildingOf(projectId, one, equipments)) };
};

export const getBuilding: Handler<"getBuilding"> = async (services, { projectId, buildingId }) => {
  const equipments = await readEquipments(services, projectId);
  const building = equipments.find(({ id }) => id === buildingId);
  if (building?.record.kind !== "building") return { ok: false, code: "not-found" };
  return { ok: true, answer: buildingOf(projectId, building, equipments) };
};

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
    cmvs: accessoriesOf("cmv", inside),
    skydomes: accessoriesOf("skydome", inside),
    gates: accessoriesOf("gate", inside),
    version: versionOf(entry),
  };
}

export const putBuildingSettings: Handler<"putBuildingSettings"> = (services, input, caller) => {
  const { projectId, buildingId, body } = input;
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
};
