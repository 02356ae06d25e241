import { occurrenceId } from "@/lib/backend/embedded/contracting/document_index.ts";
import { NO_REPORT_SETTINGS } from "@/lib/backend/records/consumption_reports.ts";
import { NO_FEATURES } from "@/lib/backend/records/projects.ts";
import type { Ask, CallName, Input, Result } from "@/lib/contract/catalogue.ts";
import { DEFAULT_DELAYS_MIN } from "@/lib/domain/alarms/delays.ts";
import type { EquipmentKind } from "@/lib/domain/facilities/types.ts";
import { FIRST_CONFIG } from "@/lib/domain/pilot/wishes.ts";
import type { DataUnitId } from "@/lib/domain/series/types.ts";
import { houseSettings } from "@/tests/backend/a_dwelling.ts";
import { circuitDraft, COMMON_PARTS, seriesDraft, sourcesDraft } from "@/tests/loading/drafts.ts";

/** Ids created by earlier calls, by the name a step gave them, and those that the test provides. */
export type CreatedIds = Readonly<Record<string, string>>;

/** One call of the life. */
export interface Step {
  readonly name: CallName;
  /** Makes the call, with the ids of earlier steps. */
  asked(ask: Ask, made: CreatedIds): Promise<Result<CallName>>;
  /** Name under which later steps find the id it creates. */
  readonly keep: string | null;
}

function step<Name extends CallName>(
  name: Name,
  input: (made: CreatedIds) => Input<Name>,
  keep: string | null = null,
): Step {
  return { name, keep, asked: (ask, made) => ask(name, input(made)) };
}

/** An id created by an earlier step. */
function id(made: CreatedIds, name: string): string {
  const found = made[name];
  if (found === undefined) throw new Error(`No step has made ${name}`);
  return found;
}

const inOrg = (made: CreatedIds) => ({ orgId: id(made, "org") });
const inProject = (made: CreatedIds) => ({ projectId: id(made, "project") });
const inRoom = (made: CreatedIds) => ({ ...inProject(made), boilerRoomId: id(made, "room") });
const ofSeries = (made: CreatedIds) => ({ ...inProject(made), series: id(made, "gas") });
const ofWeather = (made: CreatedIds) => ({
  ...inProject(made),
  outdoorSourceId: id(made, "weather"),
});

const onTyped = (made: CreatedIds) => ({ ...inProject(made), annotatedId: id(made, "typed") });
const ofHouse = (made: CreatedIds) => ({ ...inProject(made), houseId: id(made, "house") });
const ofOccupancy = (made: CreatedIds) => ({
  ...ofHouse(made),
  occupancyId: id(made, "occupancy"),
});
/** The residence's configuration of its modules. */
const HEATING = { ...FIRST_CONFIG, temp_conf: 20 };
const ofModule = (made: CreatedIds) => ({ ...inProject(made), moduleId: id(made, "house") });
const ofClimate = (made: CreatedIds) => ({ ...inProject(made), series: id(made, "climate") });
const ofHouseClimate = (made: CreatedIds) => ({ ...ofClimate(made), houseId: id(made, "house") });
const ofTag = (made: CreatedIds) => ({ ...inOrg(made), tagId: id(made, "tag") });

const ofOwnResidence = (made: CreatedIds) => ({ ...inOrg(made), ...inProject(made) });
const ofProvider = (made: CreatedIds) => ({ ...inOrg(made), providerId: id(made, "provider") });
const ofContract = (made: CreatedIds) => ({ ...inOrg(made), contractId: id(made, "contract") });
const ofTypedoc = (made: CreatedIds) => ({ ...inOrg(made), typedocId: id(made, "typedoc") });
const ofRequest = (made: CreatedIds) => ({ ...inOrg(made), requestId: id(made, "request") });

const PROVIDER = { name: "Chauffage des Vosges", emails: ["depot@chauffage-vosges.fr"] };
const TYPEDOC = {
  name: "Relevé de chaufferie",
  equipment: "boilerroom" as const,
  defaultRate: 12,
  multiple: false,
  values: [{
    id: null,
    name: "Rendement",
    type: "number" as const,
    required: true,
    min: 85,
    max: null,
    unit: "%",
  }],
};
const contractBody = (made: CreatedIds) => ({
  name: "Exploitation 2026",
  code: "EXP-1",
  equipment: "boilerroom" as const,
  allprojects: false,
  projects: [id(made, "project")],
});
const chargeBody = (made: CreatedIds) => ({
  providerId: id(made, "provider"),
  startDate: "2026-01-01",
  endDate: null,
});
/** Requested on the day of every test. */
const FIRST_DUE = "2026-02-20";
const requestBody = (made: CreatedIds) => ({
  projects: [id(made, "project")],
  firstRequest: FIRST_DUE,
  rate: 12,
  reminder: 60,
  nbDaysForNewDeadline: 90,
  providerId: id(made, "provider"),
  typedocId: id(made, "typedoc"),
  contractId: id(made, "contract"),
});

const documentIdOf = (made: CreatedIds) =>
  occurrenceId(id(made, "request"), {
    projectId: id(made, "project"),
    equipmentId: id(made, "room"),
    dueDate: FIRST_DUE,
  });

const NORTH = { label: "Nord", sortOrder: 0 };

