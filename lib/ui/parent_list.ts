/** The list above a URL: where to continue from an entity that was not found. @module */

import { links } from "./links.ts";
import { PAGE_LIST, type PageName } from "./page_titles.ts";

/** Lists of a residence, with the paths of their entities. */
const IN_RESIDENCE = [
  ["alarmReports", "alarms/reports"],
  ["alarms", "alarms"],
  ["alarms", "todo"],
  ["autoconsumption", "autoconsumption"],
  ["seriesList", "computed-series"],
  ["consumptionReports", "consumption-reports"],
  ["equipments", "equipment"],
  ["equipments", "boilerrooms"],
  ["equipments", "buildings"],
  ["houses", "houses"],
  ["outdoorSources", "outdoor-sources"],
  ["residenceDocuments", "documents"],
  ["roles", "roles"],
  ["seriesList", "series"],
  ["seriesList", "facilities"],
] as const;

const RESIDENCE_AREAS = ["collect", "pilot"];

/** A list page: its title's name, and its URL. */
interface ListAbove {
  readonly name:
    | PageName
    | typeof IN_RESIDENCE[number][0]
    | "ownHouses"
    | "pilot"
    | "providerDocuments";
  readonly href: string;
}

export function isOfResidence(path: string): boolean {
  return RESIDENCE_AREAS.includes(path.split("/")[1] ?? "");
}

export function isOfOwnHouse(path: string): boolean {
  return path.startsWith(`${links.ownHouses()}/`);
}

/**
 * The list above a URL path; null when there is none.
 *
 * @spec forms.gone
 * @param isInResidence whether the residence of the path exists; if not, the list is that of the residences
 */
export function listAbove(path: string, isInResidence: boolean): ListAbove | null {
  const [, area, id, ...inside] = path.split("/");
  if (area === "providers") return { name: "providerDocuments", href: links.providerDocuments() };
  if (area === "my-home") return { name: "ownHouses", href: links.ownHouses() };
  if (!isOfResidence(path)) return pageAbove(path);
  if (!isInResidence || id === undefined) return { name: "residences", href: links.residences() };
  const projectId = decodeURIComponent(id);
  if (area === "pilot") return { name: "pilot", href: links.pilot(projectId) };
  const [name] = IN_RESIDENCE.find(([, under]) => inside.join("/").startsWith(`${under}/`)) ?? [];
  return name === undefined ? null : { name, href: links[name](projectId) };
}

/** The page whose URL is the longest prefix of a path. */
function pageAbove(path: string): ListAbove | null {
  const above = PAGE_LIST.filter(([, page]) => path.startsWith(`${page.path}/`))
    .sort(([, a], [, b]) => b.path.length - a.path.length);
  const [name, page] = above[0] ?? [];
  return name && page ? { name, href: page.path } : null;
}
