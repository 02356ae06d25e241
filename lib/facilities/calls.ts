/** Declares the calls on equipment, boiler rooms, buildings, heating seasons and their readings. @module */

import * as z from "zod/mini";
import {
  type AnswerOf,
  callFor,
  created,
  FRESH_DATA_SECONDS,
  type InputOf,
  named,
  onProject,
  onProjectOrAdmin,
  orgMemberCall,
  type OutcomeOf,
  projectMemberCall,
  seriesWriterCall,
  signedInCall,
  versionQuery,
} from "@/lib/api/call.ts";
import type { HandlerOf, Services } from "@/lib/api/services.ts";
import { annotationDraft, annotationEdit, annotations, rangeData } from "@/lib/series/schema.ts";
import { messageData, timedData } from "@/lib/timeseries/schema.ts";
import * as facilities from "./schema.ts";

const reads = callFor(onProjectOrAdmin(
  "collect:boilerroom:read",
  "collect:building:read",
  "collect:agg:daily",
));

/** Notes on some days of a series or of a boiler room. @spec design §12 */
const ANNOTATIONS_CALLS = {
  listAnnotations: reads({
    request: "GET /collect/projects/:projectId/facilities/annotations/:annotatedId",
    dependsOn: "settings",
    summary: "The annotations of a series or of a boiler room, the latest first",
    answer: annotations,
    refusals: ["forbidden", "not-found"],
  }),
  addAnnotation: seriesWriterCall({
    request: "POST /collect/projects/:projectId/facilities/annotations/:annotatedId",
    summary: "Adds an annotation: what is to be known of some days",
    audit: "Annotation ajoutée",
    body: annotationDraft,
    answer: created,
    refusals: ["to-confirm", "forbidden", "not-found", "limit-reached"],
  }),
  putAnnotation: seriesWriterCall({
    request: "PUT /collect/projects/:projectId/facilities/annotations/:annotatedId/:annotationId",
    summary: "Changes the days or the words of an annotation",
    audit: "Annotation modifiée",
    body: annotationEdit,
    refusals: ["to-confirm", "forbidden", "not-found", "conflict"],
  }),
  deleteAnnotation: seriesWriterCall({
    request:
      "DELETE /collect/projects/:projectId/facilities/annotations/:annotatedId/:annotationId",
    summary: "Deletes an annotation",
    audit: "Annotation supprimée",
    query: versionQuery,
    refusals: ["forbidden", "not-found", "conflict"],
  }),
};

const readsBoilerRooms = callFor(onProject("collect:boilerroom:read"));
const writesBoilerRooms = callFor(onProject("collect:boilerroom:write"));
const readsBuildings = callFor(onProject("collect:building:read"));
const writesBuildings = callFor(onProject("collect:building:write"));
const readsFacilities = callFor({
  ...onProject("collect:boilerroom:read", "collect:building:read"),
  freshForSeconds: FRESH_DATA_SECONDS,
});
const writesFacilities = callFor(onProject("collect:boilerroom:write", "collect:building:write"));
const writesEquipments = callFor(
  onProjectOrAdmin("collect:boilerroom:write", "collect:building:write"),
);