const REPORT = {
  name: "Astreinte",
  emails: ["astreinte@oph.fr"],
  notifyStart: true,
  notifyEnd: true,
  notifyEvery: "1d",
  selections: [{ handler: "collect-online" as const, filters: {} }],
};

const WORKS = {
  equipmentId: null,
  houseId: null,
  handler: null,
  from: "2026-03-02T07:00:00Z",
  to: "2026-03-06T17:00:00Z",
  reason: "Remplacement de la chaudière",
};

const teamBody = (made: CreatedIds) => ({
  name: "Équipe nord",
  roles: ["collect:read" as const],
  users: [id(made, "email"), id(made, "other")],
  tags: [],
});

/** Roles of the owner of the residence. */
const ROLES = [
  "collect:boilerroom:write",
  "collect:building:write",
  "collect:houseadmin",
  "collect:detail:hourly",
  "collect:housing:alerts:write",
  "collect:display:write",
  "collect:alarm:write",
  "collect:documents:write",
  "pilot:write" as const,
] as const;

const LOCATION = {
  street: "1 rue Haute",
  zipCode: "54000",
  city: "Nancy",
  latitude: 48.69,
  longitude: 6.18,
};

const YEAR = "monthly-2025";
const DAY = "2025-01-05";

const ANNOTATION = { from: "2025-02-12", to: "2025-02-20", text: "Panne" };

const GAS_PCE = "21546789012345";
const GAS_FILE = `PCE;Type;Du;Au;Volume (m³);Énergie (kWh)
${GAS_PCE};Publiée;01/01/2025;23/01/2025;180;2032
`;
const WEATHER_FILE = [
  "NUM_POSTE;NOM_USUEL;AAAAMMJJ;TN;TX;TM",
  "54578001;NANCY;20250105;-2.0;4.0;1.0",
  "54578001;NANCY;20250106;0.0;6.0;3.0",
].join("\n");

const SETTINGS = { area: 1952, peopleNb: 69, q: 100, target: 38, threshold: 5, djuContract: null };

function equipment(kind: EquipmentKind, keep: string, parent?: string): Step {
  return step("addEquipment", (made) => ({
    ...inProject(made),
    body: {
      kind,
      instrumented: true,
      parentId: parent === undefined ? null : id(made, parent),
      settings: { name: keep, code: "" },
    },
  }), keep);
}

function seriesBody(dataUnitId: DataUnitId, made: CreatedIds) {
  return seriesDraft({ dataUnitId, renamed: dataUnitId, equipmentId: id(made, "room") });
}

function series(dataUnitId: DataUnitId, keep: string): Step {
  return step("createDataseries", (made) => ({
    ...inProject(made),
    body: seriesBody(dataUnitId, made),
  }), keep);
}

const WEATHER = { name: "Nancy", method: "meteo" as const, seriesId: null, station: "" };

const DEVICE = {
  kind: "heat-pump" as const,
  name: "PAC",
  productionSeriesId: null,
  consumptionSeriesId: null,
  powerKW: 30,
};

const OPERATION = {
  name: "Soleil des Lilas",
  operationNumber: "",
  startDate: "2025-01-01",
  sharing: "static" as const,
};
const PANELS = { name: "Toiture", prm: "14000000000001", seriesId: null, powerKW: 30 };

const DWELLING = houseSettings({ floor: 1 });

const MESSAGE = {
  from: "2025-03-01",
  to: null,
  message: "Coupure d’eau chaude demain matin",
  houseIds: [],
};

const SHOWN = { priority: 1, from: "2025-03-01", to: null, message: "Ramonage lundi matin" };

const CARETAKER = { priority: 1, name: "Gardien", phone: "03 83 00 00 00", mail: "hall@b.fr" };

const OCCUPANT = {
  name: "Ada Morel",
  email: "ada.morel@mail.fr",
  from: "2024-09-01",
  to: null,
  consent: null,
};

const CIRCUIT = circuitDraft({ outMin: 20, outMax: 75 });

/**
 * An organisation's life through every call this program serves, except those of a visit: each
 * succeeds, in this order.
 */
