import { links } from "./links.ts";
import { type MenuPlace, placeMenu } from "./menu.ts";

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
