/**
 * The access rights of each call, written by hand from the specification, call group by call group.
 *
 * Nothing here is read from the catalogue or from the role closure of the program: the matrix
 * compares the two.
 * @module
 */

import type { CallName } from "@/lib/app/catalogue.ts";
import type { Role } from "@/lib/identity/roles.ts";

/**
 * The roles that imply all writes of the collect side: 'Eco-Platform - Accès complet' and those
 * that imply it.
 */
const WHOLE: readonly Role[] = ["collect", "pilot:write", "pilot"];
/** The roles that imply all its reads: 'Eco-Platform - Lecture seule' and those that imply it. */
const READERS: readonly Role[] = ["collect:read", "pilot:read", ...WHOLE];
const REPORTS: readonly Role[] = [
  "collect:housesconsreport:read",
  "collect:housesconsreport:write",
];

/**
 * The roles that give each access: the role itself and each role that implies it, directly or not.
 * @spec F §6 "Implied roles are added repeatedly until the set stops growing", the table of the 38 roles
 */
export const HOLDERS = {
  pilotRead: ["pilot:read", "pilot:write", "pilot"],
  pilotWrite: ["pilot:write", "pilot"],
  buildingRead: ["collect:building:read", "collect:building:write", ...READERS],
  buildingWrite: ["collect:building:write", ...WHOLE],
  boilerRoomRead: ["collect:boilerroom:read", "collect:boilerroom:write", ...READERS],
  boilerRoomWrite: ["collect:boilerroom:write", ...WHOLE],
  aggregated: [
    "collect:agg:daily",
    "collect:agg:hourly",
    "collect:anondetail:daily",
    "collect:detail:daily",
    "collect:detail:hourly",
    "collect:houseadmin",
    ...REPORTS,
    ...READERS,
  ],
  detailed: [
    "collect:detail:daily",
    "collect:detail:hourly",
    "collect:houseadmin",
    ...REPORTS,
    ...READERS,
  ],
  perHouse: [
    "collect:anondetail:daily",
    "collect:detail:daily",
    "collect:detail:hourly",
    "collect:houseadmin",
    ...REPORTS,
    ...READERS,
  ],
  houseAdmin: ["collect:houseadmin", ...WHOLE],
  selfConsumption: ["collect:acc:write", ...WHOLE],
  alarmDelete: ["collect:alarm:write", ...WHOLE],
  alarmComment: ["collect:alarm:comment:write", "collect:alarm:write", ...WHOLE],
  alarmReports: ["collect:alarm:report:write", ...WHOLE],
  reportRead: [...REPORTS, ...READERS],
  reportWrite: ["collect:housesconsreport:write", ...WHOLE],
  tenantAlertsRead: ["collect:housing:alerts:read", "collect:housing:alerts:write"],
  tenantAlertsWrite: ["collect:housing:alerts:write"],
  heatingRead: ["collect:housing:pilottemp:read", "collect:housing:pilottemp:write", ...READERS],
  heatingWrite: ["collect:housing:pilottemp:write", ...WHOLE],
  displayRead: ["collect:display:read", "collect:display:write", ...READERS],
  displayWrite: ["collect:display:write", ...WHOLE],
  manualIndex: ["collect:config:manualindex:write", ...WHOLE],
  documentsRead: [
    "collect:documents:read",
    "collect:documents:validate:write",
    "collect:documents:write",
  ],
  documentsValidate: ["collect:documents:validate:write", "collect:documents:write"],
  documentsWrite: ["collect:documents:write"],
  occupantsRead: ["ecotouch:houses:read", "ecotouch:houses:write"],
  occupantsAdmin: ["ecotouch:houses:admin"],
} as const satisfies Record<string, readonly Role[]>;

/** Name of a set of roles. */
export type Opening = keyof typeof HOLDERS;

