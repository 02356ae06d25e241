import * as z from "zod/mini";
import * as facilities from "../domain/facilities/schema.ts";
import { ANNOTATIONS_CALLS } from "./annotations.ts";
import { defineCall } from "./call.ts";
import { FACILITIES_PATHS as at } from "./facilities_paths.ts";
import { onProject, onProjectOrAdmin, ORG_MEMBER, PROJECT_MEMBER, SIGNED_IN } from "./grants.ts";
import { created, nothing } from "./shapes.ts";
import { versionQuery } from "./version_query.ts";

const readsBoilerRooms = onProject("collect:boilerroom:read");
const writesBoilerRooms = onProject("collect:boilerroom:write");
const readsBuildings = onProject("collect:building:read");
const writesBuildings = onProject("collect:building:write");
const readsFacilities = onProject("collect:boilerroom:read", "collect:building:read");
const writesFacilities = onProject("collect:boilerroom:write", "collect:building:write");
const writesEquipments = onProjectOrAdmin("collect:boilerroom:write", "collect:building:write");

/** Equipment, boiler rooms, buildings and their readings. @spec B §3, B §7 */
export const FACILITIES_CALLS = {
  ...ANNOTATIONS_CALLS,
  listEquipmentKinds: defineCall({
    ...at.listEquipmentKinds,
    summary: "The kinds of equipment (B §7)",
    access: SIGNED_IN,
    answer: z.array(facilities.equipmentKindEntry),
    refusals: [],
  }),
  listAvailableEquipmentKinds: defineCall({
    ...at.listAvailableEquipmentKinds,
    summary: "The kinds of equipment that the residences of an organisation have (B §7)",
    access: ORG_MEMBER,
    answer: z.array(facilities.equipmentKindEntry),
    refusals: [],
  }),
  listEquipments: defineCall({
    ...at.listEquipments,
    summary: "Every equipment of a residence (B §7)",
    access: PROJECT_MEMBER,
    answer: z.array(facilities.equipment),
    refusals: [],
  }),
  listFacilitiesEquipments: defineCall({
    ...at.listFacilitiesEquipments,
    summary: "The equipment of a residence that carries sensors (B §7)",
    access: PROJECT_MEMBER,
    answer: z.array(facilities.equipment),
    refusals: [],
  }),
  addEquipment: defineCall({
    ...at.addEquipment,
    summary: "Adds an equipment to a residence (B §7)",
    access: writesEquipments,
    body: facilities.equipmentDraft,
    answer: created,
    creates: true,
    refusals: ["forbidden", "unknown-reference", "code-taken"],
  }),
  putEquipmentSettings: defineCall({
    ...at.putEquipmentSettings,
    summary: "Changes name and code of an equipment (B §7)",
    access: writesEquipments,
    body: facilities.equipmentSettingsDraft,
    answer: nothing,
    refusals: ["forbidden", "not-found", "conflict", "code-taken"],
  }),
  deleteEquipment: defineCall({
    ...at.deleteEquipment,
    summary: "Deletes an equipment in which nothing stands (B §7)",
    access: writesEquipments,
    answer: nothing,
    refusals: ["forbidden", "not-found", "in-use"],
  }),

  listBoilerRooms: defineCall({
    ...at.listBoilerRooms,
    summary: "The boiler rooms of a residence (B §7)",
    access: readsBoilerRooms,
    answer: z.array(facilities.boilerRoomSummary),
    refusals: [],
  }),
  getBoilerRoom: defineCall({
    ...at.getBoilerRoom,
    summary: "A boiler room and what stands in it (B §3)",
    access: readsBoilerRooms,
    answer: facilities.boilerRoom,
    refusals: ["not-found"],
  }),
  putBoilerRoomSettings: defineCall({
    ...at.putBoilerRoomSettings,
    summary: "Changes name, code, location, operator and bounds of a boiler room (B §7)",
    access: writesBoilerRooms,
    body: facilities.boilerRoomSettingsDraft,
    answer: nothing,
    refusals: ["not-found", "conflict", "code-taken"],
  }),
  putCircuitSettings: defineCall({
    ...at.putCircuitSettings,
    summary: "Changes a heating circuit (B §7)",
    access: writesBoilerRooms,
    body: facilities.heatingCircuitDraft,
    answer: nothing,
    refusals: ["not-found", "conflict", "unknown-reference"],
  }),
  putErrorCodeSettings: defineCall({
    ...at.putErrorCodeSettings,
    summary: "Changes an error-code reader (B §3)",
    access: writesBoilerRooms,
    body: facilities.errorCodeReaderDraft,
    answer: nothing,
    refusals: ["not-found", "conflict", "unknown-reference"],
  }),
  putFaultDetectorSettings: defineCall({
    ...at.putFaultDetectorSettings,
    summary: "Changes a fault detector (B §3)",
    access: writesBoilerRooms,
    body: facilities.faultDetectorDraft,
    answer: nothing,
    refusals: ["not-found", "conflict", "unknown-reference"],
  }),
  addDevice: defineCall({
    ...at.addDevice,
    summary: "Adds a heat pump, solar panels or a vehicle charger (B §3)",
    access: writesBoilerRooms,
    body: facilities.deviceDraft,
    answer: created,
    creates: true,
    refusals: ["not-found", "unknown-reference"],
  }),
  putDevice: defineCall({
    ...at.putDevice,
    summary: "Changes a heat pump, solar panels or a vehicle charger (B §3)",
    access: writesBoilerRooms,
    body: facilities.deviceDraft,
    answer: nothing,
    refusals: ["not-found", "conflict", "unknown-reference"],
  }),
  deleteDevice: defineCall({
    ...at.deleteDevice,
    summary: "Deletes a heat pump, solar panels or a vehicle charger (B §3)",
    access: writesBoilerRooms,
    answer: nothing,
    refusals: ["not-found"],
  }),
  getHeatingSeasons: defineCall({
    ...at.getHeatingSeasons,
    summary: "The heating seasons of a boiler room, with their calculated dates (B §3)",
    access: readsBoilerRooms,
    answer: facilities.heatingSeasons,
    refusals: ["not-found"],
  }),
  putHeatingSeasons: defineCall({
    ...at.putHeatingSeasons,
    summary: "Writes the list of the heating seasons of a boiler room (B §7)",
    access: writesBoilerRooms,
    query: versionQuery,
    body: facilities.heatingSeasonList,
    answer: nothing,
    refusals: ["not-found", "conflict"],
  }),
  getHybridConsumption: defineCall({
    ...at.getHybridConsumption,
    summary: "What boilers and heat pumps gave over a range (B §7)",
    access: readsBoilerRooms,
    answer: facilities.hybridConsumption,
    refusals: ["not-found"],
  }),
  getSolarEstimation: defineCall({
    ...at.getSolarEstimation,
    summary: "Solar production expected from irradiance, day by day of a month (B §7)",
    access: readsBoilerRooms,
    answer: facilities.solarEstimation,
    refusals: ["not-found"],
  }),

  listBuildings: defineCall({
    ...at.listBuildings,
    summary: "The buildings of a residence (B §7)",
    access: readsBuildings,
    answer: z.array(facilities.building),
    refusals: [],
  }),
  getBuilding: defineCall({
    ...at.getBuilding,
    summary: "A building with its ventilation units and roof lights (B §3)",
    access: readsBuildings,
    answer: facilities.building,
    refusals: ["not-found"],
  }),
  putBuildingSettings: defineCall({
    ...at.putBuildingSettings,
    summary: "Changes name and code of a building (B §7)",
    access: writesBuildings,
    body: facilities.buildingSettings,
    answer: nothing,
    refusals: ["not-found", "conflict", "code-taken"],
  }),
  putCmvSettings: defineCall({
    ...at.putCmvSettings,
    summary: "Changes a ventilation unit (B §7)",
    access: writesFacilities,
    body: facilities.cmvDraft,
    answer: nothing,
    refusals: ["forbidden", "not-found", "conflict", "unknown-reference"],
  }),
  putSkydomeSettings: defineCall({
    ...at.putSkydomeSettings,
    summary: "Changes a roof light (B §7)",
    access: writesFacilities,
    body: facilities.skydomeDraft,
    answer: nothing,
    refusals: ["forbidden", "not-found", "conflict", "unknown-reference"],
  }),
  putGateSettings: defineCall({
    ...at.putGateSettings,
    summary: "Changes a door or gate (B §3)",
    access: writesFacilities,
    body: facilities.gateDraft,
    answer: nothing,
    refusals: ["forbidden", "not-found", "conflict", "unknown-reference"],
  }),

  getCurrentData: defineCall({
    ...at.getCurrentData,
    summary: "The current value of each facility series; older than 24 hours is empty (B §7, B §4)",
    access: readsFacilities,
    answer: z.array(facilities.facilityValue),
    refusals: [],
  }),
  getLastSensorData: defineCall({
    ...at.getLastSensorData,
    summary: "The last value of each facility series, however old (B §7)",
    access: readsFacilities,
    answer: z.array(facilities.facilityValue),
    refusals: [],
  }),
  getFacilityRangeData: defineCall({
    ...at.getFacilityRangeData,
    summary: "A facility series over a range (B §7)",
    access: readsFacilities,
    answer: facilities.rangeData,
    refusals: ["not-found"],
  }),
  getFacilityTimedData: defineCall({
    ...at.getFacilityTimedData,
    summary: "The readings of a facility series over a range, one by one (B §7)",
    access: readsFacilities,
    answer: facilities.timedData,
    refusals: ["not-found"],
  }),
  getFacilityMessageData: defineCall({
    ...at.getFacilityMessageData,
    summary: "The texts that a facility series sent over a range (B §7)",
    access: readsFacilities,
    answer: facilities.messageData,
    refusals: ["not-found"],
  }),
  getFacilityHourlyMonth: defineCall({
    ...at.getFacilityHourlyMonth,
    summary: "A facility series hour by hour over a month (B §7)",
    access: readsFacilities,
    answer: facilities.rangeData,
    refusals: ["not-found"],
  }),
  getIrradiance: defineCall({
    ...at.getIrradiance,
    summary: "Irradiance of the residence over a range (B §7)",
    access: readsFacilities,
    answer: facilities.rangeData,
    refusals: ["not-found"],
  }),
};
