/**
 * Title, URL and menu of the pages with a fixed URL.
 *
 * Titles of the other pages are in `lib/text/pages.ts`, their URLs in `links.ts`.
 *
 * @module
 */
import { withQuery } from "./query.ts";

interface PageAt {
  readonly title: string;
  readonly address: string;
  /** The menu that lists it, in the order of this table. */
  readonly menu?: "registers" | "administration" | "platform";
  /** Entity of its list: name of the link to an entity's page, below this one. */
  readonly thing?: string;
}

export const PAGES = {
  residences: { title: "Résidences", address: "/home" },
  search: { title: "Recherche", address: "/home/search" },
  silences: { title: "Relevés manquants", address: "/home/silences" },
  queuedReports: { title: "Mes rapports", address: "/home/reports", thing: "queuedReport" },
  ownAlarmReports: {
    title: "Mes rapports d’alerte",
    address: "/home/alarms/reports",
    thing: "ownAlarmReport",
  },
  documents: { title: "Documents", address: "/home/documents" },
  documentRequests: {
    title: "Documents demandés",
    address: "/home/contracting/requests",
    menu: "registers",
    thing: "documentRequest",
  },
  contracts: {
    title: "Contrats",
    address: "/home/contracting/contracts",
    menu: "registers",
    thing: "contract",
  },
  providers: {
    title: "Prestataires",
    address: "/home/contracting/providers",
    menu: "registers",
    thing: "provider",
  },
  typedocs: {
    title: "Types de document",
    address: "/home/contracting/typedocs",
    menu: "registers",
    thing: "typedoc",
  },
  users: {
    title: "Utilisateurs",
    address: "/home/admin/users",
    menu: "administration",
    thing: "user",
  },
  teams: { title: "Équipes", address: "/home/admin/teams", menu: "administration", thing: "team" },
  tags: {
    title: "Catégories",
    address: "/home/admin/tags",
    menu: "administration",
    thing: "tagGroup",
  },
  equipmentKinds: {
    title: "Types d’équipement",
    address: "/home/admin/equipment-kinds",
    menu: "administration",
  },
  organisationOptions: { title: "Options", address: "/home/admin/options", menu: "administration" },
  orgAlarmReports: {
    title: "Rapports d’alerte de l’organisation",
    address: "/home/admin/alarm-reports",
    menu: "administration",
    thing: "orgAlarmReport",
  },
  administrators: {
    title: "Administrateurs",
    address: "/home/admin/admins",
    menu: "administration",
  },
  gasPces: { title: "Points de livraison de gaz", address: "/home/gas", menu: "administration" },
  stockImports: {
    title: "Importer le patrimoine",
    address: "/home/import",
    menu: "administration",
    thing: "stockImport",
  },
  audit: { title: "Journal", address: "/home/admin/audit", menu: "administration" },
  platformOrganisations: { title: "Organisations", address: "/platform", menu: "platform" },
  platformAccounts: { title: "Comptes bloqués", address: "/platform/accounts", menu: "platform" },
  platformJobs: { title: "Travaux", address: "/platform/jobs", menu: "platform" },
  platformStorage: { title: "Stockage", address: "/platform/storage", menu: "platform" },
  platformMails: { title: "Mails", address: "/platform/mails", menu: "platform" },
  platformAudit: {
    title: "Journal de la plateforme",
    address: "/platform/audit",
    menu: "platform",
  },
  accessibility: { title: "Accessibilité", address: "/accessibility" },
  legalNotice: { title: "Mentions légales", address: "/legal-notice" },
  privacy: { title: "Données personnelles", address: "/privacy" },
  tour: { title: "Visite guidée", address: "/tour" },
} as const satisfies Readonly<Record<string, PageAt>>;

type Pages = typeof PAGES;

export type PageName = keyof Pages;

/** All pages as pairs of name and value. */
export const PAGE_LIST: readonly (readonly [PageName, PageAt])[] = namesOf(PAGES)
  .map((name) => [name, PAGES[name]]);

function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  const names: Name[] = [];
  for (const name in table) names.push(name);
  return names;
}

/** The link to each page, and to each entity of its list. */
type PageLinks =
  & { readonly [Name in PageName]: (query?: string) => string }
  & {
    readonly [
      Name in PageName as Pages[Name] extends { thing: infer Thing extends string } ? Thing : never
    ]: (id: string) => string;
  };

/** @returns links whose query is a table's state, from `writeTableState()`, or the filters of the page */
export function pageLinks(): PageLinks;
export function pageLinks(): Readonly<Record<string, (text: string) => string>> {
  return Object.fromEntries(PAGE_LIST.flatMap(([name, { address, thing }]) => [
    [name, (query = "") => withQuery(address, query)],
    ...thing === undefined
      ? []
      : [[thing, (id: string) => `${address}/${encodeURIComponent(id)}`] as const],
  ]));
}

export function pageTitles(): { readonly [Name in PageName]: string };
export function pageTitles(): Readonly<Record<string, string>> {
  return Object.fromEntries(PAGE_LIST.map(([name, { title }]) => [name, title]));
}
