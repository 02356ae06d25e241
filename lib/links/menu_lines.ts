import { links } from "./links.ts";
import { PAGE_LIST, type PageName, PAGES } from "./pages.ts";

/** The target of a menu entry; its label is in `lib/text/pages.ts`, its icon in the menu. */
export type MenuEntryName =
  | PageName
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
  | "seriesList"
  | "manualIndexes"
  | "autoconsumption"
  | "sensors"
  | "alarms"
  | "orgAlarms"
  | "alarmReports"
  | "consumptionReports"
  | "pilot"
  | "pilotConfig"
  | "pilotThresholds"
  | "residenceDocuments"
  | "features"
  | "roles";

export const MENU_SECTIONS = ["organisation", "residence", "administration", "platform"] as const;

export type MenuSection = (typeof MENU_SECTIONS)[number];

export interface MenuEntry {
  name: MenuEntryName;
  section: MenuSection;
  href: string;
  /** What the addresses of its pages begin with, when it is not its own address. */
  under?: string;
  /** The current page is this one, or under it. */
  isCurrent: boolean;
  /** Name of the thing, where the line is named after it. */
  label?: string;
  /** How many things wait behind it. */
  count?: number;
}

/** A line before its section and its page are known. */
export type Line = Pick<MenuEntry, "name" | "href" | "under" | "label" | "count">;

/** What everybody opens. */
export const RESIDENCES = lineOf("residences");

/** What everybody of an organisation opens. */
export const ORG_ALARMS: Line = { name: "orgAlarms", href: links.orgAlarms() };
export const QUEUED_REPORTS = lineOf("queuedReports");

/** One's own mail reports, listed on the pages of alarms only. */
export const OWN_ALARM_REPORTS = lineOf("ownAlarmReports");

export const DOCUMENTS = lineOf("documents");

/** The other registers, listed on their own pages only. */
export const REGISTERS = menuOf("registers");

/** What administrators of an organisation open. @spec roles.screens */
export const ADMINISTRATION = menuOf("administration");

/** Entries of platform administrators. @spec platform.scope */
export const PLATFORM = menuOf("platform");

function menuOf(menu: (typeof PAGE_LIST)[number][1]["menu"]): readonly Line[] {
  return PAGE_LIST.flatMap(([name, page]) => page.menu === menu ? [lineOf(name)] : []);
}

function lineOf(name: PageName): Line {
  return { name, href: PAGES[name].address };
}
