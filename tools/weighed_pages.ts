import type { PageKind } from "@/fresh.config.ts";
import { DEMO_ALARM_ID } from "@/lib/backend/demo/seed/alarms.ts";
import { occurrenceId } from "@/lib/backend/embedded/contracting/document_index.ts";
import { links, LOGIN_PATH } from "@/lib/links/links.ts";

const YEAR = new Date().getFullYear();
const REQUEST = "aquacontrol-carnet-sanitaire";

/** The first document of a request of the demo, and a year with documents. */
export const DEMO_DOCUMENT = {
  requestId: REQUEST,
  docId: occurrenceId(REQUEST, {
    projectId: "p01",
    equipmentId: "p01-c1",
    dueDate: `${YEAR - 4}-01-31`,
  }),
  year: String(YEAR),
};

export interface WeighedPage {
  readonly name: string;
  readonly path: string;
  readonly kind: PageKind;
  /** Its reader: an account of the demo, or the platform administrator; anonymous when omitted. */
  readonly as?: "landlord" | "pilot" | "occupant" | "administrator";
}

/** The dwelling of the occupant of the demo, and a month of its water. */
const OWN_HOUSE = { projectId: "p01", houseId: "p01-l001" };
const OWN_WATER = links.ownSeries(OWN_HOUSE, "p01-l-efs", "daily/2025/06");

const REPORT = { ...OWN_HOUSE, month: "2025-06" };

/** The registers of documents, and one thing of each; the lists of documents. */
const REGISTERS = [
  links.documentList("running"),
  links.documentList(`history/${DEMO_DOCUMENT.year}`),
  links.document(DEMO_DOCUMENT.requestId, DEMO_DOCUMENT.docId),
  links.documentAction("abandon-1"),
  links.residenceDocuments("p01"),
  links.residenceDocuments("p01", `history/${DEMO_DOCUMENT.year}`),
  links.documentRequests(),
  links.newDocumentRequest("carnet-sanitaire"),
  links.documentRequest(DEMO_DOCUMENT.requestId),
  links.providers(),
  links.provider("aquacontrol"),
  links.contracts(),
  links.contract("aquacontrol"),
  links.typedocs(),
  links.typedoc("carnet-sanitaire"),
].map((path) => landlord(path, path, "list"));

function landlord(name: string, path: string, kind: PageKind): WeighedPage {
  return { name, path, kind, as: "landlord" };
}