/** Equipment, boiler rooms, buildings and their readings. @spec calls.catalogue */
export const FACILITIES_CALLS = named({
  ...ANNOTATIONS_CALLS,
  listEquipmentKinds: signedInCall({
    request: "GET /collect/equipment-kind",
    summary: "The kinds of equipment (B §7)",
    answer: z.array(facilities.equipmentKindEntry),
  }),
  listAvailableEquipmentKinds: orgMemberCall({
    request: "GET /collect/orgs/:orgId/available-equipmentKind",
    summary: "The kinds of equipment that the residences of an organisation have (B §7)",
    answer: z.array(facilities.equipmentKindEntry),
  }),
  listEquipments: projectMemberCall({
    request: "GET /collect/projects/:projectId/equipments",
    dependsOn: "settings",
    summary: "Every equipment of a residence (B §7)",
    answer: z.array(facilities.equipment),
  }),
  listFacilitiesEquipments: projectMemberCall({
    request: "GET /collect/projects/:projectId/facilities/equipments",
    dependsOn: "settings",
    summary: "The equipment of a residence that carries sensors (B §7)",
    answer: z.array(facilities.equipment),
  }),
  addEquipment: writesEquipments({
    request: "POST /collect/projects/:projectId/equipments",
    summary: "Adds an equipment to a residence (B §7)",
    audit: "Équipement ajouté",
    body: facilities.equipmentDraft,
    answer: created,
    refusals: ["forbidden", "unknown-reference", "code-taken"],
  }),
  putEquipmentSettings: writesEquipments({
    request: "PUT /collect/projects/:projectId/equipments/:equipmentId/settings",
    summary: "Changes name and code of an equipment (B §7)",
    audit: "Équipement modifié",
    body: facilities.equipmentSettingsDraft,
    refusals: ["forbidden", "not-found", "conflict", "code-taken"],
  }),
  deleteEquipment: writesEquipments({
    request: "DELETE /collect/projects/:projectId/equipments/:equipmentId",
    summary: "Deletes an equipment in which nothing stands (B §7)",
    audit: "Équipement supprimé",
    refusals: ["forbidden", "not-found", "in-use", "has-statements"],
  }),

  listBoilerRooms: readsBoilerRooms({
    request: "GET /collect/projects/:projectId/facilities/boilerrooms",
    dependsOn: "settings",
    summary: "The boiler rooms of a residence (B §7)",
    answer: z.array(facilities.boilerRoomSummary),
  }),
  getBoilerRoom: readsBoilerRooms({
    request: "GET /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId",
    dependsOn: "settings",
    summary: "A boiler room and what stands in it (B §3)",
    answer: facilities.boilerRoom,
    refusals: ["not-found"],
  }),
  listRecentTotals: readsBoilerRooms({
    request: "GET /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/recenttotals",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary:
      "What each register of a boiler room counted today, yesterday and in seven days (B §4)",
    answer: z.array(facilities.recentTotals),
    refusals: ["not-found"],
  }),
  putBoilerRoomSettings: writesBoilerRooms({
    request: "PUT /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/settings",
    summary: "Changes name, code, location, operator and bounds of a boiler room (B §7)",
    audit: "Chaufferie modifiée",
    body: facilities.boilerRoomSettingsDraft,
    refusals: ["not-found", "conflict", "code-taken"],
  }),
  putCircuitSettings: writesBoilerRooms({
    request:
      "PUT /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/circuits/:circuitId/settings",
    summary: "Changes a heating circuit (B §7)",
    audit: "Circuit de chauffage modifié",
    body: facilities.heatingCircuitDraft,
    refusals: ["not-found", "conflict", "unknown-reference", "unsuitable-series"],
  }),
  putErrorCodeSettings: writesBoilerRooms({
    request:
      "PUT /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/errorcodes/:errorCodeId/settings",
    summary: "Changes an error-code reader (B §3)",
    audit: "Code de défaut modifié",
    body: facilities.errorCodeReaderDraft,
    refusals: ["not-found", "conflict", "unknown-reference", "unsuitable-series"],
  }),
  putFaultDetectorSettings: writesBoilerRooms({
    request:
      "PUT /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/faultdetectors/:faultDetectorId/settings",
    summary: "Changes a fault detector (B §3)",
    audit: "Détecteur de défaut modifié",
    body: facilities.faultDetectorDraft,
    refusals: ["not-found", "conflict", "unknown-reference", "unsuitable-series"],
  }),
  addDevice: writesBoilerRooms({
    request: "POST /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/devices",
    summary: "Adds a heat pump, solar panels or a vehicle charger (B §3)",
    audit: "Appareil ajouté",
    body: facilities.deviceDraft,
    answer: created,
    refusals: ["not-found", "unknown-reference", "unsuitable-series"],
  }),
  putDevice: writesBoilerRooms({
    request:
      "PUT /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/devices/:deviceId",
    summary: "Changes a heat pump, solar panels or a vehicle charger (B §3)",
    audit: "Appareil modifié",
    body: facilities.deviceDraft,
    refusals: ["not-found", "conflict", "unknown-reference", "unsuitable-series"],
  }),
  deleteDevice: writesBoilerRooms({
    request:
      "DELETE /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/devices/:deviceId",
    summary: "Deletes a heat pump, solar panels or a vehicle charger (B §3)",
    audit: "Appareil supprimé",
    refusals: ["not-found"],
  }),
  getHeatingSeasons: readsBoilerRooms({
    request: "GET /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/heatingseasons",
    summary: "The heating seasons of a boiler room, with their calculated dates (B §3)",
    answer: facilities.heatingSeasons,
    refusals: ["not-found"],
  }),
  putHeatingSeasons: writesBoilerRooms({
    request: "PUT /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/heatingseasons",
    summary: "Writes the list of the heating seasons of a boiler room (B §7)",
    audit: "Saisons de chauffe modifiées",
    query: versionQuery,
    body: facilities.heatingSeasonList,
    refusals: ["to-confirm", "not-found", "conflict"],
  }),
  getHybridConsumption: readsBoilerRooms({
    request:
      "GET /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/hybrid-conso/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "What boilers and heat pumps gave over a range (B §7)",
    answer: facilities.hybridConsumption,
    refusals: ["forbidden", "not-found"],
  }),
  getSolarEstimation: readsBoilerRooms({
    request:
      "GET /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/solar-estimation-month/:month",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "Solar production expected from irradiance, day by day of a month (B §7)",
    answer: facilities.solarEstimation,
    refusals: ["not-found"],
  }),

  listBuildings: readsBuildings({
    request: "GET /collect/projects/:projectId/facilities/buildings",
    dependsOn: "settings",
    summary: "The buildings of a residence (B §7)",
    answer: z.array(facilities.building),
  }),
  getBuilding: readsBuildings({
    request: "GET /collect/projects/:projectId/facilities/buildings/:buildingId",
    dependsOn: "settings",
    summary: "A building with its ventilation units and roof lights (B §3)",
    answer: facilities.building,
    refusals: ["not-found"],
  }),
  putBuildingSettings: writesBuildings({
    request: "PUT /collect/projects/:projectId/facilities/buildings/:buildingId/settings",
    summary: "Changes name and code of a building (B §7)",
    audit: "Bâtiment modifié",
    body: facilities.buildingSettings,
    refusals: ["not-found", "conflict", "code-taken"],
  }),
  putCmvSettings: writesFacilities({
    request: "PUT /collect/projects/:projectId/facilities/cmvs/:cmvId/settings",
    summary: "Changes a ventilation unit (B §7)",
    audit: "VMC modifiée",
    body: facilities.cmvDraft,
    refusals: ["forbidden", "not-found", "conflict", "unknown-reference", "unsuitable-series"],
  }),
  putSkydomeSettings: writesFacilities({
    request: "PUT /collect/projects/:projectId/facilities/skydomes/:skydomeId/settings",
    summary: "Changes a roof light (B §7)",
    audit: "Lanterneau modifié",
    body: facilities.skydomeDraft,
    refusals: ["forbidden", "not-found", "conflict", "unknown-reference", "unsuitable-series"],
  }),
  putGateSettings: writesFacilities({
    request: "PUT /collect/projects/:projectId/facilities/gates/:gateId/settings",
    summary: "Changes a door or gate (B §3)",
    audit: "Porte modifiée",
    body: facilities.gateDraft,
    refusals: ["forbidden", "not-found", "conflict", "unknown-reference", "unsuitable-series"],
  }),

  getCurrentData: readsFacilities({
    request: "GET /collect/projects/:projectId/facilities/current-data",
    summary: "The current value of each facility series; older than 24 hours is empty (B §7, B §4)",
    answer: z.array(facilities.facilityValue),
  }),
  getLastSensorData: readsFacilities({
    request: "GET /collect/projects/:projectId/facilities/last-sensor-data",
    summary: "The last value of each facility series, however old (B §7)",
    answer: z.array(facilities.facilityValue),
  }),
  getFacilityRangeData: readsFacilities({
    request: "GET /collect/projects/:projectId/facilities/dataseries/:series/rangedata/:segment",
    summary: "A facility series over a range (B §7)",
    answer: rangeData,
    refusals: ["forbidden", "not-found"],
  }),
  listComputedSeries: readsFacilities({
    request: "GET /collect/projects/:projectId/facilities/computedseries",
    summary: "The sums and differences of facility series whose parts one may read",
    answer: z.array(facilities.computedSeries),
    refusals: ["forbidden"],
  }),
  createComputedSeries: seriesWriterCall({
    request: "POST /collect/projects/:projectId/facilities/computedseries",
    summary: "Adds a sum or difference of facility series",
    audit: "Série calculée créée",
    body: facilities.computedSeriesDraft,
    answer: created,
    refusals: [
      "forbidden",
      "unknown-reference",
      "unsuitable-series",
      "name-taken",
      "limit-reached",
    ],
  }),
  putComputedSeries: seriesWriterCall({
    request: "PUT /collect/projects/:projectId/facilities/computedseries/:computedSeriesId",
    summary: "Changes a sum or difference of facility series",
    audit: "Série calculée modifiée",
    body: facilities.computedSeriesDraft,
    refusals: [
      "forbidden",
      "not-found",
      "conflict",
      "unknown-reference",
      "unsuitable-series",
      "name-taken",
    ],
  }),
  deleteComputedSeries: seriesWriterCall({
    request: "DELETE /collect/projects/:projectId/facilities/computedseries/:computedSeriesId",
    summary: "Deletes a sum or difference of facility series; its parts stay",
    audit: "Série calculée supprimée",
    refusals: ["forbidden", "not-found"],
  }),
  getComputedRangeData: readsFacilities({
    request:
      "GET /collect/projects/:projectId/facilities/computedseries/:computedSeriesId/rangedata/:segment",
    summary: "A computed series over a range of months, weeks, days or hours",
    answer: rangeData,
    refusals: ["forbidden", "not-found", "bad-period"],
  }),
  getFacilityTimedData: readsFacilities({
    request: "GET /collect/projects/:projectId/facilities/dataseries/:series/timeddata/:segment",
    summary: "The readings of a facility series over a range, one by one (B §7)",
    answer: timedData,
    refusals: ["not-found"],
  }),
  getFacilityMessageData: readsFacilities({
    request: "GET /collect/projects/:projectId/facilities/dataseries/:series/messagedata/:segment",
    summary: "The texts that a facility series sent over a range (B §7)",
    answer: messageData,
    refusals: ["not-found"],
  }),
  getFacilityHourlyMonth: readsFacilities({
    request: "GET /collect/projects/:projectId/facilities/dataseries/:series/hourly-month/:month",
    summary: "A facility series hour by hour over a month (B §7)",
    answer: rangeData,
    refusals: ["not-found"],
  }),
  getIrradiance: readsFacilities({
    request: "GET /collect/projects/:projectId/facilities/irradiance/:segment",
    summary: "Irradiance of the residence over a range (B §7)",
    answer: rangeData,
    refusals: ["forbidden", "not-found"],
  }),
});

type Calls = typeof FACILITIES_CALLS;

export type Answer<Name extends keyof Calls> = AnswerOf<Calls[Name]>;

/** The handler of a call of this area. */
export type Handler<Name extends keyof Calls, Means = Services> = HandlerOf<Calls[Name], Means>;

export type Input<Name extends keyof Calls> = InputOf<Calls[Name]>;

/** The object of annotations: a facility series or a boiler room. */
export type AnnotatedAt = Input<"listAnnotations">;

export type Outcome<Name extends keyof Calls> = OutcomeOf<Calls[Name]>;
