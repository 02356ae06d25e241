/** The menu of a page: the lines that its user may open. @module */

import { modulesAccess, type PilotFacts, settingsAccess } from "@/lib/heating_control/features.ts";
import { hasAnonymousGroups, hasHouses } from "@/lib/housing/dwelling_settings.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import type { Role, Screen } from "@/lib/identity/roles.ts";
import type { ProjectFeatures } from "@/lib/residences/schema.ts";
import type { ProjectSeries } from "@/lib/timeseries/series_schema.ts";
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
type Line = Pick<MenuEntry, "name" | "href" | "under" | "label" | "count">;

/** Line open to every user. */
const RESIDENCES = lineOf("residences");

/** Line open to every member of an organisation. */
const ORG_ALARMS: Line = { name: "orgAlarms", href: links.orgAlarms() };
const QUEUED_REPORTS = lineOf("queuedReports");

/** The user's own mail reports, listed on the alarm pages only. */
const OWN_ALARM_REPORTS = lineOf("ownAlarmReports");

const DOCUMENTS = lineOf("documents");

/** The other registers, listed on their own pages only. */
const REGISTERS = linesOf("registers");

/** Lines of the administrators of an organisation. @spec roles.screens */
const ADMINISTRATION = linesOf("administration");

/** Lines of platform administrators. @spec platform.scope */
const PLATFORM = linesOf("platform");

function linesOf(menu: (typeof PAGE_LIST)[number][1]["menu"]): readonly Line[] {
  return PAGE_LIST.flatMap(([name, page]) => page.menu === menu ? [lineOf(name)] : []);
}

function lineOf(name: PageName): Line {
  return { name, href: PAGES[name].address };
}

/** A part of the menu: its section and its lines. */
type MenuPart = readonly [section: MenuSection, lines: readonly Line[]];

