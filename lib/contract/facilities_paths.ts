import { ANNOTATIONS_PATHS } from "./annotations_paths.ts";
import { FRESH_DATA_SECONDS, type PathTable } from "./path_table.ts";

const fresh = { freshForSeconds: FRESH_DATA_SECONDS } as const;

/** Where the calls of boiler rooms, buildings and equipment are. @spec B §7 */
export const FACILITIES_PATHS = {
  ...ANNOTATIONS_PATHS,
  listEquipmentKinds: { method: "GET", path: "/collect/equipment-kind" },
  listAvailableEquipmentKinds: {
    method: "GET",
    path: "/collect/orgs/:orgId/available-equipmentKind",
  },
  listEquipments: { method: "GET", path: "/collect/projects/:projectId/equipments" },
  listFacilitiesEquipments: {
    method: "GET",
    path: "/collect/projects/:projectId/facilities/equipments",
  },
  addEquipment: { method: "POST", path: "/collect/projects/:projectId/equipments" },
  putEquipmentSettings: {
    method: "PUT",
    path: "/collect/projects/:projectId/equipments/:equipmentId/settings",
  },
  deleteEquipment: {
    method: "DELETE",
    path: "/collect/projects/:projectId/equipments/:equipmentId",
  },

  listBoilerRooms: { method: "GET", path: "/collect/projects/:projectId/facilities/boilerrooms" },
  getBoilerRoom: {
    method: "GET",
    path: "/collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId",
  },
  putBoilerRoomSettings: {
    method: "PUT",
    path: "/collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/settings",
  },
  putCircuitSettings: {
    method: "PUT",
    path:
      "/collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/circuits/:circuitId/settings",
  },
  putErrorCodeSettings: {
    method: "PUT",
    path:
      "/collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/errorcodes/:errorCodeId/settings",
  },
  putFaultDetectorSettings: {
    method: "PUT",
    path:
      "/collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/faultdetectors/:faultDetectorId/settings",
  },
  addDevice: {
    method: "POST",
    path: "/collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/devices",
  },
  putDevice: {
    method: "PUT",
    path: "/collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/devices/:deviceId",
  },
  deleteDevice: {
    method: "DELETE",
    path: "/collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/devices/:deviceId",
  },
  getHeatingSeasons: {
    method: "GET",
    path: "/collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/heatingseasons",
  },
  putHeatingSeasons: {
    method: "PUT",
    path: "/collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/heatingseasons",
  },
  getHybridConsumption: {
    method: "GET",
    path: "/collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/hybrid-conso/:segment",
    ...fresh,
  },
  getSolarEstimation: {
    method: "GET",
    path:
      "/collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/solar-estimation-month/:month",
    ...fresh,
  },

  listBuildings: { method: "GET", path: "/collect/projects/:projectId/facilities/buildings" },
  getBuilding: {
    method: "GET",
    path: "/collect/projects/:projectId/facilities/buildings/:buildingId",
  },
  putBuildingSettings: {
    method: "PUT",
    path: "/collect/projects/:projectId/facilities/buildings/:buildingId/settings",
  },
  putCmvSettings: {
    method: "PUT",
    path: "/collect/projects/:projectId/facilities/cmvs/:cmvId/settings",
  },
  putSkydomeSettings: {
    method: "PUT",
    path: "/collect/projects/:projectId/facilities/skydomes/:skydomeId/settings",
  },
  putGateSettings: {
    method: "PUT",
    path: "/collect/projects/:projectId/facilities/gates/:gateId/settings",
  },

  getCurrentData: {
    method: "GET",
    path: "/collect/projects/:projectId/facilities/current-data",
    ...fresh,
  },
  getLastSensorData: {
    method: "GET",
    path: "/collect/projects/:projectId/facilities/last-sensor-data",
    ...fresh,
  },
  getFacilityRangeData: {
    method: "GET",
    path: "/collect/projects/:projectId/facilities/dataseries/:series/rangedata/:segment",
    ...fresh,
  },
  getFacilityTimedData: {
    method: "GET",
    path: "/collect/projects/:projectId/facilities/dataseries/:series/timeddata/:segment",
    ...fresh,
  },
  getFacilityMessageData: {
    method: "GET",
    path: "/collect/projects/:projectId/facilities/dataseries/:series/messagedata/:segment",
    ...fresh,
  },
  getFacilityHourlyMonth: {
    method: "GET",
    path: "/collect/projects/:projectId/facilities/dataseries/:series/hourly-month/:month",
    ...fresh,
  },
  getIrradiance: {
    method: "GET",
    path: "/collect/projects/:projectId/facilities/irradiance/:segment",
    ...fresh,
  },
} as const satisfies PathTable;