/**
 * One kind of caller with access to a call.
 *
 * `accounts` are all users with an account; `members`, `administrators` those of the path's
 * organisation, or of its residence's; `residence` is any role there; `addressee` the provider of
 * the path's request; `screen` the information screen of the residence, `occupant` a user who lives
 * in the path's dwelling and was invited. A role is checked on the path's residence, its document,
 * or on any residence of its organisation.
 */
export type Opened =
  | "everybody"
  | "accounts"
  | "providers"
  | "members"
  | "administrators"
  | "platform"
  | "residence"
  | "addressee"
  | "screen"
  | "occupant"
  | { readonly on: "residence" | "document" | "any"; readonly by: Opening };

/** Calls with the same access, and the sentences of the specification. */
export interface Row {
  readonly says: string;
  readonly to: readonly Opened[];
  readonly calls: readonly CallName[];
}

const on = (by: Opening): Opened => ({ on: "residence", by });
const onDocument = (by: Opening): Opened => ({ on: "document", by });
const onAny = (by: Opening): Opened => ({ on: "any", by });

/** Every call of the catalogue, in one row each. */
export const ROLE_TABLE: readonly Row[] = [
  {
    says: "F §2 Sign-in, F §7: asked before one has a token",
    to: ["everybody"],
    calls: [
      "login",
      "readSentStatement",
      "answerSentStatement",
      "getOAuthToken",
      "askResetCode",
      "resetPassword",
      "confirmEmail",
      "getSignInFeatures",
      "createFirstAccount",
      "askNewLinkProvider",
    ],
  },
  {
    says: "F §7 header X-AuthToken; B §7 Provider portal: GET /api/auth/me, GET /api/collect/orgs",
    to: ["accounts", "providers"],
    calls: ["getMe", "listOrgs"],
  },
  {
    says: "F §7 the tokens of accounts; B §7 Provider portal names none of these calls",
    to: ["accounts"],
    calls: ["logout", "checkToken"],
  },
  {
    says: "domain §3 'an occupant's page of their own dwelling': which dwellings those are",
    to: ["accounts"],
    calls: ["listOwnHouses"],
  },
  {
    says: "F §7: one's own token, names, e-mail address, password and account; domain §3 export",
    to: ["accounts"],
    calls: [
      "refreshToken",
      "migrateToOAuth",
      "changeEmail",
      "cancelEmailChange",
      "changePassword",
      "changeName",
      "removeAccount",
      "exportAccount",
    ],
  },
  {
    says: "B §7: lists without organisation, own queued reports; F §7 address service",
    to: ["accounts"],
    calls: [
      "listEquipmentKinds",
      "listAlarmHandlers",
      "listQueuedReports",
      "getQueuedReportPdf",
      "deleteQueuedReport",
      "searchAddress",
      "reverseAddress",
    ],
  },
  {
    says: "domain §3: a platform administrator creates organisations and their first administrator",
    to: ["platform"],
    calls: [
      "createOrg",
      "listPlatformOrgs",
      "putPlatformOrg",
      "addPlatformOrgAdmin",
      "listLockedAccounts",
      "unlockAccount",
      "listJobs",
      "getMqttState",
      "getStorage",
      "getMails",
      "getPlatformAudit",
      "sendTestMail",
      "retryMail",
      "forgetMail",
    ],
  },
  {
    says: "F §6 administrators manage other administrators by e-mail; B §6 teams, users, roles",
    to: ["administrators"],
    calls: [
      "listOrgAdmins",
      "addOrgAdmin",
      "removeOrgAdmin",
      "listOrgUsers",
      "removeOrgUser",
      "checkUser",
      "inviteUser",
      "resendInvitation",
      "listTeams",
      "createTeam",
      "putTeam",
      "deleteTeam",
      "createTag",
      "putTag",
      "deleteTag",
      "createTagValue",
      "putTagValue",
      "deleteTagValue",
      "putCollectFeatures",
      "getAudit",
      "getRetention",
      "putRetention",
      "getLetterReaders",
      "putLetterReaders",
      "getNextPurge",
      "listPurges",
      "createProject",
      "createStockImport",
      "getStockImport",
      "runStockImport",
      "getCommissioning",
    ],
  },
  {
    says: "F §6 roles per project are set per user, by the administrators (B §6)",
    to: ["administrators"],
    calls: [
      "listProjectAvailableRoles",
      "listProjectRoles",
      "getProjectUserRoles",
      "putProjectUserRoles",
    ],
  },
  {
    says: "F §1 a user belongs to organisations: their tags, residences, kinds, flags; B §7",
    to: ["members"],
    calls: [
      "listTags",
      "listTagValues",
      "getCollectFeatures",
      "getMonthlyLetter",
      "listOrgAvailableRoles",
      "listProjects",
      "listResidenceFigures",
      "searchOrganisation",
      "listAvailableEquipmentKinds",
      "listOrgAlarms",
      "listFollowUps",
    ],
  },
  {
    says: "F §6 administrators edit residence information, everyone else has the read-only view",
    to: ["residence", "administrators"],
    calls: [
      "getProject",
      "getProjectFeatures",
      "getProjectInstallation",
      "getProjectSettings",
      "listProjectProviders",
      "listDataseries",
      "listEquipments",
      "listFacilitiesEquipments",
    ],
  },
  {
    says: "F §6 administrators edit residence information; B §3 features",
    to: ["administrators"],
    calls: [
      "putProjectSettings",
      "putProjectFeatures",
      "putProjectInstallation",
      "putPilotFeatures",
    ],
  },
  {
    says:
      "F §6 'Configuration' of boiler room, building or dwellings; B §7 series and their sources",
    to: [on("boilerRoomWrite"), on("buildingWrite"), on("houseAdmin"), "administrators"],
    calls: [
      "createDataseries",
      "createComputedSeries",
      "putComputedSeries",
      "deleteComputedSeries",
      "putDataseries",
      "deleteDataseries",
      "listSeriesSources",
      "attachSource",
      "putSourceScales",
      "listAttachedDevices",
      "attachDevice",
      "moveDevice",
      "detachSource",
      "detachSources",
      "listMeterEvents",
      "addMeterEvent",
      "deleteMeterEvent",
      "importReadings",
      "listColumnChoices",
      "forgetColumnChoice",
      "listRegisterFalls",
      "listRefusedSources",
      "listArrivals",
      "listUnknownSources",
      "forgetUnknownSource",
      "listIngestTokens",
      "createIngestToken",
      "revokeIngestToken",
    ],
  },
  {
    says:
      "design §12 annotations: read with the facilities and the dwellings, administrators configure them",
    to: [on("boilerRoomRead"), on("buildingRead"), on("aggregated"), "administrators"],
    calls: ["listAnnotations"],
  },
  {
    says:
      "design §12 annotations: written with the settings of boiler rooms, buildings and dwellings",
    to: [on("boilerRoomWrite"), on("buildingWrite"), on("houseAdmin"), "administrators"],
    calls: ["addAnnotation", "putAnnotation", "deleteAnnotation"],
  },
  {
    says:
      "ours: wrong readings are deleted by who configures their place, typed indexes by who types them",
    to: [
      on("boilerRoomWrite"),
      on("buildingWrite"),
      on("houseAdmin"),
      on("manualIndex"),
      "administrators",
    ],
    calls: ["getReadingsToDelete", "deleteReadings", "listReadingsDeletions", "restoreReadings"],
  },
  {
    says: "R: readings are said to be real or wrong by who configures their place, or types them",
    to: [
      on("boilerRoomWrite"),
      on("buildingWrite"),
      on("houseAdmin"),
      on("manualIndex"),
      "administrators",
    ],
    calls: ["listRegisterDoubts", "addReadingVerdict", "deleteReadingVerdict"],
  },
  {
    says: "F §6 'Autorisation de saisir les index manuellement'",
    to: [on("manualIndex")],
    calls: ["listManualIndexes", "addManualIndex", "deleteManualIndex"],
  },
  {
    says: "F §6 CollectAggDaily shows housing; administrators configure it",
    to: [on("aggregated"), "administrators"],
    calls: ["listHouses", "listHouseTypes", "listAnonymousGroups"],
  },
  {
    says: "F §6 'Configuration des informations / Logement'; administrators configure residences",
    to: [on("houseAdmin"), "administrators"],
    calls: [
      "createHouse",
      "putHouseSettings",
      "deleteHouse",
      "createHouseType",
      "putHouseType",
      "deleteHouseType",
      "createAnonymousGroup",
      "putAnonymousGroup",
      "deleteAnonymousGroup",
    ],
  },
  {
    says: "domain §3 'dated occupancies', who and with what consent: as the settings of dwellings",
    to: [on("houseAdmin"), "administrators"],
    calls: [
      "listOccupancies",
      "createOccupancy",
      "putOccupancy",
      "deleteOccupancy",
      "eraseOccupant",
      "exportOccupant",
    ],
  },
  {
    says: "F §6 'Gestion des comptes occupants': who invites an occupant, and takes the page back",
    to: [on("occupantsAdmin"), "administrators"],
    calls: ["inviteOccupant", "removeOccupantAccess"],
  },
  {
    says: "domain §3 'an occupant's page of their own dwelling'",
    to: ["occupant"],
    calls: [
      "getOwnHouse",
      "getOwnRangeData",
      "getOwnConsumptionReport",
      "getOwnReportImage",
      "putOwnConsent",
      "exportOwnData",
      "getOwnPilot",
      "putOwnPilot",
    ],
  },
  {
    says: "domain §3 'a chart never spans two occupancies': readers of a dwelling's detail",
    to: [on("detailed")],
    calls: ["listOccupancySpans"],
  },
  {
    says: "F §6 CollectAggDaily shows housing: 'conso. agrégées des Logements'",
    to: [on("aggregated")],
    calls: [
      "getHousesConnectivitySummary",
      "listHousesConnectivity",
      "getHousingRangeData",
      "getHousingRangeStats",
      "getSeriesRangeData",
      "getSeriesRangeStats",
      "getSeriesStats",
    ],
  },
  {
    says: "F §6 'conso. anonymes / Logements' and 'conso. non-anonymes / Logements'",
    to: [on("perHouse")],
    calls: [
      "getSeriesDetailedData",
      "getSeriesLastSensorData",
      "getSeriesAnonymousData",
      "getHouseRangeData",
      "getHouseRangeStats",
      "getHouseStats",
      "getHouseDetailedData",
      "getHouseLastSensorData",
    ],
  },
  {
    says: "F §6 Eco-Touch des logements: 'Lecture', 'Gestion des comptes occupants'; houseadmin",
    to: [on("houseAdmin"), on("occupantsRead"), on("occupantsAdmin")],
    calls: ["listModuleRights"],
  },
  {
    says: "F §6 'Gestion des comptes occupants'; houseadmin; B §7 module rights",
    to: [on("houseAdmin"), on("occupantsAdmin")],
    calls: ["putModuleRights"],
  },
  {
    says: "F §6 'Consultation des messages d'alerte locataires'",
    to: [on("tenantAlertsRead")],
    calls: ["listHousingAlerts"],
  },
  {
    says: "F §6 'Configuration des messages d'alerte locataires'",
    to: [on("tenantAlertsWrite")],
    calls: ["createHousingAlert", "putHousingAlert", "deleteHousingAlert"],
  },
  {
    says: "F §6 'Chaufferie - Configuration', 'Bâtiment - Configuration'; administrators (B §7)",
    to: [on("boilerRoomWrite"), on("buildingWrite"), "administrators"],
    calls: ["addEquipment", "putEquipmentSettings", "deleteEquipment"],
  },
  {
    says: "B §6 CollectBoilerroomRead shows boiler room views",
    to: [on("boilerRoomRead")],
    calls: [
      "listBoilerRooms",
      "getBoilerRoom",
      "listRecentTotals",
      "getHeatingSeasons",
      "getHybridConsumption",
      "getSolarEstimation",
      "getEfficiency",
      "getBalanceReadings",
      "getProjectEnergy",
      "getEnergySignature",
    ],
  },
  {
    says: "F §6 'Chaufferie - Configuration'",
    to: [on("boilerRoomWrite")],
    calls: [
      "putBoilerRoomSettings",
      "putCircuitSettings",
      "putErrorCodeSettings",
      "putFaultDetectorSettings",
      "addDevice",
      "putDevice",
      "deleteDevice",
      "putHeatingSeasons",
      "putEfficiencySources",
      "putEfficiencySettings",
      "deleteEfficiencySettings",
      "putGasFactors",
      "deleteGasFactors",
    ],
  },
  {
    says: "B §6 CollectBuildingRead shows building views",
    to: [on("buildingRead")],
    calls: ["listBuildings", "getBuilding"],
  },
  {
    says: "F §6 'Bâtiment - Configuration'",
    to: [on("buildingWrite")],
    calls: ["putBuildingSettings"],
  },
  {
    says: "F §6 both Configurations: units that stand in a building or a boiler room",
    to: [on("boilerRoomWrite"), on("buildingWrite")],
    calls: ["putCmvSettings", "putSkydomeSettings", "putGateSettings"],
  },
  {
    says: "F §6 CollectBoilerroomRead, CollectBuildingRead show facilities",
    to: [on("boilerRoomRead"), on("buildingRead")],
    calls: [
      "getCurrentData",
      "getLastSensorData",
      "getFacilityRangeData",
      "listComputedSeries",
      "getComputedRangeData",
      "getFacilityTimedData",
      "getFacilityMessageData",
      "getFacilityHourlyMonth",
      "getIrradiance",
      "getDju",
      "getDjuDailyYear",
    ],
  },
  {
    says:
      "B §3 a residence's outdoor sources, shown with its facilities, in its configuration and in the settings of its reports",
    to: [on("boilerRoomRead"), on("buildingRead"), on("reportWrite"), "administrators"],
    calls: ["listOutdoorSources", "getPublicStation"],
  },
  {
    says: "F §6 'Chaufferie - Configuration'; administrators configure residences",
    to: [on("boilerRoomWrite"), "administrators"],
    calls: [
      "createOutdoorSource",
      "putOutdoorSource",
      "deleteOutdoorSource",
      "importOutdoorDays",
      "putMonthlyDju",
    ],
  },
  {
    says: "E §2 prices of energy, as the energy that they price",
    to: [on("boilerRoomRead"), "administrators"],
    calls: ["listEnergyPrices", "listEnergyBills"],
  },
  {
    says: "E §2 costs of a boiler room; E §1 its contract and settlements",
    to: [on("boilerRoomRead")],
    calls: [
      "getEnergyCost",
      "getGapCost",
      "listEnergyTerms",
      "getPriceIndexes",
      "getSettlement",
      "getSettlementPdf",
      "listStatements",
      "getStatementFile",
    ],
  },
  {
    says: "issue 56, rights: configuration of boiler rooms for terms and statements",
    to: [on("boilerRoomWrite")],
    calls: [
      "createEnergyTerms",
      "putEnergyTerms",
      "deleteEnergyTerms",
      "putPriceIndexes",
      "sendSettlement",
      "actOnSettlement",
      "depositSettlement",
    ],
  },
  {
    says: "issue 56: statements of a season, of boiler rooms one may configure",
    to: [onAny("boilerRoomWrite")],
    calls: ["sendSettlements"],
  },
  {
    says: "F §6 'Chaufferie - Configuration'; administrators configure residences: prices",
    to: [on("boilerRoomWrite"), "administrators"],
    calls: [
      "createEnergyPrice",
      "putEnergyPrice",
      "deleteEnergyPrice",
      "importEnergyPrices",
      "copyEnergyPrices",
      "createEnergyBill",
      "putEnergyBill",
      "deleteEnergyBill",
    ],
  },
  {
    says: "B §2 Comparaison and gas delivery points: boiler rooms one may read, of any residence",
    to: [onAny("boilerRoomRead")],
    calls: [
      "compareBoilerRooms",
      "listSettlements",
      "listRoomCosts",
    ],
  },
  {
    says:
      "F §6 'Chaufferie - Visualisation' of any residence; administrators have what they declared",
    to: [onAny("boilerRoomRead"), "administrators"],
    calls: ["listGasPces", "getGasYear"],
  },
  {
    says: "F §6 'Chaufferie - Configuration': lines of gas delivery points, of any residence",
    to: [onAny("boilerRoomWrite"), "administrators"],
    calls: ["importGasLines"],
  },
  {
    says: "decision 053: those who configure it, or read facilities or dwellings of the residence",
    to: [on("selfConsumption"), on("buildingRead"), on("boilerRoomRead"), on("aggregated")],
    calls: ["getAutoconsumptionData"],
  },
  {
    says: "F §6 'Configuration des données d'autoconsommation'",
    to: [on("selfConsumption")],
    calls: [
      "getAutoconsumptionConfig",
      "putAutoconsumptionInfo",
      "createProducer",
      "putProducer",
      "deleteProducer",
      "createConsumer",
      "putConsumer",
      "putConsumerStatus",
      "exportConsumer",
      "eraseConsumer",
      "deleteConsumer",
    ],
  },
  {
    says: "F §6 'Consultation des factures virtuelles'",
    to: [on("reportRead")],
    calls: [
      "getConsumptionReportSettings",
      "getConsumptionAnalysis",
      "getConsumptionReport",
      "getConsumptionReportPdf",
      "orderConsumptionReports",
    ],
  },
  {
    says: "F §6 'Configuration des factures virtuelles (références)'",
    to: [on("reportWrite")],
    calls: [
      "putConsumptionReportSettings",
      "getConsumptionReportMails",
      "putConsumptionReportMails",
    ],
  },
  {
    says: "F §6 PilotRead gives the pilot view",
    to: [on("pilotRead")],
    calls: ["getPilotConfig", "listPilotThresholds"],
  },
  {
    says: "F §6 'Eco-Pilot - Accès complet'",
    to: [on("pilotWrite")],
    calls: ["putPilotConfig", "putPilotThreshold"],
  },
  {
    says: "F §6 PilotRead; 'Pilotage du chauffage - Lecture seule'",
    to: [on("pilotRead"), on("heatingRead")],
    calls: [
      "listModulesConfig",
      "listModulesStatus",
      "listModulesConnectivity",
      "getModuleConfig",
      "getModuleStatus",
    ],
  },
  {
    says: "F §6 the same, and administrators, who set them",
    to: [on("pilotRead"), on("heatingRead"), "administrators"],
    calls: ["getPilotFeatures"],
  },
  {
    says: "F §6 'Eco-Pilot - Accès complet'; 'Pilotage du chauffage - Configuration'",
    to: [on("pilotWrite"), on("heatingWrite")],
    calls: ["putModuleConfig", "putModuleStatus"],
  },
  {
    says: "F §6 alarms are commented and deleted by role, and read by those who see their place",
    to: ["residence"],
    calls: ["listAlarms", "getAlarm", "listAlarmMutes", "getAlarmSettings"],
  },
  {
    says: "F §6 'Autorisation de suppression des alertes Eco-Platform'",
    to: [on("alarmDelete")],
    calls: [
      "archiveAlarm",
      "createAlarmMute",
      "putAlarmMute",
      "deleteAlarmMute",
      "putAlarmSettings",
    ],
  },
  {
    says: "F §6 'Autorisation de commenter des alertes Eco-Platform'",
    to: [on("alarmComment")],
    calls: ["commentAlarm", "putFollowUp"],
  },
  {
    says: "F §6 'Configuration des rapports d'alerte Eco-Platform par mail'; administrators",
    to: [on("alarmReports"), "administrators"],
    calls: [
      "listAvailableSelections",
      "listAlarmReports",
      "createAlarmReport",
      "putAlarmReport",
      "deleteAlarmReport",
    ],
  },
  {
    says: "B §7 /orgs/{orgId}/alerting/reports: the organisation's, by its administrators",
    to: ["administrators"],
    calls: [
      "listOrgAlarmReports",
      "createOrgAlarmReport",
      "putOrgAlarmReport",
      "deleteOrgAlarmReport",
    ],
  },
  {
    says: "B §7 alarm reports at user level: one's own, in an organisation one belongs to",
    to: ["members"],
    calls: [
      "listOrgAvailableSelections",
      "listUserAlarmReports",
      "createUserAlarmReport",
      "putUserAlarmReport",
      "deleteUserAlarmReport",
    ],
  },
  {
    says: "B §6 CollectDocumentsRead shows documents",
    to: [onAny("documentsRead")],
    calls: [
      "listProviders",
      "listContracts",
      "listTypedocs",
      "listRequests",
      "pageDocuments",
      "exportDocuments",
      "listDocumentsToValidate",
      "listDocumentsHistory",
    ],
  },
  {
    says: "B §6 CollectDocumentsRead; B §2 providers see documents refused, running or late",
    to: [onAny("documentsRead"), "providers"],
    calls: ["countDocuments", "listDocumentsRunning", "listDocumentsLate", "listDocumentsRefused"],
  },
  {
    says: "F §6 'Gestion des documents - Configuration'",
    to: [onAny("documentsWrite")],
    calls: [
      "createProvider",
      "putProvider",
      "archiveProvider",
      "deleteProvider",
      "createContract",
      "putContract",
      "deleteContract",
      "addContractProvider",
      "putContractProvider",
      "deleteContractProvider",
      "createTypedoc",
      "putTypedoc",
      "archiveTypedoc",
      "deleteTypedoc",
      "createRequest",
      "putRequest",
      "closeRequest",
      "deleteRequest",
      "dropDocuments",
      "listDocumentActions",
      "createDocumentAction",
      "getDocumentAction",
      "runDocumentAction",
      "changeFinalDueDate",
    ],
  },
  {
    says: "B §7 per-project variants of the lists; B §6 CollectDocumentsRead",
    to: [on("documentsRead")],
    calls: [
      "listProjectDocumentsRunning",
      "listProjectDocumentsLate",
      "listProjectDocumentsToValidate",
      "listProjectDocumentsRefused",
      "listProjectDocumentsHistory",
    ],
  },
  {
    says: "B §6 CollectDocumentsRead; providers can only upload and view their own documents",
    to: [onDocument("documentsRead"), "addressee"],
    calls: ["getDocumentInfo", "getDocumentPdf"],
  },
  {
    says: "B §6 providers can only upload and view their documents",
    to: ["addressee"],
    calls: ["uploadDocument"],
  },
  {
    says: "B §6 providers can only upload and view their documents",
    to: ["providers"],
    calls: ["pageAskedDocuments", "listWaitingFiles", "sendWaitingFile", "deleteWaitingFile"],
  },
  {
    says: "B §6 CollectDocumentsValidate: may validate documents",
    to: [onDocument("documentsValidate")],
    calls: ["validateDocument"],
  },
  {
    says: "F §6 'Écran d'information (lecture seule)', and the screen itself",
    to: [on("displayRead"), "screen"],
    calls: ["listDisplayMessages", "listDisplayContacts", "getDisplayScreen"],
  },
  {
    says: "F §6 'Écran d'information (lecture seule)'",
    to: [on("displayRead")],
    calls: ["getDisplayPoster"],
  },
  {
    says: "F §6 'Écran d'information'",
    to: [on("displayWrite")],
    calls: [
      "createDisplayMessage",
      "putDisplayMessage",
      "deleteDisplayMessage",
      "createDisplayContact",
      "putDisplayContact",
      "deleteDisplayContact",
      "listDisplayTokens",
      "createDisplayToken",
      "revokeDisplayToken",
    ],
  },
];
