import type { PageKind } from "../fresh.config.ts";
import { links } from "../lib/links/links.ts";

/** A page, and the budget it is held to. */
export interface WeighedPage {
  readonly name: string;
  readonly path: string;
  readonly kind: PageKind;
  /** Who reads it: an account of the demo, or whoever looks after the platform; anybody when left out. */
  readonly as?: "landlord" | "pilot" | "administrator";
}

/** The pages as the demo shows them: at least one for each route that draws a page. */
export const WEIGHED_PAGES: readonly WeighedPage[] = [
  { name: "sign-in", path: links.login(), kind: "list" },
  { name: "new password", path: links.resetPassword(), kind: "list" },
  { name: "account", path: links.account(), kind: "list", as: "landlord" },
  { name: "residences", path: links.residences(), kind: "map", as: "landlord" },
  { name: "residence", path: links.residence("p01"), kind: "list", as: "landlord" },
  { name: "new residence", path: links.newResidence(), kind: "map", as: "landlord" },
  { name: "search", path: `${links.search()}?q=chaufferie`, kind: "list", as: "landlord" },
  { name: "stock import", path: links.stockImport("essai-1"), kind: "list", as: "landlord" },
  { name: "its sheet", path: links.residenceSheet("p01"), kind: "map", as: "landlord" },
  { name: "its sheet, read", path: links.residenceSheet("p01"), kind: "map", as: "pilot" },
  { name: "boiler room", path: links.boilerRoom("p01", "p01-c1"), kind: "list", as: "landlord" },
  {
    name: "its settings",
    path: links.boilerRoomSettings("p01", "p01-c1"),
    kind: "list",
    as: "landlord",
  },
  {
    name: "energy balance",
    path: links.energyBalance("p01", "p01-c1", "monthly/2025"),
    kind: "chart",
    as: "landlord",
  },
  {
    name: "comparison",
    path: links.boilerRoomReports("p01", "p01-c1"),
    kind: "list",
    as: "landlord",
  },
  {
    name: "facility series, days",
    path: links.facilitySeries("p01", "p01-c1-dep", "daily/2025/01"),
    kind: "chart",
    as: "landlord",
  },
  {
    name: "facility series, 5 min",
    path: links.facilitySeries("p01", "p01-c1-dep", "fivemin/2025/01/15"),
    kind: "chart",
    as: "landlord",
  },
  {
    name: "outdoor source",
    path: links.outdoorSource("p01", "p01-meteo", "monthly-2025"),
    kind: "list",
    as: "landlord",
  },
  { name: "users", path: links.users(), kind: "list", as: "landlord" },
  {
    name: "roles of a person",
    path: links.userRoles("p01", "karim.benali@demo.example"),
    kind: "list",
    as: "landlord",
  },
  { name: "team", path: links.team("agence-nord"), kind: "list", as: "landlord" },
  { name: "audit log", path: links.audit(), kind: "list", as: "landlord" },
  { name: "sensors", path: links.sensors("p01"), kind: "list", as: "landlord" },
  { name: "readings", path: links.readings("p01"), kind: "list", as: "landlord" },
  { name: "own reports", path: links.ownAlarmReports(), kind: "list", as: "landlord" },
  { name: "new own report", path: links.newOwnAlarmReport(), kind: "list", as: "landlord" },
  { name: "own report", path: links.ownAlarmReport("astreinte"), kind: "list", as: "landlord" },
  { name: "its reports", path: links.alarmReports("p01"), kind: "list", as: "landlord" },
  { name: "its new report", path: links.newAlarmReport("p01"), kind: "list", as: "landlord" },
  {
    name: "its report",
    path: links.alarmReport("p01", "astreinte"),
    kind: "list",
    as: "landlord",
  },
  { name: "common reports", path: links.orgAlarmReports(), kind: "list", as: "landlord" },
  { name: "new common report", path: links.newOrgAlarmReport(), kind: "list", as: "landlord" },
  {
    name: "common report",
    path: links.orgAlarmReport("astreinte"),
    kind: "list",
    as: "landlord",
  },
  { name: "reports asked for", path: links.queuedReports(), kind: "list", as: "landlord" },
  { name: "features", path: links.features("p01"), kind: "list", as: "landlord" },
  { name: "categories", path: links.tags(), kind: "list", as: "landlord" },
  { name: "a category", path: links.tagGroup("branch"), kind: "list", as: "landlord" },
  { name: "options", path: links.organisationOptions(), kind: "list", as: "landlord" },
  { name: "longest API page", path: links.apiDocs("facilities"), kind: "list", as: "landlord" },
  { name: "first account", path: links.firstRun(), kind: "list" },
  { name: "forgotten password", path: links.forgottenPassword(), kind: "list" },
  { name: "new boiler room", path: links.newBoilerRoom("p01"), kind: "list", as: "landlord" },
  { name: "dwellings", path: links.houses("p01"), kind: "list", as: "landlord" },
  { name: "new dwelling", path: links.newHouse("p01"), kind: "list", as: "landlord" },
  { name: "dwelling", path: links.house("p01", "p01-l001"), kind: "list", as: "landlord" },
  { name: "kinds and groups", path: links.houseSettings("p01"), kind: "list", as: "landlord" },
  { name: "outdoor sources", path: links.outdoorSources("p01"), kind: "list", as: "landlord" },
  { name: "roles", path: links.roles("p01"), kind: "list", as: "landlord" },
  { name: "administrators", path: links.administrators(), kind: "list", as: "landlord" },
  { name: "invitation", path: links.invitation(), kind: "list", as: "landlord" },
  { name: "teams", path: links.teams(), kind: "list", as: "landlord" },
  { name: "new team", path: links.newTeam(), kind: "list", as: "landlord" },
  {
    name: "user",
    path: links.user("karim.benali@demo.example"),
    kind: "list",
    as: "landlord",
  },
  { name: "imports of the stock", path: links.stockImports(), kind: "list", as: "landlord" },
  { name: "new residence", path: links.newResidence(), kind: "map", as: "landlord" },
  { name: "search", path: links.search(), kind: "list", as: "landlord" },
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
