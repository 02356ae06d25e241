import { links } from "./links.ts";
import { PAGE_LIST, type PAGE_NAMES, type PageName, PAGES } from "./pages.ts";

/** The target of a menu entry; the menu has its icon. */
export type MenuEntryName = keyof typeof PAGE_NAMES | "boilerRoom";

export const MENU_SECTIONS = ["organisation", "residence", "administration", "platform"] as const;

export type MenuSection = (typeof MENU_SECTIONS)[number];

export interface MenuEntry {
  name: MenuEntryName;
  section: MenuSection;
  href: string;
  /** Common path prefix of its pages, when it is not its own path. */
  under?: string | undefined;
  /** The current page is this page or below it. */
  isCurrent: boolean;
  /** Name of the entity, for a line named after it. */
  label?: string | undefined;
  /** Number of items waiting on its page. */
  count?: number | undefined;
}

/** A line without its section and its current state. */
export type Line = Pick<MenuEntry, "name" | "href" | "under" | "label" | "count">;

/** Line open to every user. */
export const RESIDENCES = lineOf("residences");

/** Line open to every member of an organisation. */
export const ORG_ALARMS: Line = { name: "orgAlarms", href: links.orgAlarms() };
export const QUEUED_REPORTS = lineOf("queuedReports");

/** The user's own mail reports, listed on the alarm pages only. */
export const OWN_ALARM_REPORTS = lineOf("ownAlarmReports");

export const DOCUMENTS = lineOf("documents");

/** The other registers, listed on their own pages only. */
export const REGISTERS = menuOf("registers");

/** Lines of the administrators of an organisation. @spec roles.screens */
export const ADMINISTRATION = menuOf("administration");

/** Lines of platform administrators. @spec platform.scope */
export const PLATFORM = menuOf("platform");

function menuOf(menu: (typeof PAGE_LIST)[number][1]["menu"]): readonly Line[] {
  return PAGE_LIST.flatMap(([name, page]) => page.menu === menu ? [lineOf(name)] : []);
}

function lineOf(name: PageName): Line {
  return { name, href: PAGES[name].address };
}
