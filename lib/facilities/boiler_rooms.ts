/** Reads and edits boiler rooms, their devices, and buildings. @module */

import { crud } from "@/lib/api/entities.ts";
import type { Services } from "@/lib/api/services.ts";
import { isCurrent, transact, versioned, versionOf } from "@/lib/api/writes.ts";
import { cachedProject, projectsWithRole, readEachProject } from "@/lib/residences/residences.ts";
import { hasSuitableSeries } from "@/lib/series/series.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored, readEntry } from "@/lib/store/store.ts";
import { oneInPart } from "@/lib/store/unreadable_values.ts";
import { byName, compareValues } from "@/lib/ui/tables.ts";
import type { Handler, Input } from "./calls.ts";
import {
  accessoriesOf,
  cachedEquipments,
  isCodeTaken,
  readEquipment,
  readEquipments,
  type StoredEquipment,
} from "./equipment.ts";
import {
  BARE_BOILER_ROOM,
  boilerRoomRecord,
  deviceRecord,
  FACILITIES_ENTITIES,
  settingsRecord,
  sourcesRecord,
} from "./records.ts";
import type { BoilerRoom, Building } from "./schema.ts";

export async function isBoilerRoom(services: Services, at: Input<"getBoilerRoom">) {
  const { projectId, boilerRoomId: equipmentId } = at;
  return (await readEquipment(services, { projectId, equipmentId })).value?.kind === "boilerroom";
}

/** A boiler room with the names of its page. */
export interface NamedRoom {
  readonly projectId: string;
  readonly projectName: string;
  readonly boilerRoomId: string;
  readonly boilerRoomName: string;
}

/** A value for each boiler room of the residences where the caller has a role, by their names. */
export async function eachBoilerRoom<Value>(
  services: Services,
  roles: Parameters<typeof projectsWithRole>[1],
  of: (room: NamedRoom) => Promise<Value>,
): Promise<Value[]> {
  const ids = [...await projectsWithRole(services, roles)];
  const found = await readEachProject(ids, async (projectId) => {
    const [{ name: projectName }, equipments] = await Promise.all([
      cachedProject(services, projectId),
      cachedEquipments(services, projectId),
    ]);
    const rooms = equipments.filter(({ record }) => record.kind === "boilerroom");
    return await Promise.all(rooms.map(async ({ id: boilerRoomId, record }) => {
      const room = { projectId, projectName, boilerRoomId, boilerRoomName: record.name };
      return { room, value: await of(room) };
    }));
  });
  return found.flat().sort(({ room: a }, { room: b }) =>
    compareValues(a.projectName, b.projectName) ||
    compareValues(a.boilerRoomName, b.boilerRoomName)
  ).map(({ value }) => value);
}

export const listBoilerRooms: Handler<"listBoilerRooms"> = async (services, { projectId }) => {
  const rooms = (await readEquipments(services, projectId))
    .filter(({ record }) => record.kind === "boilerroom");
  const answer = await Promise.all(rooms.map(({ id, record }) =>
    oneInPart(async () => {
      const [sources, settings] = await Promise.all([
        readEntry(services.store, keys.efficiencySources(projectId, id), sourcesRecord),
        readEntry(services.store, keys.efficiencySettings(projectId, id), settingsRecord),
      ]);
      const hasEfficiency = sources.value !== null && (settings.value?.length ?? 0) > 0;
      const { name, code, instrumented } = record;
      return { id, projectId, name, code, instrumented, hasEfficiency };
    })
  ));
  return { ok: true, answer: answer.flat() };
};

export const getBoilerRoom: Handler<"getBoilerRoom"> = async (services, at) => {
  const answer = await readBoilerRoom(services, at);
  return answer === null ? { ok: false, code: "not-found" } : { ok: true, answer };
};

/** A boiler room and its equipment; null when none has this id. */
export async function readBoilerRoom(
  services: Services,
  { projectId, boilerRoomId }: Input<"getBoilerRoom">,
): Promise<BoilerRoom | null> {
  const [equipments, own, devices] = await Promise.all([
    readEquipments(services, projectId),
    readEntry(services.store, keys.boilerRoom(projectId, boilerRoomId), boilerRoomRecord),
    listStored(services.store, keys.device.under(projectId, boilerRoomId), deviceRecord),
  ]);
  const room = equipments.find(({ id }) => id === boilerRoomId);
  if (room?.record.kind !== "boilerroom") return null;
  const { name, code, instrumented } = room.record;
  const inside = equipments.filter(({ record }) => record.parentId === boilerRoomId);
  return {
    id: boilerRoomId,
    projectId,
    name,
    code,
    instrumented,
    ...(own.value ?? BARE_BOILER_ROOM),
    circuits: accessoriesOf("circuit", inside),
    errorCodes: accessoriesOf("errorCode", inside),
    faultDetectors: accessoriesOf("faultDetector", inside),
    gates: accessoriesOf("gate", inside),
    cmvs: accessoriesOf("cmv", inside),
    skydomes: accessoriesOf("skydome", inside),
    devices: devices.map(versioned).sort(byName),
    version: versionOf(own, room.entry),
  };
}

/** Changes name, code, location, operator and bounds of a boiler room. */
export const putBoilerRoomSettings: Handler<"putBoilerRoomSettings"> = (
  services,
  { projectId, boilerRoomId, body },
  caller,
) => {
  const { version: quoted, name, code, ...own } = body;
  return transact(
    services,
    { caller, action: "putBoilerRoomSettings", projectId },
    async (atomic) => {
      const [room, equipments] = await Promise.all([
        readEntry(services.store, keys.boilerRoom(projectId, boilerRoomId), boilerRoomRecord),
        readEquipments(services, projectId),
      ]);
      const equipment = equipments.find(({ id }) => id === boilerRoomId);
      if (equipment?.record.kind !== "boilerroom") return { ok: false, code: "not-found" };
      if (!isCurrent(quoted, room, equipment.entry)) return { ok: false, code: "conflict" };
      if (isCodeTaken(equipments, code, equipment)) return { ok: false, code: "code-taken" };
      atomic.set(room.key, own).set(equipment.entry.key, { ...equipment.record, name, code });
      return { ok: true, answer: null, subject: name };
    },
  );
};

/** The heat pumps, solar panels and vehicle chargers of a boiler room. */
const devices = crud(FACILITIES_ENTITIES.device, {
  compare: byName,
  subject: ({ name }) => name,
  rules: [
    async (_, { services, place }) => await isBoilerRoom(services, place) ? null : "not-found",
    hasSuitableSeries(FACILITIES_ENTITIES.device),
  ],
  actions: ["addDevice", "putDevice", "deleteDevice"],
});
export const addDevice = devices.create;
export const putDevice = devices.put;
export const deleteDevice = devices.remove;

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
  return transact(
    services,
    { caller, action: "putBuildingSettings", projectId },
    async (atomic) => {
      const equipments = await readEquipments(services, projectId);
      const building = equipments.find(({ id }) => id === buildingId);
      if (building?.record.kind !== "building") return { ok: false, code: "not-found" };
      if (!isCurrent(quoted, building.entry)) return { ok: false, code: "conflict" };
      if (isCodeTaken(equipments, settings.code, building)) {
        return {
          ok: false,
          code: "code-taken",
        };
      }
      atomic.set(building.entry.key, { ...building.record, ...settings });
      return { ok: true, answer: null, subject: settings.name };
    },
  );
};
