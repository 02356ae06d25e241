/** The menu of a page: the lines that its user may open. @module */

import { modulesAccess, type PilotFacts, settingsAccess } from "@/lib/heating_control/features.ts";
import { hasAnonymousGroups, hasHouses } from "@/lib/housing/dwelling_settings.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import type { Role, Screen } from "@/lib/identity/roles.ts";
import type { ProjectFeatures } from "@/lib/residences/schema.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGE_LIST, type PageName, PAGES } from "@/lib/ui/page_titles.ts";

/** A page of the menu; the menu has its icon. */
export type MenuEntryName = keyof typeof PAGES;

const MENU_SECTIONS = ["organisation", "residence", "administration", "platform"] as const;

export type MenuSection = (typeof MENU_SECTIONS)[number];

/** The tabs of a residence, in order: each groups some of its pages. @spec projects.tabs */
const RESIDENCE_TABS = [
  "overview",
  "energy",
  "alarms",
  "houses",
  "pilot",
  "documents",
  "installation",
  "settings",
] as const;

export type ResidenceTab = (typeof RESIDENCE_TABS)[number];

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
  /** The tab of a residence that lists it, or the line of the organisation under which it is. */
  group?: ResidenceTab | undefined;
  /** A page that adds something: the search finds it, the menu does not list it. */
  isAction?: true | undefined;
}

/** A line without its section and its current state. */
type Line = Omit<MenuEntry, "section" | "isCurrent">;

/** The documents, and the registers under them. */
const DOCUMENTS: readonly Line[] = [lineOf("documents"), ...linesOf("registers")]
  .map((line) => ({ ...line, group: "documents" }));

/** Pages on which the administrators of an organisation add something. */
const ADDING = [
  "newResidence",
  "residencesToCommission",
  "invitation",
  "newTeam",
  "newOrgAlarmReport",
  "gasImport",
] as const;

/** Lines of the administrators of an organisation, and the pages on which they add something. @spec roles.screens */
const ADMINISTRATION: readonly Line[] = [
  ...linesOf("administration"),
  ...ADDING.map((name) => ({ name, href: links[name](), isAction: true }) as const),
];

/** Lines of platform administrators. @spec platform.scope */
const PLATFORM = linesOf("platform");

function linesOf(menu: (typeof PAGE_LIST)[number][1]["menu"]): readonly Line[] {
  return PAGE_LIST.flatMap(([name, page]) => page.menu === menu ? [lineOf(name)] : []);
}

function lineOf(name: PageName): Line {
  return { name, href: PAGES[name].path };
}

type MenuPart = readonly [section: MenuSection, lines: readonly Line[]];

/** Whether a page is at an address or below it. */
export function isUnder(path: string, href: string): boolean {
  return path.startsWith(href) &&
    (path.length === href.length || href.endsWith("/") || path[href.length] === "/");
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
  const parts = menuOf(place);
  const above = parts.flatMap(([, lines]) => lines)
    .filter(({ href, under = href, isAction }) => !isAction && isUnder(path, under));
  // The first of the longest: a sort keeps the order of others.
  const [current] = above.toSorted((a, b) => b.href.length - a.href.length);
  return parts.flatMap(([section, lines]) =>
    lines.map((line) => ({ ...line, section, isCurrent: line === current }))
  );
}

function menuOf(place: MenuPlace): readonly MenuPart[] {
  const { project, organisation, isPlatformAdmin } = place;
  return [
    ["organisation", [
      lineOf("residences"),
      { name: "account", href: links.account(), isAction: true },
      ...organisation === null ? [] : ownLines(place),
      ...place.documentRoles.length === 0 ? [] : DOCUMENTS,
    ]],
    ["residence", project === null ? [] : projectMenu(place, project)],
    ["administration", organisation?.isAdmin ? ADMINISTRATION : []],
    ["platform", isPlatformAdmin ? PLATFORM : []],
  ];
}

/**
 * The lines of a section that the menu shows: of those under another line, only those of the group of the current page.
 *
 * @spec projects.menu
 */
export function shownLines(entries: readonly MenuEntry[]): readonly MenuEntry[] {
  const current = entries.find(({ isCurrent }) => isCurrent);
  return entries.filter((one) =>
    one.isAction === undefined && (one.group === undefined || one.group === current?.group ||
      one === entries.find(({ group }) => group === one.group))
  );
}

