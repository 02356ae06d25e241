import type { Caller } from "../../contract/caller.ts";
import type { Input, Outcome } from "../../contract/catalogue.ts";
import { newId } from "../accounts/secrets.ts";
import { readEntry } from "../kv/entries.ts";
import { keys } from "../kv/keys.ts";
import { putDetails } from "./accessories.ts";
import { isBoilerRoom } from "./boiler_rooms.ts";
import { deviceRecord } from "./facility_records.ts";
import { isCurrent, saveInProject, unchanged } from "./saving.ts";
import { areSeries } from "./series.ts";
import type { Services } from "./services.ts";

/** Changes a heating circuit. */
export function putCircuit(
  services: Services,
  { projectId, boilerRoomId, circuitId, body }: Input<"putCircuitSettings">,
  caller: Caller,
): Promise<Outcome<"putCircuitSettings">> {
  const { version, name, ...circuit } = body;
  return putDetails(services, {
    action: "putCircuitSettings",
    projectId,
    equipmentId: circuitId,
    parentId: boilerRoomId,
    kind: "boilerroom-circuit",
    name,
    version,
    details: { circuit },
    series: [circuit.outType, circuit.backType],
  }, caller);
}

/** Changes an error-code reader. */
export function putErrorCode(
  services: Services,
  { projectId, boilerRoomId, errorCodeId, body }: Input<"putErrorCodeSettings">,
  caller: Caller,
): Promise<Outcome<"putErrorCodeSettings">> {
  const { version, name, ...errorCode } = body;
  return putDetails(services, {
    action: "putErrorCodeSettings",
    projectId,
    equipmentId: errorCodeId,
    parentId: boilerRoomId,
    kind: "boilerroom-errorcode",
    name,
    version,
    details: { errorCode },
    series: [errorCode.seriesId],
  }, caller);
}

/** Changes a fault detector. */
export function putFaultDetector(
  services: Services,
  { projectId, boilerRoomId, faultDetectorId, body }: Input<"putFaultDetectorSettings">,
  caller: Caller,
): Promise<Outcome<"putFaultDetectorSettings">> {
  const { version, name, ...faultDetector } = body;
  return putDetails(services, {
    action: "putFaultDetectorSettings",
    projectId,
    equipmentId: faultDetectorId,
    parentId: boilerRoomId,
    kind: "boilerroom-faultdetector",
    name,
    version,
    details: { faultDetector },
    series: [faultDetector.seriesId],
  }, caller);
}

/** Adds a heat pump, solar panels or a vehicle charger. */
export async function addDevice(
  services: Services,
  { projectId, boilerRoomId, body }: Input<"addDevice">,
  caller: Caller,
): Promise<Outcome<"addDevice">> {
  const { version: _, ...device } = body;
  if (!(await isBoilerRoom(services, projectId, boilerRoomId))) {
    return { ok: false, code: "not-found" };
  }
  const series = [device.productionSeriesId, device.consumptionSeriesId];
  if (!(await areSeries(services, projectId, series))) {
    return { ok: false, code: "unknown-reference" };
  }
  const id = newId();
  const change = { caller, action: "addDevice", projectId, subject: device.name } as const;
  await saveInProject(services, change, (atomic) => {
    atomic.set(keys.device(projectId, boilerRoomId, id), device);
  });
  return { ok: true, answer: { id } };
}

/** Changes a heat pump, solar panels or a vehicle charger. */
export async function putDevice(
  services: Services,
  { projectId, boilerRoomId, deviceId, body }: Input<"putDevice">,
  caller: Caller,
): Promise<Outcome<"putDevice">> {
  const { version, ...device } = body;
  const key = keys.device(projectId, boilerRoomId, deviceId);
  const entry = await readEntry(services.store, key, deviceRecord);
  if (entry.value === null) return { ok: false, code: "not-found" };
  if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
  const series = [device.productionSeriesId, device.consumptionSeriesId];
  if (!(await areSeries(services, projectId, series))) {
    return { ok: false, code: "unknown-reference" };
  }
  const change = { caller, action: "putDevice", projectId, subject: device.name } as const;
  const saved = await saveInProject(services, change, (atomic) => {
    atomic.check(unchanged(entry)).set(key, device);
  });
  return saved.ok ? { ok: true, answer: null } : saved;
}

/** Deletes a heat pump, solar panels or a vehicle charger. */
export async function deleteDevice(
  services: Services,
  { projectId, boilerRoomId, deviceId }: Input<"deleteDevice">,
  caller: Caller,
): Promise<Outcome<"deleteDevice">> {
  const key = keys.device(projectId, boilerRoomId, deviceId);
  const entry = await readEntry(services.store, key, deviceRecord);
  if (entry.value === null) return { ok: false, code: "not-found" };
  const subject = entry.value.name;
  await saveInProject(
    services,
    { caller, action: "deleteDevice", projectId, subject },
    (atomic) => atomic.delete(key),
  );
  return { ok: true, answer: null };
}
