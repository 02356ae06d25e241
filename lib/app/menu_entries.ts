/** Lines of the menu, and its entries on each page. @module */

import { links } from "@/lib/ui/links.ts";
import { PAGE_LIST, type PAGE_NAMES, type PageName, PAGES } from "@/lib/ui/page_titles.ts";

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

/** A part of the menu: its section and its lines. */
type MenuPart = readonly [section: MenuSection, lines: readonly Line[]];

/** The lines of a menu, and its entries on each page. */
export class Menu {
  readonly #byCurrent = new Map<Line | null, readonly MenuEntry[]>();

  constructor(private readonly parts: readonly MenuPart[]) {}

  /**
   * Its entries on a page; the same array for all pages of a line.
   *
   * @param path path of the page; the current line is the one with the longest matching prefix
   */
  entriesAt(path: string): readonly MenuEntry[] {
    const current = currentAmong(this.parts, path);
    return this.#byCurrent.getOrInsertComputed(current, () => entriesOf(this.parts, current));
  }
}

function entriesOf(parts: readonly MenuPart[], current: Line | null): readonly MenuEntry[] {
  return parts.flatMap(([section, lines]) =>
    lines.map((line) => entryOf(line, section, line === current))
  );
}

function currentAmong(parts: readonly MenuPart[], path: string): Line | null {
  let current: Line | null = null;
  for (const [, lines] of parts) {
    for (const line of lines) {
      const isLonger = current === null || line.href.length > current.href.length;
      if (isLonger && isUnder(path, line.under ?? line.href)) current = line;
    }
  }
  return current;
}

/** Whether a page is at an address or below it. */
export function isUnder(path: string, href: string): boolean {
  return path.startsWith(href) &&
    (path.length === href.length || href.endsWith("/") || path[href.length] === "/");
}

/** Written field by field: V8 copies objects of several shapes slowly, and a page has forty lines. */
function entryOf(
  { name, href, under, label, count }: Line,
  section: MenuSection,
  isCurrent: boolean,
): MenuEntry {
  return { name, section, href, under, isCurrent, label, count };
}

/** A value that the lines of a menu depend on; an object is compared by identity, and never changes. */
export type MenuFact = object | string | number | boolean | null | undefined;

const MENUS = new Map<string, Menu>();

const MOST_MENUS = 100;

/** The menu of some facts, made once while it is in use: most pages of a residence have the same lines. */
export function recentMenu(facts: readonly MenuFact[], make: () => Menu): Menu {
  const key = JSON.stringify(
    facts.map((fact) => typeof fact === "object" && fact !== null ? [numberOf(fact)] : fact),
  );
  const known = MENUS.get(key);
  if (known !== undefined) return known;
  if (MENUS.size >= MOST_MENUS) MENUS.clear();
  const menu = make();
  MENUS.set(key, menu);
  return menu;
}

/** A number unique to an object. */
function numberOf(object: object): number {
  return NUMBERS.getOrInsertComputed(object, () => ++numberedCount);
}

const NUMBERS = new WeakMap<object, number>();
let numberedCount = 0;
