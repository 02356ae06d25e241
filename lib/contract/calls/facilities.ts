import * as z from "zod/mini";
import { defineCall } from "@/lib/contract/call.ts";
import { FRESH_DATA_SECONDS } from "@/lib/contract/freshness.ts";
import {
  onProject,
  onProjectOrAdmin,
  ORG_MEMBER,
  PROJECT_MEMBER,
  SIGNED_IN,
} from "@/lib/contract/grants.ts";
import { versionQuery } from "@/lib/contract/http/version_query.ts";
import { created } from "@/lib/contract/shapes.ts";
import * as facilities from "@/lib/domain/facilities/schema.ts";
import { rangeData } from "@/lib/domain/series/schema.ts";
import { ANNOTATIONS_CALLS } from "./annotations.ts";

const readsBoilerRooms = onProject("collect:boilerroom:read");
const writesBoilerRooms = onProject("collect:boilerroom:write");
const readsBuildings = onProject("collect:building:read");
const writesBuildings = onProject("collect:building:write");
const readsFacilities = onProject("collect:boilerroom:read", "collect:building:read");
const writesFacilities = onProject("collect:boilerroom:write", "collect:building:write");
const writesEquipments = onProjectOrAdmin("collect:boilerroom:write", "collect:building:write");

/** Equipment, boiler rooms, buildings and their readings. @spec calls.catalogue */
export const FACILITIES_CALLS = {
  ...ANNOTATIONS_CALLS,
  listEquipmentKinds: defineCall({
    request: "GET /collect/equipment-kind",
    summary: "The kinds of equipment (B §7)",
    access: SIGNED_IN,
    answer: z.array(facilities.equipmentKindEntry),
  }),
  listAvailableEquipmentKinds: defineCall({
    request: "GET /collect/orgs/:orgId/available-equipmentKind",
    summary: "The kinds of equipment that the residences of an organisation have (B §7)",
    access: ORG_MEMBER,
    answer: z.array(facilities.equipmentKindEntry),
  }),
  listEquipments: defineCall({
    request: "GET /collect/projects/:projectId/equipments",
    summary: "Every equipment of a residence (B §7)",
    access: PROJECT_MEMBER,
    answer: z.array(facilities.equipment),
  }),
  listFacilitiesEquipments: defineCall({
    request: "GET /collect/projects/:projectId/facilities/equipments",
    summary: "The equipment of a residence that carries sensors (B §7)",
    access: PROJECT_MEMBER,
    answer: z.array(facilities.equipment),
  }),
  addEquipment: defineCall({
    request: "POST /collect/projects/:projectId/equipments",
    summary: "Adds an equipment to a residence (B §7)",
    audit: "Équipement ajouté",
    access: writesEquipments,
    body: facilities.equipmentDraft,
    answer: created,
    refusals: ["forbidden", "unknown-reference", "code-taken"],
  }),
  putEquipmentSettings: defineCall({
    request: "PUT /collect/projects/:projectId/equipments/:equipmentId/settings",
    summary: "Changes name and code of an equipment (B §7)",
    audit: "Équipement modifié",
    access: writesEquipments,
    body: facilities.equipmentSettingsDraft,
    refusals: ["forbidden", "not-found", "conflict", "code-taken"],
  }),
  deleteEquipment: defineCall({
    request: "DELETE /collect/projects/:projectId/equipments/:equipmentId",
    summary: "Deletes an equipment in which nothing stands (B §7)",
    audit: "Équipement supprimé",
    access: writesEquipments,
    refusals: ["forbidden", "not-found", "in-use"],
  }),

  listBoilerRooms: defineCall({
    request: "GET /collect/projects/:projectId/facilities/boilerrooms",
    summary: "The boiler rooms of a residence (B §7)",
    access: readsBoilerRooms,
    answer: z.array(facilities.boilerRoomSummary),
  }),
  getBoilerRoom: defineCall({
    request: "GET /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId",
    summary: "A boiler room and what stands in it (B §3)",
    access: readsBoilerRooms,
    answer: facilities.boilerRoom,
    refusals: ["not-found"],
  }),
  putBoilerRoomSettings: defineCall({
    request: "PUT /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/settings",
    summary: "Changes name, code, location, operator and bounds of a boiler room (B §7)",
    audit: "Chaufferie modifiée",
    access: writesBoilerRooms,
    body: facilities.boilerRoomSettingsDraft,
    refusals: ["not-found", "conflict", "code-taken"],
  }),
  putCircuitSettings: defineCall({
    request:
      "PUT /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/circuits/:circuitId/settings",
    summary: "Changes a heating circuit (B §7)",
    audit: "Circuit de chauffage modifié",
    access: writesBoilerRooms,
    body: facilities.heatingCircuitDraft,
    refusals: ["not-found", "conflict", "unknown-reference", "unsuitable-series"],
  }),
  putErrorCodeSettings: defineCall({
    request:
      "PUT /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/errorcodes/:errorCodeId/settings",
    summary: "Changes an error-code reader (B §3)",
    audit: "Code de défaut modifié",
    access: writesBoilerRooms,
    body: facilities.errorCodeReaderDraft,
    refusals: ["not-found", "conflict", "unknown-reference", "unsuitable-series"],
  }),
  putFaultDetectorSettings: defineCall({
    request:
      "PUT /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/faultdetectors/:faultDetectorId/settings",
    summary: "Changes a fault detector (B §3)",
    audit: "Détecteur de défaut modifié",
    access: writesBoilerRooms,
    body: facilities.faultDetectorDraft,
    refusals: ["not-found", "conflict", "unknown-reference", "unsuitable-series"],
  }),
  addDevice: defineCall({
    request: "POST /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/devices",
    summary: "Adds a heat pump, solar panels or a vehicle charger (B §3)",
    audit: "Appareil ajouté",
    access: writesBoilerRooms,
    body: facilities.deviceDraft,
    answer: created,
    refusals: ["not-found", "unknown-reference", "unsuitable-series"],
  }),
  putDevice: defineCall({
    request:
      "PUT /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/devices/:deviceId",
    summary: "Changes a heat pump, solar panels or a vehicle charger (B §3)",
    audit: "Appareil modifié",
    access: writesBoilerRooms,
    body: facilities.deviceDraft,
    refusals: ["not-found", "conflict", "unknown-reference", "unsuitable-series"],
  }),
  deleteDevice: defineCall({
    request:
      "DELETE /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/devices/:deviceId",
    summary: "Deletes a heat pump, solar panels or a vehicle charger (B §3)",
    audit: "Appareil supprimé",
    access: writesBoilerRooms,
    refusals: ["not-found"],
  }),
  getHeatingSeasons: defineCall({
    request: "GET /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/heatingseasons",
    summary: "The heating seasons of a boiler room, with their calculated dates (B §3)",
    access: readsBoilerRooms,
    answer: facilities.heatingSeasons,
    refusals: ["not-found"],
  }),
  putHeatingSeasons: defineCall({
    request: "PUT /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/heatingseasons",
    summary: "Writes the list of the heating seasons of a boiler room (B §7)",
    audit: "Saisons de chauffe modifiées",
    access: writesBoilerRooms,
    query: versionQuery,
    body: facilities.heatingSeasonList,
    refusals: ["not-found", "conflict"],
  }),
  getHybridConsumption: defineCall({
    request:
      "GET /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/hybrid-conso/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "What boilers and heat pumps gave over a range (B §7)",
    access: readsBoilerRooms,
    answer: facilities.hybridConsumption,
    refusals: ["not-found"],
  }),
  getSolarEstimation: defineCall({
    request:
      "GET /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/solar-estimation-month/:month",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "Solar production expected from irradiance, day by day of a month (B §7)",
    access: readsBoilerRooms,
    answer: facilities.solarEstimation,
    refusals: ["not-found"],
  }),

  listBuildings: defineCall({
    request: "GET /collect/projects/:projectId/facilities/buildings",
    summary: "The buildings of a residence (B §7)",
    access: readsBuildings,
    answer: z.array(facilities.building),
  }),
  getBuilding: defineCall({
    request: "GET /collect/projects/:projectId/facilities/buildings/:buildingId",
    summary: "A building with its ventilation units and roof lights (B §3)",
    access: readsBuildings,
    answer: facilities.building,
    refusals: ["not-found"],
  }),
  putBuildingSettings: defineCall({
    request: "PUT /collect/projects/:projectId/facilities/buildings/:buildingId/settings",
    summary: "Changes name and code of a building (B §7)",
    audit: "Bâtiment modifié",
    access: writesBuildings,
    body: facilities.buildingSettings,
    refusals: ["not-found", "conflict", "code-taken"],
  }),
  putCmvSettings: defineCall({
    request: "PUT /collect/projects/:projectId/facilities/cmvs/:cmvId/settings",
    summary: "Changes a ventilation unit (B §7)",
    audit: "VMC modifiée",
    access: writesFacilities,
    body: facilities.cmvDraft,
    refusals: ["forbidden", "not-found", "conflict", "unknown-reference", "unsuitable-series"],
  }),
  putSkydomeSettings: defineCall({
    request: "PUT /collect/projects/:projectId/facilities/skydomes/:skydomeId/settings",
    summary: "Changes a roof light (B §7)",
    audit: "Lanterneau modifié",
    access: writesFacilities,
    body: facilities.skydomeDraft,
    refusals: ["forbidden", "not-found", "conflict", "unknown-reference", "unsuitable-series"],
  }),
  putGateSettings: defineCall({
    request: "PUT /collect/projects/:projectId/facilities/gates/:gateId/settings",
    summary: "Changes a door or gate (B §3)",
    audit: "Porte modifiée",
    access: writesFacilities,
    body: facilities.gateDraft,
    refusals: ["forbidden", "not-found", "conflict", "unknown-reference", "unsuitable-series"],
  }),

  getCurrentData: defineCall({
    request: "GET /collect/projects/:projectId/facilities/current-data",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "The current value of each facility series; older than 24 hours is empty (B §7, B §4)",
    access: readsFacilities,
    answer: z.array(facilities.facilityValue),
  }),
  getLastSensorData: defineCall({
    request: "GET /collect/projects/:projectId/facilities/last-sensor-data",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "The last value of each facility series, however old (B §7)",
    access: readsFacilities,
    answer: z.array(facilities.facilityValue),
  }),
  getFacilityRangeData: defineCall({
    request: "GET /collect/projects/:projectId/facilities/dataseries/:series/rangedata/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "A facility series over a range (B §7)",
    access: readsFacilities,
    answer: rangeData,
    refusals: ["not-found"],
  }),
  getFacilityTimedData: defineCall({
    request: "GET /collect/projects/:projectId/facilities/dataseries/:series/timeddata/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "The readings of a facility series over a range, one by one (B §7)",
    access: readsFacilities,
    answer: facilities.timedData,
    refusals: ["not-found"],
  }),
  getFacilityMessageData: defineCall({
    request: "GET /collect/projects/:projectId/facilities/dataseries/:series/messagedata/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "The texts that a facility series sent over a range (B §7)",
    access: readsFacilities,
    answer: facilities.messageData,
    refusals: ["not-found"],
  }),
  getFacilityHourlyMonth: defineCall({
    request: "GET /collect/projects/:projectId/facilities/dataseries/:series/hourly-month/:month",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "A facility series hour by hour over a month (B §7)",
    access: readsFacilities,
    answer: rangeData,
    refusals: ["not-found"],
  }),
  getIrradiance: defineCall({
    request: "GET /collect/projects/:projectId/facilities/irradiance/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "Irradiance of the residence over a range (B §7)",
    access: readsFacilities,
    answer: rangeData,
    refusals: ["not-found"],
  }),
};
