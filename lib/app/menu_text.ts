/** Names the lines of the menu, the tabs of a residence and the way to a page. @module */

import { inOwnOrganisation, links } from "@/lib/ui/links.ts";
import { PAGES, PRODUCT_NAME } from "@/lib/ui/page_titles.ts";
import { isUnder, type MenuEntry, type MenuEntryName, type ResidenceTab } from "./menu.ts";

/** Labels of entries that differ from the name of their page. */
const NAMES: Partial<Record<MenuEntryName, string>> = {
  autoconsumption: "Auto\u00ADconsommation collective",
  alarms: PAGES.orgAlarms.title,
  orgAlarmReports: PAGES.alarmReports.title,
  pilotConfig: "Réglages",
  pilotThresholds: "Seuils d’alerte",
  residenceDocuments: PAGES.documents.title,
};

/** Tabs with a shorter name than their page: those of a boiler room fit in one row. @spec projects.tabs */
const TAB_LINE_LABELS: Partial<Record<MenuEntryName, string>> = {
  energyBalance: "Bilan",
  signature: "Signature",
  settlement: "Décompte",
};

export function tabLineLabel(line: Pick<MenuEntry, "name" | "label">): string {
  return TAB_LINE_LABELS[line.name] ?? menuLabel(line);
}

/** Other words by which the search finds pages. @spec projects.search-pages */
export const SEARCHED_WORDS: Partial<Record<MenuEntryName, string>> = {
  account: "mot de passe, e-mail, profil",
  boilerRoomReports: "classement, rang",
  displayMessages: "hall, affichage",
  energy: "bilan, consommation, DJU",
  energyPrices: "tarifs, coûts, euros",
  equipments: "ajouter une chaufferie, un bâtiment",
  features: "paramètres, options",
  houses: "ajouter un logement",
  outdoorSources: "météo, température",
  readings: "CSV, Excel",
  roles: "droits, accès",
  sensors: "ajouter un compteur, une sonde",
  stockImports: "ajouter, CSV, Excel",
  users: "droits, accès",
};

export function menuLabel({ name, label }: Pick<MenuEntry, "name" | "label">): string {
  return label ?? nameOf(name);
}

function nameOf(name: MenuEntryName): string {
  return NAMES[name] ?? PAGES[name].title;
}

/** Names of the tabs of a residence. */
export const TAB_LABELS: Readonly<Record<ResidenceTab, string>> = {
  overview: PAGES.residence.title,
  energy: PAGES.energy.title,
  alarms: PAGES.orgAlarms.title,
  houses: PAGES.houses.title,
  pilot: PAGES.pilot.title,
  documents: PAGES.documents.title,
  installation: "Installation",
  settings: "Réglages",
};

/** A place on the way to a page; the last is the page itself. */
export interface Crumb {
  readonly label: string;
  readonly href: string;
}

interface CrumbsOf {
  /** null for a user who is a member of none. */
  readonly organisation: { readonly id: string; readonly name: string } | null;
  readonly organisations: readonly unknown[];
  /** null outside a residence. */
  readonly project: { readonly id: string; readonly name: string } | null;
  readonly entries: readonly MenuEntry[];
  /** Path of the page, and of the menu line that it is marked under. */
  readonly path: string;
  readonly menuPath: string;
  /** Title of the window. */
  readonly title: string;
}

/**
 * The way to a page: « Organisation › Résidence › Page ». Between them, the pages of the menu whose address begins that
 * of the page; at the end, the words of its title that none of these has.
 *
 * @returns none for pages outside an organisation and a residence
 * @spec projects.breadcrumb
 */
export function breadcrumb(of: CrumbsOf): readonly Crumb[] {
  const { organisation, project, entries, path, menuPath, title } = of;
  const current = entries.find(({ isCurrent }) => isCurrent);
  if (current === undefined || current.section === "platform") return [];
  const above: Crumb[] = [];
  if (organisation !== null) above.push({ label: organisation.name, href: links.residences() });
  if (project !== null) above.push({ label: project.name, href: links.residence(project.id) });
  const tops = above.map(({ href }) => href);
  const ofMenu = entries.filter((one) =>
    one.section === current.section && one.isAction === undefined &&
    isUnder(menuPath, one.under ?? one.href) && (one.href === path || !tops.includes(one.href))
  ).map((one) => ({ label: menuLabel(one), href: one.href }));
  const crumbs = [...above, ...ofMenu].map(({ label, href }) => ({
    label,
    href: isUnder(href, links.residences()) ? inOwnOrganisation(of, href) : href,
  }));
  if (current.href === path) return crumbs;
  const known = new Set([PRODUCT_NAME, ...crumbs.map(({ label }) => label)]);
  const rest = title.split(" | ").filter((part) =>
    !known.has(part) && part !== nameOf(current.name)
  );
  return [...crumbs, ...rest.map((label) => ({ label, href: path }))];
}
