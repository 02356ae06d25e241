import { links } from "./links.ts";

/** The target of a menu entry; its label is in `lib/text/pages.ts`, its icon in the menu. */
export type MenuEntryName =
  | "residences"
  | "residence"
  | "residenceSheet"
  | "boilerRoom"
  | "energyBalance"
  | "boilerRoomSettings"
  | "houses"
  | "houseSettings"
  | "tenantAlerts"
  | "displayMessages"
  | "outdoorSources"
  | "equipments"
  | "gasPces"
  | "seriesList"
  | "manualIndexes"
  | "autoconsumption"
  | "sensors"
  | "alarms"
  | "orgAlarms"
  | "alarmReports"
  | "orgAlarmReports"
  | "ownAlarmReports"
  | "consumptionReports"
  | "queuedReports"
  | "pilot"
  | "pilotConfig"
  | "pilotThresholds"
  | "documents"
  | "documentRequests"
  | "residenceDocuments"
  | "contracts"
  | "providers"
  | "typedocs"
  | "features"
  | "roles"
  | "stockImport"
  | "users"
  | "administrators"
  | "teams"
  | "tags"
  | "equipmentKinds"
  | "organisationOptions"
  | "audit"
  | "platformOrganisations"
  | "platformAccounts"
  | "platformJobs"
  | "platformStorage"
  | "platformMails"
  | "platformAudit";

export const MENU_SECTIONS = ["organisation", "residence", "administration", "platform"] as const;

/** One of {@link MENU_SECTIONS}. */
export type MenuSection = (typeof MENU_SECTIONS)[number];

export interface MenuEntry {
  name: MenuEntryName;
  section: MenuSection;
  href: string;
  /** The current page is this one, or under it. */
  isCurrent: boolean;
  /** Name of the thing, where the line is named after it. */
  label?: string;
  /** How many things wait behind it. */
  count?: number;
}

/** A line before its section and its page are known. */
export type Line = Pick<MenuEntry, "name" | "href" | "label" | "count">;

/** What everybody opens. */
export const RESIDENCES: Line = { name: "residences", href: links.residences() };

/** What everybody of an organisation opens. */
export const ORG_ALARMS: Line = { name: "orgAlarms", href: links.orgAlarms() };
export const QUEUED_REPORTS: Line = { name: "queuedReports", href: links.queuedReports() };

/** One's own mail reports, listed on the pages of alarms only. */
export const OWN_ALARM_REPORTS: Line = { name: "ownAlarmReports", href: links.ownAlarmReports() };

export const DOCUMENTS: Line = { name: "documents", href: links.documents() };

/** The other registers, listed on their own pages only. */
export const REGISTERS: readonly Line[] = [
  { name: "documentRequests", href: links.documentRequests() },
  { name: "contracts", href: links.contracts() },
  { name: "providers", href: links.providers() },
  { name: "typedocs", href: links.typedocs() },
];

/** What administrators of an organisation open. @spec roles.screens */
export const ADMINISTRATION: readonly Line[] = [
  { name: "users", href: links.users() },
  { name: "teams", href: links.teams() },
  { name: "tags", href: links.tags() },
  { name: "equipmentKinds", href: links.equipmentKinds() },
  { name: "organisationOptions", href: links.organisationOptions() },
  { name: "orgAlarmReports", href: links.orgAlarmReports() },
  { name: "administrators", href: links.administrators() },
  { name: "gasPces", href: links.gasPces() },
  { name: "stockImport", href: links.stockImports() },
  { name: "audit", href: links.audit() },
];

/** Entries of platform administrators. @spec platform.scope */
export const PLATFORM: readonly Line[] = [
  { name: "platformOrganisations", href: links.platformOrganisations() },
  { name: "platformAccounts", href: links.platformAccounts() },
  { name: "platformJobs", href: links.platformJobs() },
  { name: "platformStorage", href: links.platformStorage() },
  { name: "platformMails", href: links.platformMails() },
  { name: "platformAudit", href: links.platformAudit() },
];