/** The entries of a menu on a page. @param path the current line is the one with the longest matching prefix */
function menuEntries(parts: readonly MenuPart[], path: string): readonly MenuEntry[] {
  const current = currentAmong(parts, path);
  return parts.flatMap(([section, lines]) =>
    lines.map((line) => ({ ...line, section, isCurrent: line === current }))
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

/** The menu line whose sub-lines a page shows, being one of its pages; null for most pages. */
type Opened = "orgAlarms" | "documents" | "alarms" | "pilot" | null;

function openedAt(path: string, project: { readonly id: string } | null): Opened {
  if (isUnder(path, ORG_ALARMS.href)) return "orgAlarms";
  if (project === null) {
    return [DOCUMENTS, ...REGISTERS].some(({ href }) => path.startsWith(href)) ? "documents" : null;
  }
  if (isUnder(path, links.alarms(project.id))) return "alarms";
  return isUnder(path, links.pilot(project.id)) ? "pilot" : null;
}

interface MenuResidence extends PilotFacts {
  id: string;
  name: string;
  features:
    & Pick<ProjectFeatures, "houseMode" | "houseTypes">
    & Partial<Pick<ProjectFeatures, "housesAppAlarm" | "display" | "housesConsreport">>;
  hasAutoconsumption?: boolean;
  facilitiesDataseries?: readonly Pick<ProjectSeries, "manualIndex">[];
  housesDataseries?: readonly Pick<ProjectSeries, "manualIndex">[];
}

export interface MenuPlace {
  organisation: { isAdmin: boolean } | null;
  /** The user's document roles in the organisation; empty when it does not manage documents. */
  documentRoles: readonly Role[];
  project: MenuResidence | null;
  roles: ReadonlySet<Role>;
  /** Open alarms of the residence, or of the organisation outside one. */
  alarmCount: number;
  boilerRoom: { id: string; name: string } | null;
  isPlatformAdmin: boolean;
}

/**
 * The menu lines that the user may open: those of the organisation, of the residence, of the organisation's
 * administration and of the platform.
 *
 * @param path path of the current page; the current line is the one with the longest matching prefix
 */
export function placeMenu(place: MenuPlace, path: string): readonly MenuEntry[] {
  return menuEntries(menuOf(place, openedAt(path, place.project)), path);
}

function menuOf(place: MenuPlace, opened: Opened): readonly MenuPart[] {
  const { project, organisation, isPlatformAdmin } = place;
  return [
    ["organisation", [
      RESIDENCES,
      ...organisation === null ? [] : ownLines(place, opened),
      ...documentLines(place, opened),
    ]],
    ["residence", project === null ? [] : projectMenu(place, project, opened)],
    ["administration", organisation?.isAdmin ? ADMINISTRATION : []],
    ["platform", isPlatformAdmin ? PLATFORM : []],
  ];
}

/** Within a residence, alarms are counted on the residence's own line. */
function ownLines({ project, alarmCount }: MenuPlace, opened: Opened): readonly Line[] {
  const alarms = project === null ? { ...ORG_ALARMS, count: alarmCount } : ORG_ALARMS;
  return [alarms, ...opened === "orgAlarms" ? [OWN_ALARM_REPORTS] : [], QUEUED_REPORTS];
}

/** Within a residence, documents have their own line. */
function documentLines({ documentRoles, project }: MenuPlace, opened: Opened): readonly Line[] {
  if (documentRoles.length === 0 || project !== null) return [];
  return opened === "documents" ? [DOCUMENTS, ...REGISTERS] : [DOCUMENTS];
}

interface MenuProject extends Pick<MenuPlace, "boilerRoom" | "roles" | "alarmCount"> {
  project: MenuResidence;
  isAdmin: boolean;
  opened: Opened;
  /** Its organisation manages documents; hidden on a boiler room's pages, which have enough lines. */
  hasDocuments: boolean;
  opens(...screens: Screen[]): boolean;
}

function projectMenu(
  { roles, boilerRoom, organisation, documentRoles, alarmCount }: MenuPlace,
  project: MenuResidence,
  opened: Opened,
): Line[] {
  const seen: MenuProject = {
    project,
    boilerRoom,
    roles,
    isAdmin: organisation?.isAdmin ?? false,
    alarmCount,
    opened,
    hasDocuments: documentRoles.length > 0 && boilerRoom === null,
    opens: (...screens) => screens.some((screen) => opensScreen(screen, roles)),
  };
  return [
    { name: "residence", href: links.residence(project.id) },
    ...alarmLines(seen),
    ...roomLines(seen),
    ...houseLines(seen),
    ...pilotLines(seen),
    ...equipmentLines(seen),
    ...seen.hasDocuments && seen.opens("documents")
      ? [{
        name: "residenceDocuments" as const,
        href: links.residenceDocuments(project.id),
        under: links.residenceDocuments(project.id, ""),
      }]
      : [],
    ...collectingLines(seen),
    { name: "residenceSheet", href: links.residenceSheet(project.id) },
    ...settingLines(seen),
  ];
}

/** Mail reports: on the alarm pages, and alone for an administrator who reads no alarm. @spec alarms.menu */
function alarmLines({ project: { id }, isAdmin, alarmCount, opened, opens }: MenuProject): Line[] {
  const alarms: Line = { name: "alarms", href: links.alarms(id), count: alarmCount };
  const lines = opens("alarms") ? [alarms] : [];
  const isReached = opened === "alarms" || lines.length === 0;
  if (isReached && (isAdmin || opens("alarm-reports"))) {
    lines.push({ name: "alarmReports", href: links.alarmReports(id) });
  }
  return lines;
}

function roomLines({ project: { id: projectId }, boilerRoom, opens }: MenuProject): Line[] {
  if (boilerRoom === null || !opens("boiler-rooms")) return [];
  const { id, name } = boilerRoom;
  const lines: Line[] = [
    { name: "boilerRoom", href: links.boilerRoom(projectId, id), label: name },
    { name: "energyBalance", href: links.energyBalance(projectId, id) },
  ];
  if (opens("boiler-room-settings")) {
    lines.push({ name: "boilerRoomSettings", href: links.boilerRoomSettings(projectId, id) });
  }
  return lines;
}

function houseLines(
  { project: { id, features }, boilerRoom, isAdmin, opens }: MenuProject,
): Line[] {
  const lines: Line[] = [];
  if (hasHouses(features) && (isAdmin || opens("houses"))) {
    lines.push({ name: "houses", href: links.houses(id) });
    const hasSettings = features.houseTypes || hasAnonymousGroups(features);
    if (hasSettings && (isAdmin || opens("house-settings"))) {
      lines.push({ name: "houseSettings", href: links.houseSettings(id) });
    }
  }
  // The pages of a boiler room already have enough lines.
  if (features.housesConsreport && boilerRoom === null && opens("consumption-reports")) {
    lines.push({ name: "consumptionReports", href: links.consumptionReports(id) });
  }
  if (features.housesAppAlarm && opens("tenant-alerts")) {
    lines.push({ name: "tenantAlerts", href: links.tenantAlerts(id) });
  }
  if (features.display && opens("display")) {
    lines.push({ name: "displayMessages", href: links.displayMessages(id) });
  }
  return lines;
}

/** The pilot line, and its sub-lines on its own pages; none on a boiler room's pages. @spec pilot.screens */
function pilotLines({ project, roles, boilerRoom, opened }: MenuProject): Line[] {
  if (boilerRoom !== null || modulesAccess(project, roles) === "none") return [];
  const { id } = project;
  const isOpen = opened === "pilot" && settingsAccess(project, roles) !== "none";
  return [
    { name: "pilot", href: links.pilot(id) },
    ...isOpen
      ? [
        { name: "pilotConfig" as const, href: links.pilotConfig(id) },
        { name: "pilotThresholds" as const, href: links.pilotThresholds(id) },
      ]
      : [],
  ];
}

function equipmentLines({ project: { id }, isAdmin, opens }: MenuProject): Line[] {
  const lines: Line[] = [];
  if (isAdmin || opens("boiler-rooms", "buildings")) {
    lines.push({ name: "outdoorSources", href: links.outdoorSources(id) });
    lines.push({ name: "equipments", href: links.equipments(id) });
  }
  // Administrators have this line in their own section.
  if (!isAdmin && opens("boiler-rooms")) lines.push({ name: "gasPces", href: links.gasPces() });
  return lines;
}

function collectingLines({ project, isAdmin, opens }: MenuProject): Line[] {
  const { id } = project;
  const lines: Line[] = [];
  if (isAdmin || opens("boiler-rooms", "buildings", "house-settings")) {
    lines.push({ name: "seriesList", href: links.seriesList(id) });
  }
  if (opens("manual-index") && hasTypedSeries(project)) {
    lines.push({ name: "manualIndexes", href: links.manualIndexes(id) });
  }
  if (
    opens("autoconsumption-settings") ||
    (project.hasAutoconsumption && opens("boiler-rooms", "buildings", "houses"))
  ) {
    lines.push({ name: "autoconsumption", href: links.autoconsumption(id) });
  }
  if (isAdmin || opens("boiler-room-settings", "building-settings", "house-settings")) {
    lines.push({ name: "sensors", href: links.sensors(id) });
  }
  return lines;
}

function settingLines({ project: { id }, isAdmin }: MenuProject): Line[] {
  if (!isAdmin) return [];
  return [{ name: "features", href: links.features(id) }, { name: "roles", href: links.roles(id) }];
}

function hasTypedSeries(
  { facilitiesDataseries = [], housesDataseries = [] }: MenuResidence,
): boolean {
  return [...facilitiesDataseries, ...housesDataseries].some(({ manualIndex }) => manualIndex);
}

/** Pages that every user may open; the others are in the menu of those who may. */
const OPEN_TO_ALL: readonly string[] = [
  links.residences(),
  links.queuedReports(),
  links.ownAlarmReports(),
  links.ownHouses(),
  links.providerDocuments(),
];

/** Whether a list is open to the user: an error page links to no page that would be refused. @spec roles.screens */
export function opensList(place: MenuPlace | null, href: string): boolean {
  if (OPEN_TO_ALL.includes(href)) return true;
  if (place === null) return false;
  // The lines of a boiler room replace others.
  return placeMenu({ ...place, boilerRoom: null }, href).some((entry) => entry.href === href);
}