/** The pages as the demo shows them: at least one for each route that draws a page. */
export const WEIGHED_PAGES: readonly WeighedPage[] = [
  { name: "sign-in", path: LOGIN_PATH, kind: "list" },
  { name: "accessibility", path: links.accessibility(), kind: "list" },
  { name: "legal notice", path: links.legalNotice(), kind: "list" },
  { name: "personal data", path: links.privacy(), kind: "list" },
  { name: "guided tour", path: links.tour(), kind: "list" },
  { name: "new password", path: links.resetPassword(), kind: "list" },
  { name: "confirmed address", path: links.confirmEmail(), kind: "list" },
  { name: "account", path: links.account(), kind: "list", as: "landlord" },
  { name: "no dwelling of one's own", path: links.ownHouses(), kind: "list", as: "landlord" },
  { name: "own dwelling", path: links.ownHouse(OWN_HOUSE), kind: "list", as: "occupant" },
  { name: "own water", path: OWN_WATER, kind: "list", as: "occupant" },
  { name: "residences", path: links.residences(), kind: "map", as: "landlord" },
  { name: "residence", path: links.residence("p01"), kind: "list", as: "landlord" },
  { name: "new residence", path: links.newResidence(), kind: "map", as: "landlord" },
  { name: "search", path: `${links.search()}?q=chaufferie`, kind: "list", as: "landlord" },
  ...REGISTERS,
  { name: "stock import", path: links.stockImport("essai-1"), kind: "list", as: "landlord" },
  { name: "its sheet", path: links.residenceSheet("p01"), kind: "map", as: "landlord" },
  { name: "its sheet, read", path: links.residenceSheet("p01"), kind: "map", as: "pilot" },
  { name: "boiler room", path: links.boilerRoom("p01", "p01-c1"), kind: "list", as: "landlord" },
  landlord("boiler room, watched", links.boilerRoom("p02", "p02-c1"), "list"),
  landlord("its settings", links.boilerRoomSettings("p01", "p01-c1"), "list"),
  landlord("energy balance", links.energyBalance("p01", "p01-c1", "monthly/2025"), "chart"),
  { name: "machines", path: links.machines("p01", "p01-c1"), kind: "list", as: "landlord" },
  landlord("heat curve", links.heatCurve("p01", "p01-c1", "p01-c1-r1", "weekly/2025"), "chart"),
  landlord("heat pumps", links.heatPumps("p01", "p01-c1", "monthly/2025"), "chart"),
  landlord("sun", links.solar("p01", "p01-c1", "daily/2025/06"), "chart"),
  landlord("summer of hot water", links.hotWater("p01", "p01-c1", "monthly/2025"), "list"),
  landlord("comparison", links.boilerRoomReports("p01", "p01-c1"), "list"),
  landlord(
    "facility series, days",
    links.facilitySeries("p01", "p01-c1-dep", "daily/2025/01"),
    "chart",
  ),
  landlord(
    "facility series, 5 min",
    links.facilitySeries("p01", "p01-c1-dep", "fivemin/2025/01/15"),
    "chart",
  ),
  landlord("self-consumption", links.autoconsumption("p01"), "list"),
  landlord("self-consumption, days", links.useOfProduction("p01", "daily/2025/06"), "chart"),
  { name: "new consumer", path: links.newConsumer("p01"), kind: "list", as: "landlord" },
  { name: "consumer", path: links.consumer("p01", "communs"), kind: "list", as: "landlord" },
  landlord("outdoor source", links.outdoorSource("p01", "p01-meteo", "monthly-2025"), "list"),
  { name: "typed indexes", path: links.manualIndexes("p02"), kind: "list", as: "landlord" },
  { name: "gas delivery points", path: links.gasPces(), kind: "list", as: "landlord" },
  { name: "their consents", path: links.gasConsents(), kind: "list", as: "landlord" },
  { name: "missing readings", path: links.silences(), kind: "list", as: "landlord" },
  { name: "their import", path: links.gasImport(), kind: "list", as: "landlord" },
  landlord("a gas year", links.gasYear("21275930912912", "monthly/2025"), "list"),
  landlord(
    "a gas year elsewhere",
    links.gasYear("21275930912912", "monthly/2025", { orgId: "demo" }),
    "list",
  ),
  { name: "users", path: links.users(), kind: "list", as: "landlord" },
  landlord("roles of a person", links.userRoles("p01", "karim.benali@demo.example"), "list"),
  { name: "team", path: links.team("agence-nord"), kind: "list", as: "landlord" },
  { name: "audit log", path: links.audit(), kind: "list", as: "landlord" },
  { name: "sensors", path: links.sensors("p01"), kind: "list", as: "landlord" },
  { name: "readings", path: links.readings("p01"), kind: "list", as: "landlord" },
  landlord("alarms", links.orgAlarms(), "list"),
  landlord("closed alarms", links.orgAlarms("", Number(DEMO_DOCUMENT.year)), "list"),
  landlord("its alarms", links.alarms("p01"), "list"),
  landlord("its closed alarms", links.alarms("p01", "", Number(DEMO_DOCUMENT.year)), "list"),
  landlord("planned works", links.alarmSettings("p01"), "list"),
  landlord("an alarm", links.alarm("p01", DEMO_ALARM_ID), "chart"),
  { name: "own reports", path: links.ownAlarmReports(), kind: "list", as: "landlord" },
  { name: "new own report", path: links.newOwnAlarmReport(), kind: "list", as: "landlord" },
  { name: "own report", path: links.ownAlarmReport("astreinte"), kind: "list", as: "landlord" },
  { name: "its reports", path: links.alarmReports("p01"), kind: "list", as: "landlord" },
  { name: "its new report", path: links.newAlarmReport("p01"), kind: "list", as: "landlord" },
  landlord("its report", links.alarmReport("p01", "astreinte"), "list"),
  { name: "common reports", path: links.orgAlarmReports(), kind: "list", as: "landlord" },
  { name: "new common report", path: links.newOrgAlarmReport(), kind: "list", as: "landlord" },
  landlord("common report", links.orgAlarmReport("astreinte"), "list"),
  { name: "reports asked for", path: links.queuedReports(), kind: "list", as: "landlord" },
  { name: "features", path: links.features("p01"), kind: "list", as: "landlord" },
  { name: "categories", path: links.tags(), kind: "list", as: "landlord" },
  { name: "a category", path: links.tagGroup("branch"), kind: "list", as: "landlord" },
  { name: "options", path: links.organisationOptions(), kind: "list", as: "landlord" },
  { name: "longest API page", path: links.apiDocs("facilities"), kind: "list", as: "landlord" },
  { name: "a call of the API", path: links.apiCall("getBoilerRoom"), kind: "list", as: "landlord" },
  { name: "first account", path: links.firstRun(), kind: "list" },
  { name: "forgotten password", path: links.forgottenPassword(), kind: "list" },
  { name: "dwellings", path: links.houses("p01"), kind: "list", as: "landlord" },
  landlord(
    "dwellings' water",
    links.housingSeries({ projectId: "p01" }, "p01-l-efs", "daily/2025/01"),
    "chart",
  ),
  {
    name: "a dwelling's water",
    path: links.housingSeries(
      { projectId: "p01", houseId: "p01-l001" },
      "p01-l-efs",
      "daily/2025/01",
    ),
    kind: "chart",
    as: "landlord",
  },
  landlord("each dwelling's month", links.eachHouse("p01", "p01-l-efs", "daily/2025/06"), "list"),
  landlord("anonymous groups", links.houseGroups("p01", "p01-l-efs", "daily/2025/06/15"), "list"),
  { name: "running month", path: links.runningMonth("p01"), kind: "list", as: "landlord" },
  landlord("consumption reports", links.consumptionReports("p01", "2025-06"), "list"),
  landlord("settings of reports", links.consumptionReportSettings("p01"), "list"),
  landlord("a consumption report", links.consumptionReport(REPORT), "list"),
  { name: "own report", path: links.ownReport(REPORT), kind: "list", as: "occupant" },
  { name: "new dwelling", path: links.newHouse("p01"), kind: "list", as: "landlord" },
  { name: "dwelling", path: links.house("p01", "p01-l001"), kind: "list", as: "landlord" },
  { name: "occupants", path: links.occupants("p01", "p01-l002"), kind: "list", as: "landlord" },
  { name: "messages to tenants", path: links.tenantAlerts("p01"), kind: "list", as: "landlord" },
  landlord("messages of the screen", links.displayMessages("p01"), "list"),
  landlord("contacts of the screen", links.displayContacts("p01"), "list"),
  landlord("screens", links.displayTokens("p01"), "list"),
  { name: "kinds and groups", path: links.houseSettings("p01"), kind: "list", as: "landlord" },
  { name: "outdoor sources", path: links.outdoorSources("p01"), kind: "list", as: "landlord" },
  { name: "equipment", path: links.equipments("p01"), kind: "list", as: "landlord" },
  landlord("a circuit", links.equipment("p01", "p01-c1-r1"), "list"),
  { name: "building", path: links.building("p01", "p01-ba"), kind: "list", as: "landlord" },
  { name: "list of series", path: links.seriesList("p01"), kind: "list", as: "landlord" },
  landlord("settings of a series", links.seriesSettings("p01", "p01-c1-dep"), "list"),
  { name: "kinds of equipment", path: links.equipmentKinds(), kind: "list", as: "landlord" },
  landlord("pilot", links.pilot("p01"), "list"),
  landlord("pilot settings", links.pilotConfig("p01"), "list"),
  landlord("a module", links.pilotModule("p01", "p01-l002"), "list"),
  landlord("pilot thresholds", links.pilotThresholds("p01"), "list"),
  { name: "roles", path: links.roles("p01"), kind: "list", as: "landlord" },
  { name: "administrators", path: links.administrators(), kind: "list", as: "landlord" },
  { name: "invitation", path: links.invitation(), kind: "list", as: "landlord" },
  { name: "teams", path: links.teams(), kind: "list", as: "landlord" },
  { name: "new team", path: links.newTeam(), kind: "list", as: "landlord" },
  landlord("user", links.user("karim.benali@demo.example"), "list"),
  { name: "imports of the stock", path: links.stockImports(), kind: "list", as: "landlord" },
  { name: "new organisation", path: links.newOrganisation(), kind: "list", as: "administrator" },
  { name: "organisations", path: links.platformOrganisations(), kind: "list", as: "administrator" },
  {
    name: "organisation",
    path: links.platformOrganisation("demo"),
    kind: "list",
    as: "administrator",
  },
  { name: "locked accounts", path: links.platformAccounts(), kind: "list", as: "administrator" },
  { name: "platform audit", path: links.platformAudit(), kind: "list", as: "administrator" },
  { name: "jobs", path: links.platformJobs(), kind: "list", as: "administrator" },
  { name: "storage", path: links.platformStorage(), kind: "list", as: "administrator" },
  { name: "mails", path: links.platformMails(), kind: "list", as: "administrator" },
];
