import type { PageKind } from "@/fresh.config.ts";
import { DEMO_ALARM_ID } from "@/lib/demo/seed/alarms.ts";
import { occurrenceId } from "@/lib/documents/document_index.ts";
import { links, LOGIN_PATH } from "@/lib/ui/links.ts";
import { PAGE_LIST } from "@/lib/ui/page_titles.ts";

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

/** Declares the pages of a reader. */
function pagesOf(as?: WeighedPage["as"]) {
  return (name: string, path: string, kind: PageKind = "list"): WeighedPage =>
    as === undefined ? { name, path, kind } : { name, path, kind, as };
}

const anyone = pagesOf();
const landlord = pagesOf("landlord");
const pilot = pagesOf("pilot");
const occupant = pagesOf("occupant");
const administrator = pagesOf("administrator");

/** The dwelling of the occupant of the demo, and a month of its water. */
const OWN_HOUSE = { projectId: "p01", houseId: "p01-l001" };
const OWN_WATER = links.ownSeries(OWN_HOUSE, "p01-l-efs", "daily/2025/06");

const REPORT = { ...OWN_HOUSE, month: "2025-06" };

/** The pages of the menus: an organisation's administration and registers, and the platform. */
const OF_MENUS = PAGE_LIST.flatMap(([, { title, path, menu }]) => {
  if (menu === undefined) return [];
  return [menu === "platform" ? administrator(title, path) : landlord(title, path)];
});

/** One thing of each register of documents; the lists of documents. */
const DOCUMENT_PAGES = [
  links.documentList("running"),
  links.documentList(`history/${DEMO_DOCUMENT.year}`),
  links.document(DEMO_DOCUMENT.requestId, DEMO_DOCUMENT.docId),
  links.documentAction("abandon-1"),
  links.residenceDocuments("p01"),
  links.residenceDocuments("p01", `history/${DEMO_DOCUMENT.year}`),
  links.newDocumentRequest("carnet-sanitaire"),
  links.documentRequest(DEMO_DOCUMENT.requestId),
  links.provider("aquacontrol"),
  links.contract("aquacontrol"),
  links.typedoc("carnet-sanitaire"),
].map((path) => landlord(path, path));