/** A tab of a residence, with its pages. */
export interface Tab {
  readonly tab: ResidenceTab;
  readonly lines: readonly MenuEntry[];
  readonly isCurrent: boolean;
}

/** The tabs of a residence that have a page for the user. @spec projects.tabs */
export function residenceTabs(entries: readonly MenuEntry[]): readonly Tab[] {
  const own = entries.filter(({ section }) => section === "residence");
  return RESIDENCE_TABS.flatMap((tab) => {
    const ofTab = own.filter(({ group }) => group === tab);
    const lines = ofTab.filter(({ isAction }) => isAction === undefined);
    const isCurrent = ofTab.some((one) => one.isCurrent);
    return lines.length === 0 ? [] : [{ tab, lines, isCurrent }];
  });
}

/** The lines of every member of an organisation. Within a residence, alarms are counted on the residence's own line. */
function ownLines(place: MenuPlace): readonly Line[] {
  const count = place.project === null ? place.alarmCount : undefined;
  return [
    { name: "orgAlarms", href: links.orgAlarms(), group: "alarms", count },
    { ...lineOf("ownAlarmReports"), group: "alarms" },
    ...comparisonLines(place),
    lineOf("queuedReports"),
  ];
}

/**
 * The comparison of boiler rooms, with the statements and the letter of all residences under it; inside a residence, at
 * its address.
 *
 * @spec projects.menu
 */
function comparisonLines({ project, roles, boilerRoom }: MenuPlace): readonly Line[] {
  const group = "energy";
  const comparison = { name: "boilerRoomReports", group } as const;
  const others = [lineOf("seasonStatements"), lineOf("letters")].map((line) =>
    ({ ...line, group }) as const
  );
  if (project === null) return [{ ...comparison, href: links.comparison() }, ...others];
  if (!opensScreen("boiler-rooms", roles)) return [];
  const under = links.boilerRoomReports(project.id);
  const href = links.boilerRoomReports(project.id, boilerRoom?.id);
  return [{ ...comparison, href, under }, ...others];
}

interface MenuProject extends Pick<MenuPlace, "boilerRoom" | "roles" | "alarmCount"> {
  project: MenuResidence;
  isAdmin: boolean;
  /** Its organisation manages documents. */
  hasDocuments: boolean;
  opens(...screens: Screen[]): boolean;
}

/** The pages of each tab of a residence. */
const TAB_LINES: Readonly<Record<ResidenceTab, (place: MenuProject) => readonly Line[]>> = {
  overview: ({ project: { id } }) => [
    { name: "residence", href: links.residence(id) },
    { name: "residenceSheet", href: links.residenceSheet(id) },
  ],
  energy: energyLines,
  alarms: alarmLines,
  houses: houseLines,
  pilot: pilotLines,
  documents: documentLines,
  installation: installationLines,
  settings: settingLines,
};

function projectMenu(
  { roles, boilerRoom, organisation, documentRoles, alarmCount }: MenuPlace,
  project: MenuResidence,
): Line[] {
  const seen: MenuProject = {
    project,
    boilerRoom,
    roles,
    isAdmin: organisation?.isAdmin ?? false,
    alarmCount,
    hasDocuments: documentRoles.length > 0,
    opens: (...screens) => screens.some((screen) => opensScreen(screen, roles)),
  };
  return RESIDENCE_TABS.flatMap((group) =>
    TAB_LINES[group](seen).map((line) => ({ ...line, group }))
  );
}

/** The page of an administrator who reads no alarm is that of the mail reports. @spec alarms.menu */
function alarmLines({ project: { id }, isAdmin, alarmCount, opens }: MenuProject): Line[] {
  const lines: Line[] = [];
  if (opens("alarms")) lines.push({ name: "alarms", href: links.alarms(id), count: alarmCount });
  if (isAdmin || opens("alarm-reports")) {
    lines.push({ name: "alarmReports", href: links.alarmReports(id) });
  }
  return lines;
}