export const LIFE: readonly Step[] = [
  step("getSignInFeatures", () => ({})),
  step("askResetCode", () => ({ body: { email: "personne@bailleur.fr" } })),
  step("askNewLinkProvider", () => ({ body: { email: "personne@prestataire.fr" } })),
  step("changeName", () => ({ body: { forename: "Ada", surname: "Durand" } })),
  step("cancelEmailChange", () => ({})),
  step("exportAccount", () => ({})),
  step("getMe", () => ({})),
  step("checkToken", () => ({})),
  step("listEquipmentKinds", () => ({})),
  step("createOrg", (made) => ({ body: { name: "OPH", adminEmail: id(made, "email") } }), "org"),
  step("listOrgs", () => ({})),
  step(
    "createTag",
    (made) => ({ ...inOrg(made), body: { name: "Direction", sortOrder: 0 } }),
    "tag",
  ),
  step("createTagValue", (made) => ({ ...ofTag(made), body: NORTH }), "value"),
  step("putTag", (made) => ({ ...ofTag(made), body: { name: "Antenne", sortOrder: 1 } })),
  step("putTagValue", (made) => ({ ...ofTag(made), valueId: id(made, "value"), body: NORTH })),
  step("listTags", inOrg),
  step("listTagValues", ofTag),
  step("deleteTagValue", (made) => ({ ...ofTag(made), valueId: id(made, "value") })),
  step("deleteTag", ofTag),
  step("putCollectFeatures", (made) => ({ ...inOrg(made), body: { documentManagement: true } })),
  step("listAlarmHandlers", () => ({})),
  step("listOrgAvailableSelections", inOrg),
  step("listOrgAlarms", inOrg),
  step("createOrgAlarmReport", (made) => ({ ...inOrg(made), body: REPORT }), "orgReport"),
  step("listOrgAlarmReports", inOrg),
  step("putOrgAlarmReport", (made) => ({
    ...inOrg(made),
    reportId: id(made, "orgReport"),
    body: REPORT,
  })),
  step("deleteOrgAlarmReport", (made) => ({ ...inOrg(made), reportId: id(made, "orgReport") })),
  step("createUserAlarmReport", (made) => ({ ...inOrg(made), body: REPORT }), "ownReport"),
  step("listUserAlarmReports", inOrg),
  step("putUserAlarmReport", (made) => ({
    ...inOrg(made),
    reportId: id(made, "ownReport"),
    body: REPORT,
  })),
  step("deleteUserAlarmReport", (made) => ({ ...inOrg(made), reportId: id(made, "ownReport") })),
  step("listQueuedReports", () => ({})),
  step("listOrgAdmins", inOrg),
  step("checkUser", (made) => ({ ...inOrg(made), body: { email: id(made, "other") } })),
  step("addOrgAdmin", (made) => ({ ...inOrg(made), body: { email: id(made, "other") } })),
  step("removeOrgAdmin", (made) => ({ ...inOrg(made), email: id(made, "other") })),
  step("inviteUser", (made) => ({
    ...inOrg(made),
    body: { email: "nouveau@bailleur.fr", forename: "Noé", surname: "Roux" },
  })),
  step("resendInvitation", (made) => ({ ...inOrg(made), email: "nouveau@bailleur.fr" })),
  step("createTeam", (made) => ({ ...inOrg(made), body: teamBody(made) }), "team"),
  step("listTeams", inOrg),
  step("putTeam", (made) => ({
    ...inOrg(made),
    teamId: id(made, "team"),
    body: { ...teamBody(made), name: "Équipe sud" },
  })),
  step("listOrgUsers", inOrg),
  step("deleteTeam", (made) => ({ ...inOrg(made), teamId: id(made, "team") })),
  step("removeOrgUser", (made) => ({ ...inOrg(made), email: id(made, "other") })),
  step("getAudit", inOrg),
  step("putRetention", (made) => ({
    ...inOrg(made),
    body: { infraDailyYears: 2, dailyYears: 4, monthlyYears: 10 },
  })),
  step("getRetention", inOrg),
  step("getNextPurge", inOrg),
  step("listPurges", inOrg),
  step("listPlatformOrgs", () => ({})),
  step("putPlatformOrg", (made) => ({ ...inOrg(made), body: { name: "OPH du Lac" } })),
  step("addPlatformOrgAdmin", (made) => ({ ...inOrg(made), body: { email: id(made, "email") } })),
  step("listLockedAccounts", () => ({})),
  step("unlockAccount", (made) => ({ email: id(made, "email") })),
  step("listJobs", () => ({})),
  step("getStorage", () => ({})),
  step("sendTestMail", (made) => ({ body: { email: id(made, "email") } })),
  step("getMails", () => ({})),
  step("getPlatformAudit", () => ({})),
  step("retryMail", (made) => ({ mailId: id(made, "mail") })),
  step("forgetMail", (made) => ({ mailId: id(made, "mail") })),
  step("getCollectFeatures", inOrg),
  step("listOrgAvailableRoles", inOrg),
  step("createProject", (made) => ({
    ...inOrg(made),
    body: { name: "Les Lilas", code: "L1", location: LOCATION, tags: [] },
  }), "project"),
  step("listProjects", inOrg),
  step("listSilences", inOrg),
  step("getProject", inProject),
  step("getProjectFeatures", inProject),
  step("putProjectFeatures", (made) => ({
    ...inProject(made),
    body: {
      ...NO_FEATURES,
      houseMode: 1,
      houseHourly: 3,
      housesConsreport: true,
      housesAppAlarm: true,
      display: true,
    },
  })),
  step("getProjectInstallation", inProject),
  step("putProjectInstallation", (made) => ({
    ...inProject(made),
    body: { hasPilot: true, hasTempPilot: true, instrumented: true, ecotouchAdmin: 2 },
  })),
  step("getProjectSettings", inProject),
  step("putProjectSettings", (made) => ({
    ...inProject(made),
    body: { name: "Les Lilas", code: "L2", location: LOCATION, tags: [] },
  })),
  step("listProjectProviders", inProject),
  step("searchAddress", () => ({ q: "2 rue de la Paix 75002 Paris" })),
  step("reverseAddress", () => ({ lon: "2.33059", lat: "48.86842" })),
  step("searchOrganisation", (made) => ({ ...inOrg(made), q: "lilas" })),
  step("createStockImport", (made) => ({
    ...inOrg(made),
    kind: "residences" as const,
    body: "Code;Nom;Rue;Code postal;Ville\nS1;Les Saules;1 rue Basse;54000;Nancy\n",
  }), "import"),
  step("getStockImport", (made) => ({ ...inOrg(made), importId: id(made, "import") })),
  step("runStockImport", (made) => ({ ...inOrg(made), importId: id(made, "import") })),
  equipment("boilerroom", "room"),
  step("listAvailableEquipmentKinds", inOrg),
  equipment("building", "building"),
  equipment("boilerroom-circuit", "circuit", "room"),
  equipment("boilerroom-errorcode", "errorCode", "room"),
  equipment("boilerroom-faultdetector", "faultDetector", "room"),
  equipment("cmv", "cmv", "building"),
  equipment("skydome", "skydome", "building"),
  equipment("gate", "gate", "building"),
  step("listProjectAvailableRoles", inProject),
  step("listProjectRoles", inProject),
  step("putProjectUserRoles", (made) => ({
    ...inProject(made),
    email: id(made, "email"),
    body: { roles: [...ROLES] },
  })),
  step("getProjectUserRoles", (made) => ({ ...inProject(made), email: id(made, "email") })),
  step("listEquipments", inProject),
  step("listFacilitiesEquipments", inProject),
  step("putEquipmentSettings", (made) => ({
    ...inProject(made),
    equipmentId: id(made, "building"),
    body: { name: "Bâtiment A", code: "A", instrumented: true },
  })),
  step("putBuildingSettings", (made) => ({
    ...inProject(made),
    buildingId: id(made, "building"),
    body: { name: "Bâtiment A", code: "A" },
  })),
  step("listBuildings", inProject),
  step("getBuilding", (made) => ({ ...inProject(made), buildingId: id(made, "building") })),
  step("putCmvSettings", (made) => ({
    ...inProject(made),
    cmvId: id(made, "cmv"),
    body: { name: "VMC", min: 10, max: 90, seriesId: null },
  })),
  step("putSkydomeSettings", (made) => ({
    ...inProject(made),
    skydomeId: id(made, "skydome"),
    body: { name: "Lanterneau", seriesId: null },
  })),
  step("putGateSettings", (made) => ({
    ...inProject(made),
    gateId: id(made, "gate"),
    body: { name: "Portail", type: "gate", alarmFrom: 4, hsType: "none", seriesId: null },
  })),
  step("listBoilerRooms", inProject),
  step("getBoilerRoom", inRoom),
  step("putBoilerRoomSettings", (made) => ({
    ...inRoom(made),
    body: {
      name: "Chaufferie",
      code: "CH01",
      location: "Sous-sol",
      operator: "",
      tempMin: 5,
      tempMax: 35,
      humMin: null,
      humMax: 80,
    },
  })),
  step("putCircuitSettings", (made) => ({
    ...inRoom(made),
    circuitId: id(made, "circuit"),
    body: CIRCUIT,
  })),
  step("putErrorCodeSettings", (made) => ({
    ...inRoom(made),
    errorCodeId: id(made, "errorCode"),
    body: { name: "Brûleur", seriesId: null, normalCodes: ["0"] },
  })),
  step("putFaultDetectorSettings", (made) => ({
    ...inRoom(made),
    faultDetectorId: id(made, "faultDetector"),
    body: { name: "Défaut", alarmKind: 0, seriesId: null },
  })),
  step("addDevice", (made) => ({ ...inRoom(made), body: DEVICE }), "device"),
  step("putDevice", (made) => ({
    ...inRoom(made),
    deviceId: id(made, "device"),
    body: { ...DEVICE, powerKW: 40 },
  })),
  step("deleteDevice", (made) => ({ ...inRoom(made), deviceId: id(made, "device") })),

  step("createHouseType", (made) => ({
    ...inProject(made),
    body: { name: "T3", area: 62, occupants: 2 },
  }), "houseType"),
  step("putHouseType", (made) => ({
    ...inProject(made),
    houseTypeId: id(made, "houseType"),
    body: { name: "T3", area: 63.5, occupants: null },
  })),
  step("listHouseTypes", inProject),
  step("createAnonymousGroup", (made) => ({
    ...inProject(made),
    body: { name: "Hall A" },
  }), "group"),
  step("putAnonymousGroup", (made) => ({
    ...inProject(made),
    anonymousGroupId: id(made, "group"),
    body: { name: "Hall B" },
  })),
  step("listAnonymousGroups", inProject),
  step("createHouse", (made) => ({
    ...inProject(made),
    body: { kind: "module", projectModuleId: null, serial: "0180A1", settings: DWELLING },
  }), "house"),
  step("putHouseSettings", (made) => ({
    ...ofHouse(made),
    body: {
      ...DWELLING,
      buildingId: id(made, "building"),
      houseTypeId: id(made, "houseType"),
      config: { Gardien: "oui" },
    },
  })),
  step("listHouses", inProject),
  step("createOccupancy", (made) => ({ ...ofHouse(made), body: OCCUPANT }), "occupancy"),
  step("createOccupancy", (made) => ({
    ...ofHouse(made),
    body: { ...OCCUPANT, name: "Noé Roux", from: "2024-01-01", to: "2024-08-31" },
  }), "mistake"),
  step("putOccupancy", (made) => ({
    ...ofOccupancy(made),
    // From here on the owner of the residence is the occupant of the dwelling.
    body: {
      ...OCCUPANT,
      email: id(made, "email"),
      consent: { givenOn: "2024-09-01", source: "annexe au bail", withdrawnOn: null },
    },
  })),
  step("listOccupancies", ofHouse),
  step("listOccupancySpans", ofHouse),
  step("exportOccupant", ofOccupancy),
  step("deleteOccupancy", (made) => ({ ...ofHouse(made), occupancyId: id(made, "mistake") })),
  step("inviteOccupant", ofOccupancy),
  step("listOwnHouses", () => ({})),
  step("getOwnHouse", ofHouse),
  step("putOwnConsent", (made) => ({ ...ofHouse(made), body: { isGiven: true } })),
  step("exportOwnData", ofHouse),
  step("putModuleRights", (made) => ({ ...ofHouse(made), body: { access: 1 } })),
  step("listModuleRights", inProject),
  step("createDataseries", (made) => ({
    ...inProject(made),
    body: { ...seriesBody("TEMP", made), scope: "housing", equipmentId: null },
  }), "climate"),
  step("putPilotFeatures", (made) => ({
    ...inProject(made),
    body: {
      house_status: true,
      ch_pilot: true,
      clim_pilot: false,
      watertank_pilot: false,
      occupantRangeC: 2,
    },
  })),
  step("getPilotFeatures", inProject),
  step("putPilotConfig", (made) => ({ ...inProject(made), body: HEATING })),
  step("getPilotConfig", inProject),
  step("listModulesConfig", inProject),
  step("listModulesStatus", inProject),
  step("listModulesConnectivity", inProject),
  step("putModuleConfig", (made) => ({
    ...ofModule(made),
    body: { ...HEATING, temp_conf: 21, isDefault: false },
  })),
  step("getModuleConfig", ofModule),
  step("putModuleRights", (made) => ({ ...ofHouse(made), body: { access: 2 } })),
  step("getOwnPilot", ofHouse),
  step("putOwnPilot", (made) => ({ ...ofHouse(made), body: { tempC: 20.5 } })),
  step("putModuleStatus", (made) => ({
    ...ofModule(made),
    body: { house_status: "absent" as const },
  })),
  step("getModuleStatus", ofModule),
  step("listPilotThresholds", inProject),
  step("putPilotThreshold", (made) => ({
    ...inProject(made),
    dataSeriesId: id(made, "climate"),
    body: { threshold: 26 },
  })),
  step("attachSource", (made) => ({
    ...ofClimate(made),
    body: { source: "serial=0180A1", houseId: id(made, "house") },
  })),
  step("importReadings", (made) => ({
    ...inProject(made),
    body: "date;serie;valeur\n05/01/2025;serial=0180A1;19,5",
  })),
  step("createDataseries", (made) => ({
    ...inProject(made),
    body: { ...seriesBody("EFSV", made), equipmentId: null, manualIndex: true },
  }), "typed"),
  // The role is offered once a series has typed indexes.
  step("putProjectUserRoles", (made) => ({
    ...inProject(made),
    email: id(made, "email"),
    body: { roles: [...ROLES, "collect:config:manualindex:write" as const] },
  })),
  step("addManualIndex", (made) => ({
    ...inProject(made),
    body: { seriesId: id(made, "typed"), houseId: null, date: "2025-01-31", value: 1204.5 },
  }), "index"),
  step("listManualIndexes", inProject),
  step("addMeterEvent", (made) => ({
    ...inProject(made),
    series: id(made, "typed"),
    body: {
      what: "replacement",
      houseId: null,
      date: "2025-02-10",
      time: "14:30",
      finalIndex: 1210,
      firstIndex: 0,
      comment: "",
    },
  }), "event"),
  step("listMeterEvents", (made) => ({ ...inProject(made), series: id(made, "typed") })),
  step("deleteMeterEvent", (made) => ({
    ...inProject(made),
    series: id(made, "typed"),
    eventId: id(made, "event"),
  })),
  step("addAnnotation", (made) => ({ ...onTyped(made), body: ANNOTATION }), "annotation"),
  step("listAnnotations", onTyped),
  step("putAnnotation", (made) => ({
    ...onTyped(made),
    annotationId: id(made, "annotation"),
    body: { ...ANNOTATION, to: "2025-02-21" },
  })),
  step("deleteAnnotation", (made) => ({ ...onTyped(made), annotationId: id(made, "annotation") })),
  step("deleteManualIndex", (made) => ({ ...inProject(made), indexId: id(made, "index") })),
  step("getHousesConnectivitySummary", inProject),
  step("listHousesConnectivity", inProject),
  step("getHousingRangeData", (made) => ({ ...inProject(made), segment: YEAR })),
  step("getHousingRangeStats", (made) => ({ ...inProject(made), segment: YEAR })),
  step("getSeriesRangeData", (made) => ({ ...ofClimate(made), segment: YEAR })),
  step("getSeriesRangeStats", (made) => ({ ...ofClimate(made), segment: YEAR })),
  step("getSeriesStats", (made) => ({ ...ofClimate(made), instant: DAY })),
  step("getSeriesDetailedData", (made) => ({ ...ofClimate(made), instant: DAY })),
  step("getSeriesLastSensorData", (made) => ({ ...ofClimate(made), instant: DAY })),
  step("getSeriesAnonymousData", (made) => ({ ...ofClimate(made), date: DAY })),
  step("getHouseRangeData", (made) => ({ ...ofHouseClimate(made), segment: YEAR })),
  step("getHouseRangeStats", (made) => ({ ...ofHouseClimate(made), segment: YEAR })),
  step("getHouseStats", (made) => ({ ...ofHouseClimate(made), segment: YEAR })),
  step("getHouseDetailedData", (made) => ({ ...ofHouseClimate(made), segment: "daily-2025-01" })),
  step("getHouseLastSensorData", (made) => ({ ...ofHouseClimate(made), instant: DAY })),
  step("getOwnRangeData", (made) => ({ ...ofHouseClimate(made), segment: YEAR })),
  step("getConsumptionReportSettings", inProject),
  step("putConsumptionReportSettings", (made) => ({
    ...inProject(made),
    body: { ...NO_REPORT_SETTINGS, image: null, tempReference: 19 },
  })),
  step("getConsumptionReportMails", inProject),
  step("putConsumptionReportMails", (made) => ({ ...inProject(made), body: { isOn: true } })),
  step("getConsumptionAnalysis", (made) => ({ ...inProject(made), month: "2025-01" })),
  step("getConsumptionReport", (made) => ({ ...ofHouse(made), month: "2025-01" })),
  step("getOwnConsumptionReport", (made) => ({ ...ofHouse(made), month: "2025-01" })),
  step("getOwnReportImage", ofHouse),
  step("getConsumptionReportPdf", (made) => ({ ...ofHouse(made), month: "2025-01" })),
  step("orderConsumptionReports", (made) => ({
    ...inProject(made),
    month: "2025-01",
    body: { houseIds: [ofHouse(made).houseId] },
  })),
  step("removeOccupantAccess", ofOccupancy),
  step("eraseOccupant", ofOccupancy),
  step("deleteHouse", ofHouse),
  step("deleteDataseries", ofClimate),
  step("deleteHouseType", (made) => ({ ...inProject(made), houseTypeId: id(made, "houseType") })),
  step("deleteAnonymousGroup", (made) => ({
    ...inProject(made),
    anonymousGroupId: id(made, "group"),
  })),

  step("createHousingAlert", (made) => ({ ...inProject(made), body: MESSAGE }), "alert"),
  step("listHousingAlerts", inProject),
  step("putHousingAlert", (made) => ({
    ...inProject(made),
    alertId: id(made, "alert"),
    body: { ...MESSAGE, to: "2025-03-05" },
  })),
  step("deleteHousingAlert", (made) => ({ ...inProject(made), alertId: id(made, "alert") })),
  step("createDisplayMessage", (made) => ({ ...inProject(made), body: SHOWN }), "shown"),
  step("listDisplayMessages", inProject),
  step("putDisplayMessage", (made) => ({
    ...inProject(made),
    messageId: id(made, "shown"),
    body: { ...SHOWN, priority: 2 },
  })),
  step("createDisplayContact", (made) => ({ ...inProject(made), body: CARETAKER }), "contact"),
  step("listDisplayContacts", inProject),
  step("putDisplayContact", (made) => ({
    ...inProject(made),
    contactId: id(made, "contact"),
    body: { ...CARETAKER, mail: "" },
  })),
  step("getDisplayScreen", inProject),
  step("getDisplayPoster", inProject),
  step("createDisplayToken", (made) => ({ ...inProject(made), body: { name: "Hall" } }), "screen"),
  step("listDisplayTokens", inProject),
  step("revokeDisplayToken", (made) => ({ ...inProject(made), tokenId: id(made, "screen") })),
  step("deleteDisplayMessage", (made) => ({ ...inProject(made), messageId: id(made, "shown") })),
  step("deleteDisplayContact", (made) => ({ ...inProject(made), contactId: id(made, "contact") })),
  step("listAvailableSelections", inProject),
  step("listAlarms", inProject),
  step("createAlarmMute", (made) => ({ ...inProject(made), body: WORKS }), "mute"),
  step("listAlarmMutes", inProject),
  step("putAlarmMute", (made) => ({
    ...inProject(made),
    muteId: id(made, "mute"),
    body: { ...WORKS, handler: "collect-online" },
  })),
  step("deleteAlarmMute", (made) => ({ ...inProject(made), muteId: id(made, "mute") })),
  step("getAlarmSettings", inProject),
  step("putAlarmSettings", (made) => ({
    ...inProject(made),
    body: { ...DEFAULT_DELAYS_MIN, "building-cmv": 30 },
  })),
  step("createAlarmReport", (made) => ({ ...inProject(made), body: REPORT }), "report"),
  step("listAlarmReports", inProject),
  step("putAlarmReport", (made) => ({
    ...inProject(made),
    reportId: id(made, "report"),
    body: REPORT,
  })),
  step("deleteAlarmReport", (made) => ({ ...inProject(made), reportId: id(made, "report") })),

  series("GAZV", "gas"),
  series("TEMP", "spare"),
  series("IRRA", "sun"),
  step("listDataseries", inProject),
  step("putDataseries", (made) => ({
    ...ofSeries(made),
    body: { ...seriesBody("GAZV", made), renamed: "Compteur gaz" },
  })),
  step("deleteDataseries", (made) => ({ ...inProject(made), series: id(made, "spare") })),
  step("createIngestToken", (made) => ({
    ...inProject(made),
    body: { name: "Concentrateur" },
  }), "token"),
  step("listIngestTokens", inProject),
  step("listRegisterFalls", inProject),
  step("listRefusedSources", inProject),
  step("listUnknownSources", inProject),
  step("forgetUnknownSource", (made) => ({ ...inProject(made), source: id(made, "source") })),
  step("attachSource", (made) => ({
    ...ofSeries(made),
    body: { source: "serial=0101", houseId: null },
  })),
  step("listSeriesSources", ofSeries),
  step("importReadings", (made) => ({
    ...inProject(made),
    body: "date;serie;valeur\n01/01/2025;serial=0101;1234,5",
  })),
  step("detachSource", (made) => ({ ...ofSeries(made), source: "serial=0101" })),
  step("attachSource", (made) => ({
    ...ofSeries(made),
    body: { source: "serial=0101", houseId: null },
  })),
  step("detachSources", (made) => ({
    ...ofSeries(made),
    body: { sources: ["serial=0101"] },
  })),
  step("revokeIngestToken", (made) => ({ ...inProject(made), tokenId: id(made, "token") })),
  step("getCurrentData", inProject),
  step("getLastSensorData", inProject),
  step("getFacilityRangeData", (made) => ({ ...ofSeries(made), segment: YEAR })),
  step("getFacilityTimedData", (made) => ({ ...ofSeries(made), segment: "daily-2025-01" })),
  step("getFacilityMessageData", (made) => ({ ...ofSeries(made), segment: "daily-2025-01" })),
  step("getFacilityHourlyMonth", (made) => ({ ...ofSeries(made), month: "2025-01" })),
  step("getIrradiance", (made) => ({ ...inProject(made), segment: YEAR })),
  step("getHybridConsumption", (made) => ({ ...inRoom(made), segment: YEAR })),
  step("getSolarEstimation", (made) => ({ ...inRoom(made), month: "2025-01" })),

  // A user with every role declares the operation; its own role is offered from then on.
  step("putProjectUserRoles", (made) => ({
    ...inProject(made),
    email: id(made, "email"),
    body: { roles: ["collect" as const] },
  })),
  step("getAutoconsumptionConfig", inProject),
  step("putAutoconsumptionInfo", (made) => ({ ...inProject(made), body: OPERATION })),
  step("putProjectUserRoles", (made) => ({
    ...inProject(made),
    email: id(made, "email"),
    body: { roles: [...ROLES, "collect:acc:write" as const] },
  })),
  series("PVE", "panels"),
  step("createProducer", (made) => ({
    ...inProject(made),
    body: { ...PANELS, seriesId: id(made, "panels") },
  }), "producer"),
  step("putProducer", (made) => ({
    ...inProject(made),
    producerId: id(made, "producer"),
    body: { ...PANELS, powerKW: 36 },
  })),
  step("createConsumer", (made) => ({ ...inProject(made), body: COMMON_PARTS }), "consumer"),
  step("putConsumer", (made) => ({
    ...inProject(made),
    consumerId: id(made, "consumer"),
    body: { ...COMMON_PARTS, sharePercent: 40 },
  })),
  step("putConsumerStatus", (made) => ({
    ...inProject(made),
    consumerId: id(made, "consumer"),
    body: { status: "active" as const, date: DAY },
  })),
  step("getAutoconsumptionData", (made) => ({ ...inProject(made), segment: YEAR })),
  step("exportConsumer", (made) => ({ ...inProject(made), consumerId: id(made, "consumer") })),
  step("eraseConsumer", (made) => ({ ...inProject(made), consumerId: id(made, "consumer") })),
  step("deleteConsumer", (made) => ({ ...inProject(made), consumerId: id(made, "consumer") })),
  step("deleteProducer", (made) => ({ ...inProject(made), producerId: id(made, "producer") })),
  step("createProvider", (made) => ({ ...inOrg(made), body: PROVIDER }), "provider"),
  step("putProvider", (made) => ({ ...ofProvider(made), body: PROVIDER })),
  step("listProviders", inOrg),
  step("createContract", (made) => ({ ...inOrg(made), body: contractBody(made) }), "contract"),
  step("putContract", (made) => ({ ...ofContract(made), body: contractBody(made) })),
  step(
    "addContractProvider",
    (made) => ({ ...ofContract(made), body: chargeBody(made) }),
    "charge",
  ),
  step("putContractProvider", (made) => ({
    ...ofContract(made),
    contractProviderId: id(made, "charge"),
    body: chargeBody(made),
  })),
  step("listContracts", inOrg),
  step("createTypedoc", (made) => ({ ...inOrg(made), body: TYPEDOC }), "typedoc"),
  step("putTypedoc", (made) => ({ ...ofTypedoc(made), body: TYPEDOC })),
  step("listTypedocs", inOrg),
  step("createRequest", (made) => ({ ...inOrg(made), body: requestBody(made) }), "request"),
  step("putRequest", (made) => ({ ...ofRequest(made), body: requestBody(made) })),
  step("listRequests", inOrg),
  step("listDocumentsRunning", inOrg),
  step("listDocumentsLate", inOrg),
  step("listDocumentsToValidate", inOrg),
  step("listDocumentsRefused", inOrg),
  step("pageDocuments", (made) => ({ ...inOrg(made), list: "running" as const })),
  step("exportDocuments", (made) => ({
    ...inOrg(made),
    list: "late" as const,
    dialect: "comma" as const,
  })),
  step("countDocuments", (made) => inOrg(made)),
  step("listDocumentsHistory", (made) => ({ ...inOrg(made), year: "2026" })),
  step("listProjectDocumentsRunning", ofOwnResidence),
  step("listProjectDocumentsLate", ofOwnResidence),
  step("listProjectDocumentsToValidate", ofOwnResidence),
  step("listProjectDocumentsRefused", ofOwnResidence),
  step("listProjectDocumentsHistory", (made) => ({ ...ofOwnResidence(made), year: "2026" })),
  step("getDocumentInfo", (made) => ({ ...ofRequest(made), documentId: documentIdOf(made) })),
  step("createDocumentAction", (made) => ({
    ...inOrg(made),
    body: {
      list: "running" as const,
      residence: id(made, "project"),
      action: "postpone" as const,
      comment: "",
      finalDueDate: "2026-11-30",
    },
  }), "action"),
  step("listDocumentActions", inOrg),
  step("getDocumentAction", (made) => ({ ...inOrg(made), actionId: id(made, "action") })),
  step("runDocumentAction", (made) => ({ ...inOrg(made), actionId: id(made, "action") })),
  step("changeFinalDueDate", (made) => ({
    ...inOrg(made),
    body: { documentIds: [documentIdOf(made)], finalDueDate: "2026-12-31" },
  })),
  step("dropDocuments", (made) => ({
    ...inOrg(made),
    body: { documents: [documentIdOf(made)], comment: "" },
  })),
  step("listProjectProviders", inProject),
  step("closeRequest", (made) => ({ ...ofRequest(made), body: { close: true } })),
  step("deleteRequest", ofRequest),
  step("archiveTypedoc", (made) => ({ ...ofTypedoc(made), body: { archived: true } })),
  step("deleteTypedoc", ofTypedoc),
  step("deleteContractProvider", (made) => ({
    ...ofContract(made),
    contractProviderId: id(made, "charge"),
  })),
  step("deleteContract", ofContract),
  step("archiveProvider", (made) => ({ ...ofProvider(made), body: { archived: true } })),
  step("deleteProvider", ofProvider),

  step("createOutdoorSource", (made) => ({ ...inProject(made), body: WEATHER }), "weather"),
  step("createOutdoorSource", (made) => ({
    ...inProject(made),
    body: { ...WEATHER, name: "Réserve" },
  }), "unused"),
  step("listOutdoorSources", inProject),
  step("putOutdoorSource", (made) => ({
    ...ofWeather(made),
    body: { ...WEATHER, name: "Nancy-Essey" },
  })),
  step("deleteOutdoorSource", (made) => ({
    ...inProject(made),
    outdoorSourceId: id(made, "unused"),
  })),
  step("importOutdoorDays", (made) => ({ ...ofWeather(made), body: WEATHER_FILE })),
  step("putMonthlyDju", (made) => ({
    ...ofWeather(made),
    body: { months: [{ month: "2025-02", dju: 420.5 }] },
  })),
  step("getDju", (made) => ({ ...ofWeather(made), segment: YEAR })),
  step("getDjuDailyYear", (made) => ({ ...ofWeather(made), year: "2025" })),

  step("putEfficiencySources", (made) => ({
    ...inRoom(made),
    body: sourcesDraft({ sourceType: id(made, "gas"), gazPce: GAS_PCE }),
  })),
  step("importGasLines", (made) => ({ ...inOrg(made), body: GAS_FILE })),
  step("listGasPces", inOrg),
  step("getGasYear", (made) => ({ ...inOrg(made), pce: GAS_PCE, year: "2025" })),
  step("putEfficiencySettings", (made) => ({
    ...inRoom(made),
    fromDate: "2024-07-01",
    body: { ...SETTINGS, djuSource: id(made, "weather") },
  })),
  step("putGasFactors", (made) => ({
    ...inRoom(made),
    fromDate: "2024-07-01",
    body: { pta: 0.97, pcs: 11.4 },
  })),
  step("putHeatingSeasons", (made) => ({
    ...inRoom(made),
    body: [{ yearStart: 2024, dateStart: "2024-10-01", dateStop: "2025-05-20" }],
  })),
  step("getHeatingSeasons", inRoom),
  step("getEfficiency", inRoom),
  step("getBalanceReadings", (made) => ({ ...inRoom(made), segment: YEAR })),
  step("compareBoilerRooms", (made) => ({ ...inOrg(made), segment: YEAR })),
  step("deleteGasFactors", (made) => ({ ...inRoom(made), fromDate: "2024-07-01" })),
  step("deleteEfficiencySettings", (made) => ({ ...inRoom(made), fromDate: "2024-07-01" })),
  step("deleteEquipment", (made) => ({ ...inProject(made), equipmentId: id(made, "gate") })),
];

/** The calls of a visit, which open and end sessions: tested separately. */
export const VISIT: readonly CallName[] = [
  "login",
  "refreshToken",
  "logout",
  "createFirstAccount",
  "getOAuthToken",
  "migrateToOAuth",
  "resetPassword",
  "changeEmail",
  "confirmEmail",
  "changePassword",
  "removeAccount",
];
