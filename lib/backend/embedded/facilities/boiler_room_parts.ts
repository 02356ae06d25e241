import { entityOf } from "@/lib/backend/embedded/entities.ts";
import { ENTITIES } from "@/lib/backend/embedded/references.ts";
import { readsWhatSuits } from "@/lib/backend/embedded/series_read.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { byName } from "@/lib/domain/tables/sort.ts";
import { putDetails } from "./accessories.ts";
import { isBoilerRoom } from "./boiler_rooms.ts";

export const putCircuitSettings: Handler<"putCircuitSettings"> = (services, input, caller) => {
  const { projectId, boilerRoomId, circuitId, body } = input;
  const { version, name, ...circuit } = body;
  const change = { action: "putCircuitSettings", kind: "boilerroom-circuit" } as const;
  const at = { projectId, equipmentId: circuitId, parentId: boilerRoomId };
  return putDetails(services, { ...change, ...at, name, version, details: { circuit } }, caller);
};

export const putErrorCodeSettings: Handler<"putErrorCodeSettings"> = (services, input, caller) => {
  const { projectId, boilerRoomId, errorCodeId, body } = input;
  const { version, name, ...errorCode } = body;
  const change = { action: "putErrorCodeSettings", kind: "boilerroom-errorcode" } as const;
  const at = { projectId, equipmentId: errorCodeId, parentId: boilerRoomId };
  return putDetails(services, { ...change, ...at, name, version, details: { errorCode } }, caller);
};

export const putFaultDetectorSettings: Handler<"putFaultDetectorSettings"> = (
  services,
  { projectId, boilerRoomId, faultDetectorId, body },
  caller,
) => {
  const { version, name, ...faultDetector } = body;
  const change = { action: "putFaultDetectorSettings", kind: "boilerroom-faultdetector" } as const;
  const at = { projectId, equipmentId: faultDetectorId, parentId: boilerRoomId };
  const put = { ...change, ...at, name, version, details: { faultDetector } };
  return putDetails(services, put, caller);
};

/** The heat pumps, solar panels and vehicle chargers of a boiler room. */
export function devicesOf(services: Services) {
  return entityOf(services, ENTITIES.device, {
    compare: byName,
    subject: ({ name }) => name,
    rules: [
      async (_, { place: { projectId, boilerRoomId } }) =>
        await isBoilerRoom(services, { projectId, boilerRoomId }) ? null : "not-found",
      readsWhatSuits(services, ENTITIES.device),
    ],
    actions: ["addDevice", "putDevice", "deleteDevice"],
  });
}
