import { annotationsArea } from "@/lib/backend/embedded/series/annotations.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import { putCmv, putGate, putSkydome } from "./accessories.ts";
import { devicesOf, putCircuit, putErrorCode, putFaultDetector } from "./boiler_room_parts.ts";
import { getBoilerRoom, listBoilerRooms, putBoilerRoomSettings } from "./boiler_rooms.ts";
import { getBuilding, listBuildings, putBuildingSettings } from "./buildings.ts";
import {
  addEquipment,
  listAvailableKinds,
  listEquipmentKinds,
  listEquipments,
  putEquipmentSettings,
} from "./equipment.ts";
import { deleteEquipment } from "./equipment_removal.ts";
import {
  getCurrentData,
  getHourlyMonth,
  getLastSensorData,
  getMessageData,
  getRangeData,
  getTimedData,
} from "./facility_data.ts";
import { getHeatingSeasons, putHeatingSeasons } from "./heating_seasons.ts";
import { getHybridConsumption, getIrradiance, getSolarEstimation } from "./machines.ts";

/** Equipment, boiler rooms, buildings and their readings. */
export function facilitiesArea(services: Services) {
  return { ...annotationsArea(services), ...places(services), ...readings(services) };
}

function places(services: Services) {
  const all = { instrumentedOnly: false };
  const instrumented = { instrumentedOnly: true };
  const devices = devicesOf(services);
  return {
    listEquipmentKinds,
    listAvailableEquipmentKinds: ({ orgId }) => listAvailableKinds(services, orgId),
    listEquipments: ({ projectId }) => listEquipments(services, projectId, all),
    listFacilitiesEquipments: ({ projectId }) => listEquipments(services, projectId, instrumented),
    addEquipment: (input, caller) => addEquipment(services, input, caller),
    putEquipmentSettings: (input, caller) => putEquipmentSettings(services, input, caller),
    deleteEquipment: (input, caller) => deleteEquipment(services, input, caller),
    listBoilerRooms: ({ projectId }) => listBoilerRooms(services, projectId),
    getBoilerRoom: ({ projectId, boilerRoomId }) =>
      getBoilerRoom(services, { projectId, boilerRoomId }),
    putBoilerRoomSettings: (input, caller) => putBoilerRoomSettings(services, input, caller),
    putCircuitSettings: (input, caller) => putCircuit(services, input, caller),
    putErrorCodeSettings: (input, caller) => putErrorCode(services, input, caller),
    putFaultDetectorSettings: (input, caller) => putFaultDetector(services, input, caller),
    addDevice: devices.create,
    putDevice: devices.put,
    deleteDevice: devices.remove,
    listBuildings: ({ projectId }) => listBuildings(services, projectId),
    getBuilding: ({ projectId, buildingId }) => getBuilding(services, { projectId, buildingId }),
    putBuildingSettings: (input, caller) => putBuildingSettings(services, input, caller),
    putCmvSettings: (input, caller) => putCmv(services, input, caller),
    putSkydomeSettings: (input, caller) => putSkydome(services, input, caller),
    putGateSettings: (input, caller) => putGate(services, input, caller),
    getHeatingSeasons: (input) => getHeatingSeasons(services, input),
    putHeatingSeasons: (input, caller) => putHeatingSeasons(services, input, caller),
  } satisfies Partial<Backend>;
}

function readings(services: Services) {
  return {
    getCurrentData: ({ projectId }, caller) => getCurrentData(services, projectId, caller),
    getLastSensorData: ({ projectId }, caller) => getLastSensorData(services, projectId, caller),
    getFacilityRangeData: (input, caller) => getRangeData(services, input, caller),
    getFacilityTimedData: (input, caller) => getTimedData(services, input, caller),
    getFacilityMessageData: (input, caller) => getMessageData(services, input, caller),
    getFacilityHourlyMonth: (input, caller) => getHourlyMonth(services, input, caller),
    getHybridConsumption: (input) => getHybridConsumption(services, input),
    getSolarEstimation: (input) => getSolarEstimation(services, input),
    getIrradiance: (input) => getIrradiance(services, input),
  } satisfies Partial<Backend>;
}
