import { strictEqual } from "node:assert/strict";
import { pathMatcher } from "@/lib/api/routing.ts";
import { CALLS } from "@/lib/app/catalogue.ts";

/**
 * The calls of the specification, written by hand from F §7 and B §7, with the name that each path
 * must match.
 */
const SPECIFIED: Readonly<Record<string, string>> = {
  // F §7
  "POST /auth/login": "login",
  "POST /auth/logout": "logout",
  "POST /auth/check": "checkToken",
  "POST /auth/refresh": "refreshToken",
  "POST /oauth/token": "getOAuthToken",
  "POST /oauth/migrate": "migrateToOAuth",
  "POST /auth/ask-reset-code": "askResetCode",
  "POST /auth/reset-password": "resetPassword",
  "GET /auth/me": "getMe",
  "GET /auth/features": "getSignInFeatures",
  "POST /auth/change-email": "changeEmail",
  "POST /auth/change-password": "changePassword",
  "POST /auth/change-name": "changeName",
  "POST /auth/remove": "removeAccount",

  // B §7 "Organisation level"
  "GET /collect/equipment-kind": "listEquipmentKinds",
  "GET /collect/queuedreports": "listQueuedReports",
  "GET /collect/orgs": "listOrgs",
  "GET /collect/alarm-handlers": "listAlarmHandlers",
  "GET /collect/orgs/7/admins": "listOrgAdmins",
  "POST /collect/orgs/7/admins": "addOrgAdmin",
  "DELETE /collect/orgs/7/admins/a@b.fr": "removeOrgAdmin",
  "GET /collect/orgs/7/availableroles": "listOrgAvailableRoles",
  "GET /collect/orgs/7/teams": "listTeams",
  "POST /collect/orgs/7/teams": "createTeam",
  "PUT /collect/orgs/7/teams/3": "putTeam",
  "DELETE /collect/orgs/7/teams/3": "deleteTeam",
  "GET /collect/orgs/7/tags": "listTags",
  "POST /collect/orgs/7/tags": "createTag",
  "GET /collect/orgs/7/tags/2/values": "listTagValues",
  "POST /collect/orgs/7/tags/2/values": "createTagValue",
  "GET /collect/orgs/7/projects": "listProjects",
  "POST /collect/orgs/7/projects": "createProject",
  "GET /collect/orgs/7/collect-features": "getCollectFeatures",
  "GET /collect/orgs/7/available-equipmentKind": "listAvailableEquipmentKinds",
  "GET /collect/orgs/7/alarms": "listOrgAlarms",
  "GET /collect/orgs/7/alerting/reports": "listOrgAlarmReports",
  "GET /collect/orgs/7/grdfpces": "listGasPces",
  "GET /collect/orgs/7/grdfpces/21546789012345/rangedata/2024": "getGasYear",
  "POST /collect/orgs/7/checkuser": "checkUser",
  "POST /collect/orgs/7/inviteuser": "inviteUser",

  // B §7 "Contracting under /orgs/{orgId}/contracting"
  "GET /collect/orgs/7/contracting/providers": "listProviders",
  "POST /collect/orgs/7/contracting/providers": "createProvider",
  "PUT /collect/orgs/7/contracting/providers/1": "putProvider",
  "DELETE /collect/orgs/7/contracting/providers/1": "deleteProvider",
  "GET /collect/orgs/7/contracting/contracts": "listContracts",
  "POST /collect/orgs/7/contracting/contracts": "createContract",
  "PUT /collect/orgs/7/contracting/contracts/1": "putContract",
  "DELETE /collect/orgs/7/contracting/contracts/1": "deleteContract",
  "POST /collect/orgs/7/contracting/contracts/1/providers": "addContractProvider",
  "PUT /collect/orgs/7/contracting/contracts/1/providers/2": "putContractProvider",
  "DELETE /collect/orgs/7/contracting/contracts/1/providers/2": "deleteContractProvider",
  "GET /collect/orgs/7/contracting/typedoc": "listTypedocs",
  "POST /collect/orgs/7/contracting/typedoc": "createTypedoc",
  "PUT /collect/orgs/7/contracting/typedoc/1": "putTypedoc",
  "PUT /collect/orgs/7/contracting/typedoc/1/archive": "archiveTypedoc",
  "DELETE /collect/orgs/7/contracting/typedoc/1": "deleteTypedoc",
  "GET /collect/orgs/7/contracting/requests": "listRequests",
  "POST /collect/orgs/7/contracting/requests": "createRequest",
  "PUT /collect/orgs/7/contracting/requests/1": "putRequest",
  "PUT /collect/orgs/7/contracting/requests/1/close": "closeRequest",
  "DELETE /collect/orgs/7/contracting/requests/1": "deleteRequest",
  "GET /collect/orgs/7/contracting/documents-running": "listDocumentsRunning",
  "GET /collect/orgs/7/contracting/documents-late": "listDocumentsLate",
  "GET /collect/orgs/7/contracting/documents-to-validate": "listDocumentsToValidate",
  "GET /collect/orgs/7/contracting/documents-history/years-2024": "listDocumentsHistory",
  "GET /collect/orgs/7/contracting/documents-refused": "listDocumentsRefused",
  "GET /collect/orgs/7/contracting/projects/9/documents-running": "listProjectDocumentsRunning",
  "GET /collect/orgs/7/contracting/projects/9/documents-late": "listProjectDocumentsLate",
  "GET /collect/orgs/7/contracting/projects/9/documents-to-validate":
    "listProjectDocumentsToValidate",
  "GET /collect/orgs/7/contracting/projects/9/documents-history/years-2024":
    "listProjectDocumentsHistory",
  "GET /collect/orgs/7/contracting/projects/9/documents-refused": "listProjectDocumentsRefused",
  "GET /collect/orgs/7/contracting/requests/1/documents/2/info": "getDocumentInfo",
  "GET /collect/orgs/7/contracting/requests/1/documents/2/pdf": "getDocumentPdf",
  "PUT /collect/orgs/7/contracting/requests/1/documents/2": "uploadDocument",
  "POST /collect/orgs/7/contracting/requests/1/documents/2/validate": "validateDocument",
  "POST /collect/orgs/7/contracting/documents-mass-dropout": "dropDocuments",
  "POST /collect/orgs/7/contracting/document-final-due-date": "changeFinalDueDate",

  // B §7 "Project level under /projects/{id} (GET)"
  "GET /collect/projects/9/roles": "listProjectRoles",
  "GET /collect/projects/9/roles/a@b.fr": "getProjectUserRoles",
  "GET /collect/projects/9/availableroles": "listProjectAvailableRoles",
  "GET /collect/projects/9/features": "getProjectFeatures",
  "GET /collect/projects/9/settings": "getProjectSettings",
  "GET /collect/projects/9/housing/housetypes": "listHouseTypes",
  "GET /collect/projects/9/housing/anonymousgroups": "listAnonymousGroups",
  "GET /collect/projects/9/housing/consreport/settings": "getConsumptionReportSettings",
  "GET /collect/projects/9/facilities/equipments": "listFacilitiesEquipments",
  "GET /collect/projects/9/equipments": "listEquipments",
  "GET /collect/projects/9/housing/houses": "listHouses",
  "GET /collect/projects/9/housing/housesconnectivitysummary": "getHousesConnectivitySummary",
  "GET /collect/projects/9/housing/housesconnectivity": "listHousesConnectivity",
  "GET /collect/projects/9/housing/housesmodulerights": "listModuleRights",
  "GET /collect/projects/9/alerting/alarms": "listAlarms",
  "GET /collect/projects/9/alerting/reports": "listAlarmReports",
  "GET /collect/projects/9/alerting/availableselections": "listAvailableSelections",
  "GET /collect/projects/9/facilities/boilerrooms": "listBoilerRooms",
  "GET /collect/projects/9/facilities/buildings": "listBuildings",
  "GET /collect/projects/9/facilities/current-data": "getCurrentData",
  "GET /collect/projects/9/facilities/last-sensor-data": "getLastSensorData",
  "GET /collect/projects/9/housing/alerts": "listHousingAlerts",
  "GET /collect/projects/9/facilities/outdoorsources": "listOutdoorSources",
  "GET /collect/projects/9/display/messages": "listDisplayMessages",
  "GET /collect/projects/9/display/contacts": "listDisplayContacts",

  // B §7 "Housing series", of every dwelling and of one
  "GET /collect/projects/9/housing/dataseries/4/by-house/5/rangedata/daily-2024-07":
    "getHouseRangeData",
  "GET /collect/projects/9/housing/dataseries/4/by-house/5/stats/daily-2024-07": "getHouseStats",
  "GET /collect/projects/9/housing/dataseries/4/by-house/5/rangestats/daily-2024-07":
    "getHouseRangeStats",
  "GET /collect/projects/9/housing/dataseries/4/by-house/5/detaileddata/fivemin-2024-07-15":
    "getHouseDetailedData",
  "GET /collect/projects/9/housing/dataseries/4/by-house/5/last-sensor-data/2024-07-15":
    "getHouseLastSensorData",
  "GET /collect/projects/9/housing/dataseries/4/rangedata/weekly-2024": "getSeriesRangeData",
  "GET /collect/projects/9/housing/dataseries/4/stats/2024-07": "getSeriesStats",
  "GET /collect/projects/9/housing/dataseries/4/rangestats/monthly-2024": "getSeriesRangeStats",
  "GET /collect/projects/9/housing/dataseries/4/detaileddata/2024-W07": "getSeriesDetailedData",
  "GET /collect/projects/9/housing/dataseries/4/last-sensor-data/2024-07-15T08":
    "getSeriesLastSensorData",
  "GET /collect/projects/9/housing/dataseries/4/anonymousdata/2024-07-15": "getSeriesAnonymousData",
  "GET /collect/projects/9/housing/rangestats/monthly-2024": "getHousingRangeStats",
  "GET /collect/projects/9/housing/rangedata/monthly-2024": "getHousingRangeData",

  // B §7 "Facilities series"
  "GET /collect/projects/9/facilities/dataseries/4/rangedata/monthly-2024": "getFacilityRangeData",
  "GET /collect/projects/9/facilities/dataseries/4/timeddata/hourly-2024-07-15":
    "getFacilityTimedData",
  "GET /collect/projects/9/facilities/dataseries/4/messagedata/daily-2024-07":
    "getFacilityMessageData",
  "GET /collect/projects/9/outdoordju/3/monthly-2024": "getDju",
  "GET /collect/projects/9/outdoordju/3/daily-2024-07": "getDju",
  "GET /collect/projects/9/outdoordju/3/dailyYear-2024": "getDjuDailyYear",
  "GET /collect/projects/9/facilities/irradiance/daily-2024-07": "getIrradiance",
  "GET /collect/projects/9/facilities/boilerrooms/6/hybrid-conso/monthly-2024":
    "getHybridConsumption",
  "GET /collect/projects/9/facilities/boilerrooms/6/solar-estimation-month/2024-07":
    "getSolarEstimation",
  "GET /collect/projects/9/facilities/boilerrooms/6/heatingseasons": "getHeatingSeasons",
  "GET /collect/projects/9/facilities/boilerrooms/6/efficiency": "getEfficiency",
  "GET /collect/projects/9/facilities/dataseries/4/hourly-month/2024-07": "getFacilityHourlyMonth",
  "GET /collect/projects/9/housing/consreport/analysis/2024-07": "getConsumptionAnalysis",
  "GET /collect/projects/9/autoconsocollective/rangedata/monthly-2024": "getAutoconsumptionData",
  "GET /collect/projects/9/autoconsocollective/config": "getAutoconsumptionConfig",
  "GET /collect/projects/9/manualindex": "listManualIndexes",

  // B §7 "Project level writes"
  "PUT /collect/projects/9/roles/a@b.fr": "putProjectUserRoles",
  "PUT /collect/projects/9/settings": "putProjectSettings",
  "POST /collect/projects/9/housing/housetypes": "createHouseType",
  "PUT /collect/projects/9/housing/housetypes/1": "putHouseType",
  "DELETE /collect/projects/9/housing/housetypes/1": "deleteHouseType",
  "POST /collect/projects/9/housing/anonymousgroups": "createAnonymousGroup",
  "PUT /collect/projects/9/housing/houses/5/settings": "putHouseSettings",
  "PUT /collect/projects/9/housing/housesmodulerights/5": "putModuleRights",
  "PUT /collect/projects/9/facilities/buildings/1/settings": "putBuildingSettings",
  "PUT /collect/projects/9/facilities/cmvs/1/settings": "putCmvSettings",
  "PUT /collect/projects/9/facilities/skydomes/1/settings": "putSkydomeSettings",
  "PUT /collect/projects/9/facilities/boilerrooms/6/settings": "putBoilerRoomSettings",
  "PUT /collect/projects/9/facilities/boilerrooms/6/circuits/1/settings": "putCircuitSettings",
  "PUT /collect/projects/9/facilities/boilerrooms/6/efficiencysettings/2023-10-01":
    "putEfficiencySettings",
  "DELETE /collect/projects/9/facilities/boilerrooms/6/efficiencysettings/2023-10-01":
    "deleteEfficiencySettings",
  "PUT /collect/projects/9/facilities/boilerrooms/6/gasfactors/2023-03-01": "putGasFactors",
  "DELETE /collect/projects/9/facilities/boilerrooms/6/gasfactors/2023-03-01": "deleteGasFactors",
  "PUT /collect/projects/9/housing/consreport/settings": "putConsumptionReportSettings",
  "POST /collect/projects/9/housing/alerts": "createHousingAlert",
  "POST /collect/projects/9/equipments": "addEquipment",
  "PUT /collect/projects/9/equipments/2/settings": "putEquipmentSettings",
  "DELETE /collect/projects/9/equipments/2": "deleteEquipment",
  "PUT /collect/projects/9/facilities/boilerrooms/6/heatingseasons": "putHeatingSeasons",
  "DELETE /collect/projects/9/alerting/alarms/8": "archiveAlarm",
  "POST /collect/projects/9/alerting/alarms/8/comments": "commentAlarm",
  "POST /collect/projects/9/alerting/reports": "createAlarmReport",
  "POST /collect/orgs/7/alerting/user-reports": "createUserAlarmReport",
  "PUT /collect/projects/9/autoconsocollective/info": "putAutoconsumptionInfo",
  "POST /collect/projects/9/autoconsocollective/producers": "createProducer",
  "POST /collect/projects/9/autoconsocollective/consumers": "createConsumer",
  "PUT /collect/projects/9/autoconsocollective/consumers/3/status": "putConsumerStatus",
  "POST /collect/projects/9/manualindex": "addManualIndex",
  "DELETE /collect/projects/9/manualindex/1": "deleteManualIndex",
  "GET /collect/queuedreports/1/pdf": "getQueuedReportPdf",
  "GET /collect/projects/9/housing/consreport/by-house/5/pdf/2024-07": "getConsumptionReportPdf",
  "POST /collect/projects/9/housing/consreport/pdf/2024-07": "orderConsumptionReports",

  // B §7 "Pilot under /api/pilot/projects/{id}"
  "GET /pilot/projects/9/features": "getPilotFeatures",
  "GET /pilot/projects/9/config": "getPilotConfig",
  "GET /pilot/projects/9/thresholds": "listPilotThresholds",
  "GET /pilot/projects/9/modulesconfig": "listModulesConfig",
  "GET /pilot/projects/9/modulesstatus": "listModulesStatus",
  "GET /pilot/projects/9/modulesconnectivity": "listModulesConnectivity",
  "GET /pilot/projects/9/modules/m1/status": "getModuleStatus",
  "GET /pilot/projects/9/modules/m1/config": "getModuleConfig",
  "PUT /pilot/projects/9/config": "putPilotConfig",
  "PUT /pilot/projects/9/modules/m1/config": "putModuleConfig",
  "PUT /pilot/projects/9/modules/m1/status": "putModuleStatus",
  "PUT /pilot/projects/9/thresholds/4": "putPilotThreshold",

  // B §7 "Provider portal"
  "POST /auth/ask-new-link-provider": "askNewLinkProvider",
};

// @spec calls.catalogue
Deno.test("pathMatcher() finds every call of F §7 and B §7 at its path", () => {
  const match = pathMatcher(CALLS);
  for (const [request, name] of Object.entries(SPECIFIED)) {
    const [method = "", path = ""] = request.split(" ");
    const found = match(method, path);
    strictEqual(found.kind === "call" ? found.call.name : found.kind, name, request);
  }
});