/** The pages as the demo shows them: at least one for each route that draws a page. */
export const WEIGHED_PAGES: readonly WeighedPage[] = [
  anyone("sign-in", LOGIN_PATH),
  anyone("accessibility", links.accessibility()),
  anyone("legal notice", links.legalNotice()),
  anyone("personal data", links.privacy()),
  anyone("guided tour", links.tour()),
  anyone("new password", links.resetPassword()),
  anyone("confirmed address", links.confirmEmail()),
  anyone(
    "statement of a wrong link",
    links.sentStatement({ projectId: "p01", boilerRoomId: "p01-c1", statementId: "2025-1" }),
  ),
  landlord("account", links.account()),
  landlord("no dwelling of one's own", links.ownHouses()),
  occupant("own dwelling", links.ownHouse(OWN_HOUSE)),
  occupant("own water", OWN_WATER),
  landlord("residences", links.residences(), "map"),
  landlord("residence", links.residence("p01")),
  landlord("its commissioning", links.commissioning("p01")),
  landlord("its energy", links.energy("p01"), "chart"),
  landlord("new residence", links.newResidence(), "map"),
  landlord("search", `${links.search()}?q=chaufferie`),
  ...OF_MENUS,
  ...DOCUMENT_PAGES,
  landlord("stock import", links.stockImport("essai-1")),
  landlord("its sheet", links.residenceSheet("p01"), "map"),
  pilot("its sheet, read", links.residenceSheet("p01"), "map"),
  landlord("boiler room", links.boilerRoom("p01", "p01-c1")),
  landlord("boiler room, watched", links.boilerRoom("p02", "p02-c1")),
  landlord("its settings", links.boilerRoomSettings("p01", "p01-c1")),
  landlord("energy balance", links.energyBalance("p01", "p01-c1", "monthly/2025"), "chart"),
  landlord(
    "its simulation",
    `${links.energyBalance("p01", "p01-c1", "monthly/2025")}?simulation=on`,
    "simulation",
  ),
  landlord("machines", links.machines("p01", "p01-c1")),
  landlord("heat curve", links.heatCurve("p01", "p01-c1", "p01-c1-r1", "weekly/2025"), "chart"),
  landlord("heat pumps", links.heatPumps("p01", "p01-c1", "monthly/2025"), "chart"),
  landlord("sun", links.solar("p01", "p01-c1", "daily/2025/06"), "chart"),
  landlord("energy signature", links.signature("p01", "p01-c1")),
  landlord("summer of hot water", links.hotWater("p01", "p01-c1", "monthly/2025")),
  landlord("comparison", links.boilerRoomReports("p01", "p01-c1")),
  administrator("comparison of none", links.comparison()),
  landlord("residences to bring into service", links.residencesToCommission()),
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
  landlord("computed series", links.computedRange("p01", "p01-solde", "monthly/2025"), "chart"),
  landlord("self-consumption", links.autoconsumption("p01")),
  landlord("self-consumption, days", links.useOfProduction("p01", "daily/2025/06"), "chart"),
  landlord("new consumer", links.newConsumer("p01")),
  landlord("consumer", links.consumer("p01", "communs")),
  landlord("outdoor source", links.outdoorSource("p01", "p01-meteo", "monthly-2025")),
  landlord("typed indexes", links.manualIndexes("p02")),
  landlord("their consents", links.gasConsents()),
  landlord("to do", links.toDo()),
  landlord("who follows it", links.followUp("p01", "silence", "p01")),
  landlord("their import", links.gasImport()),
  landlord("a gas year", links.gasYear("21275930912912", "monthly/2025")),
  landlord(
    "a gas year elsewhere",
    links.gasYear("21275930912912", "monthly/2025", { orgId: "demo" }),
  ),
  landlord("roles of a person", links.userRoles("p01", "karim.benali@demo.example")),
  landlord("team", links.team("agence-nord")),
  landlord("sensors", links.sensors("p01")),
  landlord("arrivals", links.arrivals("p01")),
  landlord("readings", links.readings("p01")),
  landlord("alarms", links.orgAlarms()),
  landlord("closed alarms", links.orgAlarms("", Number(DEMO_DOCUMENT.year))),
  landlord("its alarms", links.alarms("p01")),
  landlord("its closed alarms", links.alarms("p01", "", Number(DEMO_DOCUMENT.year))),
  landlord("planned works", links.alarmSettings("p01")),
  landlord("an alarm", links.alarm("p01", DEMO_ALARM_ID), "chart"),
  landlord("own reports", links.ownAlarmReports()),
  landlord("new own report", links.newOwnAlarmReport()),
  landlord("own report", links.ownAlarmReport("astreinte")),
  landlord("its reports", links.alarmReports("p01")),
  landlord("its new report", links.newAlarmReport("p01")),
  landlord("its report", links.alarmReport("p01", "astreinte")),
  landlord("new common report", links.newOrgAlarmReport()),
  landlord("common report", links.orgAlarmReport("astreinte")),
  landlord("reports asked for", links.queuedReports()),
  landlord("features", links.features("p01")),
  landlord("a category", links.tagGroup("branch")),
  landlord("longest API page", links.apiDocs("facilities")),
  landlord("a call of the API", links.apiCall("getBoilerRoom")),
  anyone("first account", links.firstRun()),
  anyone("forgotten password", links.forgottenPassword()),
  landlord("dwellings", links.houses("p01")),
  landlord(
    "dwellings' water",
    links.housingSeries({ projectId: "p01" }, "p01-l-efs", "daily/2025/01"),
    "chart",
  ),
  landlord(
    "a dwelling's water",
    links.housingSeries({ projectId: "p01", houseId: "p01-l001" }, "p01-l-efs", "daily/2025/01"),
    "chart",
  ),
  landlord("each dwelling's month", links.eachHouse("p01", "p01-l-efs", "daily/2025/06")),
  landlord("anonymous groups", links.houseGroups("p01", "p01-l-efs", "daily/2025/06/15")),
  landlord("running month", links.runningMonth("p01")),
  landlord("consumption reports", links.consumptionReports("p01", "2025-06")),
  landlord("settings of reports", links.consumptionReportSettings("p01")),
  landlord("a consumption report", links.consumptionReport(REPORT)),
  occupant("own report", links.ownReport(REPORT)),
  landlord("new dwelling", links.newHouse("p01")),
  landlord("dwelling", links.house("p01", "p01-l001")),
  landlord("occupants", links.occupants("p01", "p01-l002")),
  landlord("messages to tenants", links.tenantAlerts("p01")),
  landlord("messages of the screen", links.displayMessages("p01")),
  landlord("contacts of the screen", links.displayContacts("p01")),
  landlord("screens", links.displayTokens("p01")),
  landlord("kinds and groups", links.houseSettings("p01")),
  landlord("terms of a contract", links.energyTerms("p01", "p01-c1")),
  landlord("settlement", links.settlement("p01", "p01-c1")),
  landlord("settlements of a season", links.settlements(2025)),
  landlord("letter of a month", links.monthlyLetter("2026-01")),
  landlord("prices of energy", links.energyPrices("p01")),
  landlord("bills of energy", links.energyBills("p01")),
  landlord("import of prices", links.energyPricesImport("p01")),
  landlord("outdoor sources", links.outdoorSources("p01")),
  landlord("equipment", links.equipments("p01")),
  landlord("a circuit", links.equipment("p01", "p01-c1-r1")),
  landlord("building", links.building("p01", "p01-ba")),
  landlord("computed series, list", links.computedSeries("p01")),
  landlord("list of series", links.seriesList("p01")),
  landlord("settings of a series", links.seriesSettings("p01", "p01-c1-dep")),
  landlord("deletion of readings", links.deletedReadings("p01", "p01-c1-dep")),
  landlord("pilot", links.pilot("p01")),
  landlord("pilot settings", links.pilotConfig("p01")),
  landlord("a module", links.pilotModule("p01", "p01-l002")),
  landlord("pilot thresholds", links.pilotThresholds("p01")),
  landlord("roles", links.roles("p01")),
  landlord("invitation", links.invitation()),
  landlord("new team", links.newTeam()),
  landlord("user", links.user("karim.benali@demo.example")),
  administrator("new organisation", links.newOrganisation()),
  administrator("organisation", links.platformOrganisation("demo")),
];
