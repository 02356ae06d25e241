import { DEFAULT_DELAYS_MIN } from "@/lib/alarms/alarm_handlers.ts";
import type { PathParameters } from "@/lib/api/call.ts";
import { parameterNames } from "@/lib/api/routing.ts";
import {
  type CallFunction,
  type CallName,
  CALLS,
  type Input,
  type Result,
} from "@/lib/app/catalogue.ts";
import { secretHash } from "@/lib/base/secrets.ts";
import { NO_REPORT_SETTINGS } from "@/lib/consumption_reports/records.ts";
import { occurrenceId } from "@/lib/documents/document_index.ts";
import type { EquipmentKind } from "@/lib/facilities/equipment_kinds.ts";
import { FIRST_CONFIG } from "@/lib/heating_control/setpoints.ts";
import { columnChoiceId } from "@/lib/ingest/remembered_columns.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { houseSettings } from "./a_dwelling.ts";
import {
  circuitDraft,
  COMMON_PARTS,
  LOCATION,
  priceDraft,
  replacementDraft,
  reportDraft,
  seriesDraft,
  settingsDraft,
  someTerms,
  sourcesDraft,
  worksDraft,
} from "./drafts.ts";
import { REFERENCES } from "./references.ts";

/** Ids created by earlier calls, by the name a step gave them, and those that the test provides. */
export type CreatedIds = Readonly<Record<string, string>>;

/** One call of the life. */
export interface Step {
  readonly name: CallName;
  /** Makes the call, with the ids of earlier steps. */
  asked(ask: CallFunction, made: CreatedIds): Promise<Result<CallName>>;
  /** Name under which later steps find the id it creates. */
  readonly keep: string | null;
}

/** The input of a call; the ids of its path may be left out. */
type Given<Name extends CallName> =
  & Omit<Input<Name>, PathParameters<(typeof CALLS)[Name]["path"]>>
  & Partial<Input<Name>>;

/** @param input by default, the first entity of the life that each parameter of the path may name */
function step<Name extends CallName>(
  name: Name,
  input?: (made: CreatedIds) => Given<Name>,
  keep: string | null = null,
): Step {
  const idOf = (parameter: string, made: CreatedIds) =>
    id(made, REFERENCES[parameter]?.[0] ?? parameter);
  const inputOf = (made: CreatedIds) => {
    const given = { ...input?.(made) };
    const left = parameterNames(CALLS[name].path).filter((parameter) => !(parameter in given));
    return { ...Object.fromEntries(left.map((one) => [one, idOf(one, made)])), ...given };
  };
  // What is given has its type, and the ids of a path are strings.
  return { name, keep, asked: (ask, made) => Reflect.apply(ask, null, [name, inputOf(made)]) };
}

/** Calls that need no more than the ids of their paths. */
function plain(...names: CallName[]): Step[] {
  return names.map((name) => step(name));
}

/** An id created by an earlier step. */
function id(made: CreatedIds, name: string): string {
  const found = made[name];
  if (found === undefined) throw new Error(`No step has made ${name}`);
  return found;
}

/** The residence's configuration of its modules. */
const HEATING = { ...FIRST_CONFIG, temp_conf: 20 };
const ofClimate = (made: CreatedIds) => ({ series: id(made, "climate") });

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

const REPORT = reportDraft({ emails: ["astreinte@oph.fr"], notifyEvery: "1d" });

const WORKS = worksDraft({ from: "2026-03-02T07:00:00Z", to: "2026-03-06T17:00:00Z" });

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

const NANCY = { ...LOCATION, latitude: 48.69, longitude: 6.18 };

const YEAR = "monthly-2025";
const DAY = "2025-01-05";

const TYPED_DAY = { from: "2025-02-28T00:00:00Z", to: "2025-02-28T22:00:00Z" };
/** Noon in Paris, when an index is read. */
const TYPED_S = Date.parse("2025-02-28T11:00:00Z") / 1_000;
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

const priceBody = (made: CreatedIds) =>
  priceDraft({
    boilerRoomId: id(made, "room"),
    annualFixed: "1840",
    supplier: "Gaz des Coteaux",
    origin: "Marché",
  });