/** On the pages of a boiler room, its pages; elsewhere, those of the residence's energy. */
function energyLines(place: MenuProject): Line[] {
  const { project: { id, hasAutoconsumption }, boilerRoom, isAdmin, opens } = place;
  const lines: Line[] = opens("boiler-rooms") ? [{ name: "energy", href: links.energy(id) }] : [];
  if (boilerRoom !== null && opens("boiler-rooms")) {
    return [...lines, ...roomLines(place, boilerRoom)];
  }
  if (opens("boiler-room-settings")) {
    lines.push({ name: "energyPrices", href: links.energyPrices(id) });
  }
  if (isAdmin || opens("boiler-rooms", "buildings")) {
    lines.push({ name: "outdoorSources", href: links.outdoorSources(id) });
  }
  // Administrators have this line in their own section.
  if (!isAdmin && opens("boiler-rooms")) lines.push({ name: "gasPces", href: links.gasPces() });
  if (
    opens("autoconsumption-settings") ||
    (hasAutoconsumption && opens("boiler-rooms", "buildings", "houses"))
  ) {
    lines.push({ name: "autoconsumption", href: links.autoconsumption(id) });
  }
  return lines;
}

function roomLines(
  { project: { id: projectId }, opens }: MenuProject,
  { id, name }: NonNullable<MenuPlace["boilerRoom"]>,
): Line[] {
  const lines: Line[] = [
    { name: "boilerRoom", href: links.boilerRoom(projectId, id), label: name },
    { name: "energyBalance", href: links.energyBalance(projectId, id) },
    { name: "signature", href: links.signature(projectId, id) },
    { name: "hotWater", href: links.hotWater(projectId, id) },
    { name: "settlement", href: links.settlement(projectId, id) },
  ];
  if (opens("boiler-room-settings")) {
    lines.push(
      { name: "machines", href: links.machines(projectId, id) },
      { name: "boilerRoomSettings", href: links.boilerRoomSettings(projectId, id) },
    );
  }
  return lines;
}

function houseLines({ project: { id, features }, isAdmin, opens }: MenuProject): Line[] {
  const lines: Line[] = [];
  if (hasHouses(features) && (isAdmin || opens("houses"))) {
    lines.push({ name: "houses", href: links.houses(id) });
    const hasSettings = features.houseTypes || hasAnonymousGroups(features);
    if (hasSettings && (isAdmin || opens("house-settings"))) {
      lines.push({ name: "houseSettings", href: links.houseSettings(id) });
    }
  }
  if (features.housesConsreport && opens("consumption-reports")) {
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

/** @spec pilot.screens */
function pilotLines({ project, roles }: MenuProject): Line[] {
  if (modulesAccess(project, roles) === "none") return [];
  const { id } = project;
  const lines: Line[] = [{ name: "pilot", href: links.pilot(id) }];
  if (settingsAccess(project, roles) !== "none") {
    lines.push({ name: "pilotConfig", href: links.pilotConfig(id) });
    lines.push({ name: "pilotThresholds", href: links.pilotThresholds(id) });
  }
  return lines;
}

function documentLines({ project: { id }, hasDocuments, opens }: MenuProject): Line[] {
  if (!hasDocuments || !opens("documents")) return [];
  const under = links.residenceDocuments(id, "");
  return [{ name: "residenceDocuments", href: links.residenceDocuments(id), under }];
}

function installationLines({ project, isAdmin, opens }: MenuProject): Line[] {
  const { id } = project;
  const lines: Line[] = [];
  if (isAdmin || opens("boiler-rooms", "buildings")) {
    lines.push({ name: "equipments", href: links.equipments(id) });
  }
  if (isAdmin || opens("boiler-rooms", "buildings", "house-settings")) {
    lines.push({ name: "seriesList", href: links.seriesList(id) });
  }
  if (opens("manual-index") && hasTypedSeries(project)) {
    lines.push({ name: "manualIndexes", href: links.manualIndexes(id) });
  }
  if (isAdmin || opens("boiler-room-settings", "building-settings", "house-settings")) {
    lines.push({ name: "sensors", href: links.sensors(id) });
    lines.push({ name: "readings", href: links.readings(id), isAction: true });
  }
  return lines;
}

function settingLines({ project: { id }, isAdmin }: MenuProject): Line[] {
  if (!isAdmin) return [];
  return [
    { name: "features", href: links.features(id) },
    { name: "roles", href: links.roles(id) },
    { name: "commissioning", href: links.commissioning(id), isAction: true },
  ];
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
