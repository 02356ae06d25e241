import type { Role, Screen } from "../domain/roles/roles.ts";
import { SCREEN_ROLES } from "../domain/roles/screens.ts";
import { links } from "./links.ts";

/** What a line of the menu opens; its words are in `lib/text/pages.ts`, its drawing in the menu. */
export type MenuEntryName =
  | "residences"
  | "residence"
  | "residenceSheet"
  | "boilerRoom"
  | "energyBalance"
  | "boilerRoomSettings"
  | "outdoorSources"
  | "sensors";

/** A line of the menu. */
export interface MenuEntry {
  name: MenuEntryName;
  href: string;
  /** The page shown is this one, or stands under it. */
  isCurrent: boolean;
  /** Name of the thing, where the line is named after it. */
  label?: string;
}

/** Where the person is, as the menu looks at it. */
export interface MenuPlace {
  organisation: { isAdmin: boolean } | null;
  project: { id: string; name: string } | null;
  roles: ReadonlySet<Role>;
  boilerRoom: { id: string; name: string } | null;
}

/**
 * The lines of the menu: those of the organisation, then those of the residence that its reader may open.
 *
 * @param path address of the page shown; of the lines that begin it the longest is the current one
 */
export function placeMenu(place: MenuPlace, path: string): MenuEntry[] {
  const entries: Omit<MenuEntry, "isCurrent">[] = [
    { name: "residences", href: links.residences() },
    ...(place.project === null ? [] : projectMenu(place, place.project.id)),
  ];
  const current = entries
    .filter(({ href }) => path === href || path.startsWith(`${href}/`))
    .sort((left, right) => right.href.length - left.href.length)[0];
  return entries.map((entry) => ({ ...entry, isCurrent: entry === current }));
}

/**
 * Whether one of the roles opens a screen that depends on nothing else of the residence.
 *
 * @param roles effective roles on the residence
 */
export function opensScreen(screen: Screen, roles: ReadonlySet<Role>): boolean {
  return (SCREEN_ROLES.get(screen) ?? []).some((role) => roles.has(role));
}

function projectMenu(place: MenuPlace, projectId: string): Omit<MenuEntry, "isCurrent">[] {
  const { roles, boilerRoom, organisation } = place;
  const isAdmin = organisation?.isAdmin ?? false;
  const opens = (...screens: Screen[]) => screens.some((screen) => opensScreen(screen, roles));
  const entries: Omit<MenuEntry, "isCurrent">[] = [
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
  if (isAdmin || opens("boiler-rooms", "buildings")) {
    entries.push({ name: "outdoorSources", href: links.outdoorSources(projectId) });
  }
  if (isAdmin || opens("boiler-room-settings", "building-settings", "house-settings")) {
    entries.push({ name: "sensors", href: links.sensors(projectId) });
  }
  entries.push({ name: "residenceSheet", href: links.residenceSheet(projectId) });
  return entries;
}