const billBody = (made: CreatedIds) => ({
  boilerRoomId: id(made, "room"),
  from: "2025-01-01",
  to: "2025-01-31",
  amountTtc: "5230.10",
  reference: "F-2025-01",
});
const PRICE_FILE = `Énergie;À partir du;Prix HT;Unité;TVA (%)
Gaz;01/01/2023;0,0712;€/kWh;20
`;

const TERMS = {
  ...someTerms({ from: "2024-07-01" }),
  components: [{ p0: "0.062", a: "0.15", terms: [{ b: "0.85", indexName: "PEG", index0: "95" }] }],
};
const INDEX_VALUES = [{ indexName: "PEG", month: "2025-01", value: "108.3", origin: "Powernext" }];

function equipment(kind: EquipmentKind, keep: string, parent?: string): Step {
  return step("addEquipment", (made) => ({
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
  step("getSignInFeatures"),
  step("askResetCode", () => ({ body: { email: "personne@bailleur.fr" } })),
  step("askNewLinkProvider", () => ({ body: { email: "personne@prestataire.fr" } })),
  step("changeName", () => ({ body: { forename: "Ada", surname: "Durand" } })),
  ...plain("cancelEmailChange", "exportAccount", "getMe", "checkToken"),
  step("listEquipmentKinds"),
  step("createOrg", (made) => ({ body: { name: "OPH", adminEmail: id(made, "email") } }), "org"),
  step("listOrgs"),
  step("createTag", () => ({ body: { name: "Direction", sortOrder: 0 } }), "tag"),
  step("createTagValue", () => ({ body: NORTH }), "value"),
  step("putTag", () => ({ body: { name: "Antenne", sortOrder: 1 } })),
  step("putTagValue", () => ({ body: NORTH })),
  ...plain("listTags", "listTagValues", "deleteTagValue", "deleteTag"),
  step("putCollectFeatures", () => ({ body: { documentManagement: true } })),
  ...plain("listAlarmHandlers", "listOrgAvailableSelections", "listOrgAlarms"),
  step("createOrgAlarmReport", () => ({ body: REPORT }), "orgReport"),
  step("listOrgAlarmReports"),
  step("putOrgAlarmReport", (made) => ({ reportId: id(made, "orgReport"), body: REPORT })),
  step("deleteOrgAlarmReport", (made) => ({ reportId: id(made, "orgReport") })),
  step("createUserAlarmReport", () => ({ body: REPORT }), "ownReport"),
  step("listUserAlarmReports"),
  step("putUserAlarmReport", (made) => ({ reportId: id(made, "ownReport"), body: REPORT })),
  step("deleteUserAlarmReport", (made) => ({ reportId: id(made, "ownReport") })),
  ...plain("listQueuedReports", "listOrgAdmins"),
  step("checkUser", (made) => ({ body: { email: id(made, "other") } })),
  step("addOrgAdmin", (made) => ({ body: { email: id(made, "other") } })),
  step("removeOrgAdmin", (made) => ({ email: id(made, "other") })),
  step("inviteUser", () => ({
    body: { email: "nouveau@bailleur.fr", forename: "Noé", surname: "Roux" },
  })),
  step("resendInvitation", () => ({ email: "nouveau@bailleur.fr" })),
  step("createTeam", (made) => ({ body: teamBody(made) }), "team"),
  step("listTeams"),
  step("putTeam", (made) => ({ body: { ...teamBody(made), name: "Équipe sud" } })),
  ...plain("listOrgUsers", "deleteTeam"),
  step("removeOrgUser", (made) => ({ email: id(made, "other") })),
  step("getAudit"),
  step("putRetention", () => ({ body: { infraDailyYears: 2, dailyYears: 4, monthlyYears: 10 } })),
  ...plain("getRetention", "getNextPurge", "listPurges", "listPlatformOrgs"),
  step("putPlatformOrg", () => ({ body: { name: "OPH du Lac" } })),
  step("addPlatformOrgAdmin", (made) => ({ body: { email: id(made, "email") } })),
  ...plain("listLockedAccounts", "unlockAccount", "listJobs", "getMqttState"),
  step("getStorage"),
  step("sendTestMail", (made) => ({ body: { email: id(made, "email") } })),
  ...plain("getMails", "getPlatformAudit"),
  step("retryMail", (made) => ({ mailId: id(made, "mail") })),
  step("forgetMail", (made) => ({ mailId: id(made, "mail") })),
  ...plain("getCollectFeatures", "getLetterReaders"),
  step("getMonthlyLetter", () => ({ month: "2025-11" })),
  step("putLetterReaders", () => ({ body: { emails: [] } })),
  step("listOrgAvailableRoles"),
  step("createProject", () => ({
    body: { name: "Les Lilas", code: "L1", location: NANCY, tags: [] },
  }), "project"),
  ...plain("listProjects", "listResidenceFigures", "getProject", "getProjectFeatures"),
  step("putProjectFeatures", () => ({
    body: {
      ...NO_FEATURES,
      houseMode: 1 as const,
      houseHourly: 3 as const,
      housesConsreport: true,
      housesAppAlarm: true,
      display: true,
    },
  })),
  step("getProjectInstallation"),
  step("putProjectInstallation", () => ({
    body: { hasPilot: true, hasTempPilot: true, instrumented: true, ecotouchAdmin: 2 as const },
  })),
  step("getProjectSettings"),
  step("putProjectSettings", () => ({
    body: { name: "Les Lilas", code: "L2", location: NANCY, tags: [] },
  })),
  ...plain("listProjectProviders", "getCommissioning"),
  step("searchAddress", () => ({ q: "2 rue de la Paix 75002 Paris" })),
  step("reverseAddress", () => ({ lon: "2.33059", lat: "48.86842" })),
  step("searchOrganisation", () => ({ q: "lilas" })),
  step("createStockImport", () => ({
    kind: "residences" as const,
    body: "Code;Nom;Rue;Code postal;Ville\nS1;Les Saules;1 rue Basse;54000;Nancy\n",
  }), "import"),
  ...plain("getStockImport", "runStockImport"),
  equipment("boilerroom", "room"),
  step("listAvailableEquipmentKinds"),
  equipment("building", "building"),
  equipment("boilerroom-circuit", "circuit", "room"),
  equipment("boilerroom-errorcode", "errorCode", "room"),
  equipment("boilerroom-faultdetector", "faultDetector", "room"),
  equipment("cmv", "cmv", "building"),
  equipment("skydome", "skydome", "building"),
  equipment("gate", "gate", "building"),
  ...plain("listProjectAvailableRoles", "listProjectRoles"),
  step("putProjectUserRoles", () => ({ body: { roles: [...ROLES] } })),
  ...plain("getProjectUserRoles", "listEquipments", "listFacilitiesEquipments"),
  step("putEquipmentSettings", (made) => ({
    equipmentId: id(made, "building"),
    body: { name: "Bâtiment A", code: "A", instrumented: true },
  })),
  step("putBuildingSettings", () => ({ body: { name: "Bâtiment A", code: "A" } })),
  ...plain("listBuildings", "getBuilding"),
  step("putCmvSettings", () => ({ body: { name: "VMC", min: 10, max: 90, seriesId: null } })),
  step("putSkydomeSettings", () => ({ body: { name: "Lanterneau", seriesId: null } })),
  step("putGateSettings", () => ({
    body: {
      name: "Portail",
      type: "gate" as const,
      alarmFrom: 4,
      hsType: "none" as const,
      seriesId: null,
    },
  })),
  ...plain("listBoilerRooms", "getBoilerRoom", "listRecentTotals"),
  step("putBoilerRoomSettings", () => ({
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
  step("putCircuitSettings", () => ({ body: CIRCUIT })),
  step("putErrorCodeSettings", () => ({
    body: { name: "Brûleur", seriesId: null, normalCodes: ["0"] },
  })),
  step("putFaultDetectorSettings", () => ({
    body: { name: "Défaut", alarmKind: 0 as const, seriesId: null },
  })),
  step("addDevice", () => ({ body: DEVICE }), "device"),
  step("putDevice", () => ({ body: { ...DEVICE, powerKW: 40 } })),
  step("deleteDevice"),

  step("createHouseType", () => ({ body: { name: "T3", area: 62, occupants: 2 } }), "houseType"),
  step("putHouseType", () => ({ body: { name: "T3", area: 63.5, occupants: null } })),
  step("listHouseTypes"),
  step("createAnonymousGroup", () => ({ body: { name: "Hall A" } }), "group"),
  step("putAnonymousGroup", () => ({ body: { name: "Hall B" } })),
  step("listAnonymousGroups"),
  step("createHouse", () => ({
    body: { kind: "module" as const, projectModuleId: null, serial: "0180A1", settings: DWELLING },
  }), "house"),
  step("putHouseSettings", (made) => ({
    body: {
      ...DWELLING,
      buildingId: id(made, "building"),
      houseTypeId: id(made, "houseType"),
      config: { Gardien: "oui" },
    },
  })),
  step("listHouses"),
  step("createOccupancy", () => ({ body: OCCUPANT }), "occupancy"),
  step("createOccupancy", () => ({
    body: { ...OCCUPANT, name: "Noé Roux", from: "2024-01-01", to: "2024-08-31" },
  }), "mistake"),
  step("putOccupancy", (made) => ({
    // From here on the owner of the residence is the occupant of the dwelling.
    body: {
      ...OCCUPANT,
      email: id(made, "email"),
      consent: { givenOn: "2024-09-01", source: "annexe au bail", withdrawnOn: null },
    },
  })),
  ...plain("listOccupancies", "listOccupancySpans", "exportOccupant"),
  step("deleteOccupancy", (made) => ({ occupancyId: id(made, "mistake") })),
  ...plain("inviteOccupant", "listOwnHouses", "getOwnHouse"),
  step("putOwnConsent", () => ({ body: { isGiven: true } })),
  step("exportOwnData"),
  step("putModuleRights", () => ({ body: { access: 1 as const } })),
  step("listModuleRights"),
  step("createDataseries", (made) => ({
    body: { ...seriesBody("TEMP", made), scope: "housing" as const, equipmentId: null },
  }), "climate"),
  step("putPilotFeatures", () => ({
    body: {
      house_status: true,
      ch_pilot: true,
      clim_pilot: false,
      watertank_pilot: false,
      occupantRangeC: 2,
    },
  })),
  step("getPilotFeatures"),
  step("putPilotConfig", () => ({ body: HEATING })),
  ...plain("getPilotConfig", "listModulesConfig", "listModulesStatus", "listModulesConnectivity"),
  step("putModuleConfig", () => ({ body: { ...HEATING, temp_conf: 21, isDefault: false } })),
  step("getModuleConfig"),
  step("putModuleRights", () => ({ body: { access: 2 as const } })),
  step("getOwnPilot"),
  step("putOwnPilot", () => ({ body: { tempC: 20.5 } })),
  step("putModuleStatus", () => ({ body: { house_status: "absent" as const } })),
  ...plain("getModuleStatus", "listPilotThresholds"),
  step("putPilotThreshold", () => ({ body: { threshold: 26 } })),
  step("attachSource", (made) => ({
    ...ofClimate(made),
    body: { source: "serial=0180A1", houseId: id(made, "house") },
  })),
  step("importReadings", () => ({ body: "date;serie;valeur\n05/01/2025;serial=0180A1;19,5" })),
  step("createDataseries", (made) => ({
    body: { ...seriesBody("EFSV", made), equipmentId: null, manualIndex: true },
  }), "typed"),
  // The role is offered once a series has typed indexes.
  step("putProjectUserRoles", () => ({
    body: { roles: [...ROLES, "collect:config:manualindex:write" as const] },
  })),
  step("addManualIndex", (made) => ({
    body: { seriesId: id(made, "typed"), houseId: null, date: "2025-01-31", value: 1204.5 },
  }), "index"),
  step("listManualIndexes"),
  step("addMeterEvent", (made) => ({
    series: id(made, "typed"),
    body: replacementDraft("2025-02-10", { time: "14:30", finalIndex: 1210 }),
  }), "event"),
  step("listMeterEvents", (made) => ({ series: id(made, "typed") })),
  step("deleteMeterEvent", (made) => ({ series: id(made, "typed") })),
  step("addAnnotation", () => ({ body: ANNOTATION }), "annotation"),
  step("listAnnotations"),
  step(
    "putAnnotation",
    () => ({ body: { ...ANNOTATION, to: "2025-02-21", signature: "changed" as const } }),
  ),
  step("deleteAnnotation"),
  step("addManualIndex", (made) => ({
    body: { seriesId: id(made, "typed"), houseId: null, date: "2025-02-28", value: 1300 },
  })),
  step("addReadingVerdict", (made) => ({
    series: id(made, "typed"),
    body: { houseId: null, at: "2025-02-28T11:00:00Z", value: 1300, isReal: true },
  }), "verdict"),
  step("listRegisterDoubts"),
  step("deleteReadingVerdict", (made) => ({ series: id(made, "typed") })),
  step("getReadingsToDelete", (made) => ({ series: id(made, "typed"), ...TYPED_DAY })),
  step("deleteReadings", (made) => ({
    series: id(made, "typed"),
    body: {
      ...TYPED_DAY,
      houseId: null,
      version: secretHash(JSON.stringify([[TYPED_S, 1300, ""]])),
    },
  }), "deletion"),
  step("listReadingsDeletions", (made) => ({ series: id(made, "typed") })),
  step("restoreReadings", (made) => ({ series: id(made, "typed") })),
  ...plain("deleteManualIndex", "getHousesConnectivitySummary", "listHousesConnectivity"),
  step("getHousingRangeData", () => ({ segment: YEAR })),
  step("getHousingRangeStats", () => ({ segment: YEAR })),
  step("getSeriesRangeData", (made) => ({ ...ofClimate(made), segment: YEAR })),
  step("getSeriesRangeStats", (made) => ({ ...ofClimate(made), segment: YEAR })),
  step("getSeriesStats", (made) => ({ ...ofClimate(made), instant: DAY })),
  step("getSeriesDetailedData", (made) => ({ ...ofClimate(made), instant: DAY })),
  step("getSeriesLastSensorData", (made) => ({ ...ofClimate(made), instant: DAY })),
  step("getSeriesAnonymousData", (made) => ({ ...ofClimate(made), date: DAY })),
  step("getHouseRangeData", (made) => ({ ...ofClimate(made), segment: YEAR })),
  step("getHouseRangeStats", (made) => ({ ...ofClimate(made), segment: YEAR })),
  step("getHouseStats", (made) => ({ ...ofClimate(made), segment: YEAR })),
  step("getHouseDetailedData", (made) => ({ ...ofClimate(made), segment: "daily-2025-01" })),
  step("getHouseLastSensorData", (made) => ({ ...ofClimate(made), instant: DAY })),
  step("getOwnRangeData", (made) => ({ ...ofClimate(made), segment: YEAR })),
  step("getConsumptionReportSettings"),
  step("putConsumptionReportSettings", () => ({
    body: { ...NO_REPORT_SETTINGS, image: null, tempReference: 19 },
  })),
  step("getConsumptionReportMails"),
  step("putConsumptionReportMails", () => ({ body: { isOn: true } })),
  step("getConsumptionAnalysis", () => ({ month: "2025-01" })),
  step("getConsumptionReport", () => ({ month: "2025-01" })),
  step("getOwnConsumptionReport", () => ({ month: "2025-01" })),
  step("getOwnReportImage"),
  step("getConsumptionReportPdf", () => ({ month: "2025-01" })),
  step("orderConsumptionReports", (made) => ({
    month: "2025-01",
    body: { houseIds: [id(made, "house")] },
  })),
  ...plain("removeOccupantAccess", "eraseOccupant", "deleteHouse"),
  step("deleteDataseries", ofClimate),
  ...plain("deleteHouseType", "deleteAnonymousGroup"),

  step("createHousingAlert", () => ({ body: MESSAGE }), "alert"),
  step("listHousingAlerts"),
  step("putHousingAlert", () => ({ body: { ...MESSAGE, to: "2025-03-05" } })),
  step("deleteHousingAlert"),
  step("createDisplayMessage", () => ({ body: SHOWN }), "shown"),
  step("listDisplayMessages"),
  step("putDisplayMessage", () => ({ body: { ...SHOWN, priority: 2 } })),
  step("createDisplayContact", () => ({ body: CARETAKER }), "contact"),
  step("listDisplayContacts"),
  step("putDisplayContact", () => ({ body: { ...CARETAKER, mail: "" } })),
  ...plain("getDisplayScreen", "getDisplayPoster"),
  step("createDisplayToken", () => ({ body: { name: "Hall" } }), "screen"),
  step("listDisplayTokens"),
  step("revokeDisplayToken", (made) => ({ tokenId: id(made, "screen") })),
  ...plain("deleteDisplayMessage", "deleteDisplayContact", "listAvailableSelections", "listAlarms"),
  step("putFollowUp", (made) => ({
    kind: "boiler-room",
    subjectId: id(made, "room"),
    body: { taken: true },
  })),
  step("listFollowUps"),
  step("createAlarmMute", () => ({ body: WORKS }), "mute"),
  step("listAlarmMutes"),
  step("putAlarmMute", () => ({ body: { ...WORKS, handler: "collect-online" as const } })),
  ...plain("deleteAlarmMute", "getAlarmSettings"),
  step("putAlarmSettings", () => ({ body: { ...DEFAULT_DELAYS_MIN, "building-cmv": 30 } })),
  step("createAlarmReport", () => ({ body: REPORT }), "report"),
  step("listAlarmReports"),
  step("putAlarmReport", () => ({ body: REPORT })),
  step("deleteAlarmReport"),

  series("GAZV", "gas"),
  series("TEMP", "spare"),
  series("IRRA", "sun"),
  step("listDataseries"),
  step("putDataseries", (made) => ({
    body: { ...seriesBody("GAZV", made), renamed: "Compteur gaz" },
  })),
  step("deleteDataseries", (made) => ({ series: id(made, "spare") })),
  step("createIngestToken", () => ({ body: { name: "Concentrateur" } }), "token"),
  ...plain("listIngestTokens", "listRegisterFalls", "listRefusedSources", "listArrivals"),
  ...plain("listUnknownSources", "forgetUnknownSource"),
  step("attachSource", () => ({ body: { source: "serial=0101", houseId: null } })),
  step("putSourceScales", () => ({
    source: "serial=0101",
    body: { scales: [{ from: null, factor: 10, unit: "L", offset: 0 }] },
  })),
  step("listSeriesSources"),
  step("importReadings", () => ({
    body: "date;serie;valeur\n01/01/2025;serial=0101;1234,5",
    columns: "date,series,value",
  })),
  step("listColumnChoices"),
  step("forgetColumnChoice", () => ({ choiceId: columnChoiceId(["date", "serie", "valeur"]) })),
  step("detachSource", () => ({ source: "serial=0101" })),
  step("attachSource", () => ({ body: { source: "serial=0101", houseId: null } })),
  step("detachSources", () => ({ body: { sources: ["serial=0101"] } })),
  step("attachDevice", () => ({
    body: {
      values: [{ source: "up,dev_eui=0102 temperature", dataUnitId: "TEMP" as const }],
      houseId: null,
      equipmentId: null,
    },
  })),
  step("listAttachedDevices"),
  step("moveDevice", (made) => ({
    body: {
      device: "dev_eui=0102",
      from: "2025-01-01T00:00:00Z",
      houseId: null,
      equipmentId: id(made, "room"),
    },
  })),
  ...plain("revokeIngestToken", "getCurrentData", "getLastSensorData"),
  step("getFacilityRangeData", () => ({ segment: YEAR })),
  step("getFacilityTimedData", () => ({ segment: "daily-2025-01" })),
  step("getFacilityMessageData", () => ({ segment: "daily-2025-01" })),
  step("getFacilityHourlyMonth", () => ({ month: "2025-01" })),
  step("getIrradiance", () => ({ segment: YEAR })),
  step("getHybridConsumption", () => ({ segment: YEAR })),
  step("getSolarEstimation", () => ({ month: "2025-01" })),

  // A user with every role declares the operation; its own role is offered from then on.
  step("putProjectUserRoles", () => ({ body: { roles: ["collect" as const] } })),
  step("getAutoconsumptionConfig"),
  step("putAutoconsumptionInfo", () => ({ body: OPERATION })),
  step("putProjectUserRoles", () => ({
    body: { roles: [...ROLES, "collect:acc:write" as const] },
  })),
  series("PVE", "panels"),
  step("createProducer", (made) => ({
    body: { ...PANELS, seriesId: id(made, "panels") },
  }), "producer"),
  step("putProducer", () => ({ body: { ...PANELS, powerKW: 36 } })),
  step("createConsumer", () => ({ body: COMMON_PARTS }), "consumer"),
  step("putConsumer", () => ({ body: { ...COMMON_PARTS, sharePercent: 40 } })),
  step("putConsumerStatus", () => ({ body: { status: "active" as const, date: DAY } })),
  step("getAutoconsumptionData", () => ({ segment: YEAR })),
  ...plain("exportConsumer", "eraseConsumer", "deleteConsumer", "deleteProducer"),
  step("createProvider", () => ({ body: PROVIDER }), "provider"),
  step("putProvider", () => ({ body: PROVIDER })),
  step("listProviders"),
  step("createContract", (made) => ({ body: contractBody(made) }), "contract"),
  step("putContract", (made) => ({ body: contractBody(made) })),
  step("addContractProvider", (made) => ({ body: chargeBody(made) }), "charge"),
  step("putContractProvider", (made) => ({ body: chargeBody(made) })),
  step("listContracts"),
  step("createTypedoc", () => ({ body: TYPEDOC }), "typedoc"),
  step("putTypedoc", () => ({ body: TYPEDOC })),
  step("listTypedocs"),
  step("createRequest", (made) => ({ body: requestBody(made) }), "request"),
  step("putRequest", (made) => ({ body: requestBody(made) })),
  ...plain("listRequests", "listDocumentsRunning", "listDocumentsLate", "listDocumentsToValidate"),
  step("listDocumentsRefused"),
  step("pageDocuments", () => ({ list: "running" as const })),
  step("exportDocuments", () => ({ list: "late" as const, dialect: "comma" as const })),
  step("countDocuments"),
  step("listDocumentsHistory", () => ({ year: "2026" })),
  ...plain("listProjectDocumentsRunning", "listProjectDocumentsLate"),
  ...plain("listProjectDocumentsToValidate", "listProjectDocumentsRefused"),
  step("listProjectDocumentsHistory", () => ({ year: "2026" })),
  step("getDocumentInfo", (made) => ({ documentId: documentIdOf(made) })),
  step("createDocumentAction", (made) => ({
    body: {
      list: "running" as const,
      residence: id(made, "project"),
      action: "postpone" as const,
      comment: "",
      finalDueDate: "2026-11-30",
    },
  }), "action"),
  ...plain("listDocumentActions", "getDocumentAction", "runDocumentAction"),
  step("changeFinalDueDate", (made) => ({
    body: { documentIds: [documentIdOf(made)], finalDueDate: "2026-12-31" },
  })),
  step("dropDocuments", (made) => ({ body: { documents: [documentIdOf(made)], comment: "" } })),
  step("listProjectProviders"),
  step("closeRequest", () => ({ body: { close: true } })),
  step("deleteRequest"),
  step("archiveTypedoc", () => ({ body: { archived: true } })),
  ...plain("deleteTypedoc", "deleteContractProvider", "deleteContract"),
  step("archiveProvider", () => ({ body: { archived: true } })),
  step("deleteProvider"),

  step("createComputedSeries", (made) => ({
    body: { name: "Gaz", dataUnitId: "GAZV" as const, plus: [id(made, "gas")], minus: [] },
  }), "sum"),
  step("listComputedSeries"),
  step("getComputedRangeData", () => ({ segment: YEAR })),
  step("putComputedSeries", (made) => ({
    body: { name: "Gaz naturel", dataUnitId: "GAZV" as const, plus: [id(made, "gas")], minus: [] },
  })),
  step("createOutdoorSource", () => ({ body: WEATHER }), "weather"),
  step("createOutdoorSource", () => ({ body: { ...WEATHER, name: "Réserve" } }), "unused"),
  step("listOutdoorSources"),
  step("putOutdoorSource", () => ({ body: { ...WEATHER, name: "Nancy-Essey" } })),
  step("deleteOutdoorSource", (made) => ({ outdoorSourceId: id(made, "unused") })),
  step("getPublicStation"),
  step("importOutdoorDays", () => ({ body: WEATHER_FILE })),
  step("putMonthlyDju", () => ({ body: { months: [{ month: "2025-02", dju: 420.5 }] } })),
  step("getDju", () => ({ segment: YEAR })),
  step("getDjuDailyYear", () => ({ year: "2025" })),

  step("putEfficiencySources", (made) => ({
    body: sourcesDraft({ sourceType: id(made, "gas"), gazPce: GAS_PCE }),
  })),
  step("importGasLines", () => ({ body: GAS_FILE })),
  step("listGasPces"),
  step("getGasYear", () => ({ pce: GAS_PCE, year: "2025" })),
  step("putEfficiencySettings", (made) => ({
    fromDate: "2024-07-01",
    body: settingsDraft(id(made, "weather")),
  })),
  step("putGasFactors", () => ({ fromDate: "2024-07-01", body: { pta: 0.97, pcs: 11.4 } })),
  step("putHeatingSeasons", () => ({
    body: [{ yearStart: 2024, dateStart: "2024-10-01", dateStop: "2025-05-20" }],
  })),
  ...plain("getHeatingSeasons", "getEfficiency"),
  step("getBalanceReadings", () => ({ segment: YEAR })),
  step("createEnergyPrice", (made) => ({ body: priceBody(made) }), "price"),
  step("listEnergyPrices"),
  step("putEnergyPrice", (made) => ({ body: { ...priceBody(made), price: "81.2" } })),
  step("importEnergyPrices", () => ({ body: PRICE_FILE })),
  step("copyEnergyPrices", (made) => ({ body: { projects: [id(made, "project")] } })),
  step("createEnergyBill", (made) => ({ body: billBody(made) }), "bill"),
  step("listEnergyBills"),
  step("putEnergyBill", (made) => ({ body: { ...billBody(made), amountTtc: "5230.11" } })),
  step("getEnergyCost", () => ({ segment: YEAR })),
  step("listRoomCosts", () => ({ segment: YEAR })),
  step("getGapCost", () => ({ from: "2025-01-01", to: "2025-01-31", kwh: "4300" })),
  ...plain("deleteEnergyPrice", "deleteEnergyBill"),
  step("createEnergyTerms", () => ({ body: TERMS }), "terms"),
  step("listEnergyTerms"),
  step("putEnergyTerms", () => ({ body: { ...TERMS, nbKWh: 580_000 } })),
  step("putPriceIndexes", () => ({ body: { values: INDEX_VALUES } })),
  step("getPriceIndexes"),
  step("getSettlement", () => ({ year: "2024" })),
  step("listStatements"),
  step("listSettlements", () => ({ year: "2024" })),
  step("sendSettlements", () => ({ year: "2024", body: { after: null } })),
  step("getSettlementPdf", () => ({ year: "2024" })),
  step("deleteEnergyTerms"),
  step("getEnergySignature", () => ({ year: "2024" })),
  step("getProjectEnergy"),
  step("compareBoilerRooms", () => ({ segment: YEAR })),
  step("deleteGasFactors", () => ({ fromDate: "2024-07-01" })),
  step("deleteEfficiencySettings", () => ({ fromDate: "2024-07-01" })),
  step("deleteComputedSeries"),
  step("deleteEquipment", (made) => ({ equipmentId: id(made, "gate") })),
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
