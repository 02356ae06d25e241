import { hasAnonymousGroups, hasHouses } from "../domain/housing/shown_fields.ts";
import type { ProjectFeatures, ProjectSeries } from "../domain/projects/types.ts";
import type { Role, Screen } from "../domain/roles/roles.ts";
import { opensScreen } from "../domain/roles/screens.ts";
import { links } from "./links.ts";

/** What a line of the menu opens; its words are in `lib/text/pages.ts`, its drawing in the menu. */
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
  | "outdoorSources"
  | "equipments"
  | "gasPces"
  | "seriesList"
  | "manualIndexes"
  | "autoconsumption"
  | "sensors"
  | "alarmReports"
  | "orgAlarmReports"
  | "ownAlarmReports"
  | "queuedReports"
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

/** The sections of the menu, in their order. */
export const MENU_SECTIONS = ["organisation", "residence", "administration", "platform"] as const;

/** One of {@link MENU_SECTIONS}. */
export type MenuSection = (typeof MENU_SECTIONS)[number];

/** A line of the menu. */
export interface MenuEntry {
  name: MenuEntryName;
  section: MenuSection;
  href: string;
  /** The page shown is this one, or stands under it. */
  isCurrent: boolean;
  /** Name of the thing, where the line is named after it. */
  label?: string;
}

/** Where the person is, as the menu looks at it. */
export interface MenuPlace {
  organisation: { isAdmin: boolean } | null;
  project: {
    id: string;
    name: string;
    features:
      & Pick<ProjectFeatures, "houseMode" | "houseTypes">
      & Partial<Pick<ProjectFeatures, "housesAppAlarm">>;
    hasAutoconsumption?: boolean;
    facilitiesDataseries?: readonly Pick<ProjectSeries, "manualIndex">[];
    housesDataseries?: readonly Pick<ProjectSeries, "manualIndex">[];
  } | null;
  roles: ReadonlySet<Role>;
  boilerRoom: { id: string; name: string } | null;
  /** Whether the reader looks after the whole platform. */
  isPlatformAdmin: boolean;
}

/** A line of the menu before its section and its page are known. */
type Line = Pick<MenuEntry, "name" | "href" | "label">;

/** What everybody of an organisation opens; the first line is everybody's. */
const OWN: readonly [Line, ...Line[]] = [
  { name: "residences", href: links.residences() },
  { name: "ownAlarmReports", href: links.ownAlarmReports() },
  { name: "queuedReports", href: links.queuedReports() },
];

/** What administrators of an organisation open. @spec F §6 */
const ADMINISTRATION: readonly Line[] = [
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

/** What whoever looks after the platform opens. @spec domain §3 "Who is who" */
const PLATFORM: readonly Line[] = [
  { name: "platformOrganisations", href: links.platformOrganisations() },
  { name: "platformAccounts", href: links.platformAccounts() },
  { name: "platformJobs", href: links.platformJobs() },
  { name: "platformStorage", href: links.platformStorage() },
  { name: "platformMails", href: links.platformMails() },
  { name: "platformAudit", href: links.platformAudit() },
];

/**
 * The lines of the menu: those of the organisation, of the residence, of the organisation's administration and of
 * the platform that their reader may open.
 *
 * @param path address of the page shown; of the lines that begin it the longest is the current one
 */
export function placeMenu(place: MenuPlace, path: string): MenuEntry[] {
  const { project, organisation, isPlatformAdmin } = place;
  const entries = [
    ...inSection("organisation", organisation === null ? [OWN[0]] : OWN),
    ...inSection("residence", project === null ? [] : projectMenu(place, project)),
    ...inSection("administration", organisation?.isAdmin ? ADMINISTRATION : []),
    ...inSection("platform", isPlatformAdmin ? PLATFORM : []),
  ];
  const current = entries
    .filter(({ href }) => path === href || path.startsWith(`${href}/`))
    .sort((left, right) => right.href.length - left.href.length)[0];
  return entries.map((entry) => ({ ...entry, isCurrent: entry === current }));
}

function inSection(section: MenuSection, lines: readonly Line[]): Omit<MenuEntry, "isCurrent">[] {
  return lines.map((line) => ({ ...line, section }));
}

function projectMenu(
  place: MenuPlace,
  project: NonNullable<MenuPlace["project"]>,
): Line[] {
  const { id: projectId, features } = project;
  const { roles, boilerRoom, organisation } = place;
  const isAdmin = organisation?.isAdmin ?? false;
  const opens = (...screens: Screen[]) => screens.some((screen) => opensScreen(screen, roles));
  const entries: Line[] = [
    { name: "residence", href: links.residence(projectId) },
  ];
  if (boilerRoom !== null && opens("boiler-rooms")) {
    const { id, name } = boilerRoom;
    entries.push({ name: "boilerRoom", href: links.boilerRoom(projectId, id), label: name });
    entries.push({ name: "energyBalance", href: links.energyBalance(projectId, id) });
    if (opens("boiler-room-settings")) {
      entries.push({ name: "boilerRoomSettings", href: links.boilerRoomSettings(projectId, id) });
    }
  }
  if (hasHouses(features) && (isAdmin || opens("houses"))) {
    entries.push({ name: "houses", href: links.houses(projectId) });
    const hasSettings = features.houseTypes || hasAnonymousGroups(features);
    if (hasSettings && (isAdmin || opens("house-settings"))) {
      entries.push({ name: "houseSettings", href: links.houseSettings(projectId) });
    }
  }
  if (features.housesAppAlarm && opens("tenant-alerts")) {
    entries.push({ name: "tenantAlerts", href: links.tenantAlerts(projectId) });
  }
  if (isAdmin || opens("boiler-rooms", "buildings")) {
    entries.push({ name: "outdoorSources", href: links.outdoorSources(projectId) });
    entries.push({ name: "equipments", href: links.equipments(projectId) });
  }
  // Administrators have it among what is theirs.
  if (!isAdmin && opens("boiler-rooms")) {
    entries.push({ name: "gasPces", href: links.gasPces() });
  }
  if (isAdmin || opens("boiler-rooms", "buildings", "house-settings")) {
    entries.push({ name: "seriesList", href: links.seriesList(projectId) });
  }
  if (opens("manual-index") && hasTypedSeries(project)) {
    entries.push({ name: "manualIndexes", href: links.manualIndexes(projectId) });
  }
  if (
    opens("autoconsumption-settings") ||
    (project.hasAutoconsumption && opens("boiler-rooms", "buildings", "houses"))
  ) {
    entries.push({ name: "autoconsumption", href: links.autoconsumption(projectId) });
  }
  if (isAdmin || opens("boiler-room-settings", "building-settings", "house-settings")) {
    entries.push({ name: "sensors", href: links.sensors(projectId) });
  }
  if (isAdmin || opens("alarm-reports")) {
    entries.push({ name: "alarmReports", href: links.alarmReports(projectId) });
  }
  entries.push({ name: "residenceSheet", href: links.residenceSheet(projectId) });
  if (isAdmin) {
    entries.push({ name: "features", href: links.features(projectId) });
    entries.push({ name: "roles", href: links.roles(projectId) });
  }
  return entries;
}

/** Whether a series of the residence has its indexes typed by hand. */
function hasTypedSeries(
  { facilitiesDataseries = [], housesDataseries = [] }: NonNullable<MenuPlace["project"]>,
): boolean {
  return [...facilitiesDataseries, ...housesDataseries].some(({ manualIndex }) => manualIndex);
}
