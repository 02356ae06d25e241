/** Titles of the pages, and URL and menu of those with a fixed URL; the other URLs are in `links.ts`. @module */

import { withQuery } from "./query.ts";

interface PageAt {
  readonly title: string;
  readonly path: string;
  /** The menu that lists it, in the order of this table. */
  readonly menu?: "registers" | "administration" | "platform";
  /** Entity of its list: name of the link to an entity's page, below this one. */
  readonly thing?: string;
}

export const PAGES = {
  residences: { title: "Résidences", path: "/home" },
  search: { title: "Recherche", path: "/home/search" },
  toDo: { title: "À faire", path: "/home/todo" },
  comparison: { title: "Comparaison", path: "/home/comparison" },
  seasonStatements: { title: "Décomptes", path: "/home/settlements" },
  letters: { title: "Lettre mensuelle", path: "/home/letters" },
  queuedReports: { title: "Mes PDF", path: "/home/reports", thing: "queuedReport" },
  ownAlarmReports: {
    title: "Mes rapports d’alerte",
    path: "/home/alarms/reports",
    thing: "ownAlarmReport",
  },
  documents: { title: "Documents", path: "/home/documents" },
  documentRequests: {
    title: "Documents demandés",
    path: "/home/contracting/requests",
    menu: "registers",
    thing: "documentRequest",
  },
  contracts: {
    title: "Contrats",
    path: "/home/contracting/contracts",
    menu: "registers",
    thing: "contract",
  },
  providers: {
    title: "Prestataires",
    path: "/home/contracting/providers",
    menu: "registers",
    thing: "provider",
  },
  typedocs: {
    title: "Types de document",
    path: "/home/contracting/typedocs",
    menu: "registers",
    thing: "typedoc",
  },
  users: {
    title: "Utilisateurs",
    path: "/home/admin/users",
    menu: "administration",
    thing: "user",
  },
  teams: { title: "Équipes", path: "/home/admin/teams", menu: "administration", thing: "team" },
  tags: {
    title: "Catégories",
    path: "/home/admin/tags",
    menu: "administration",
    thing: "tagGroup",
  },
  equipmentKinds: {
    title: "Types d’équipement",
    path: "/home/admin/equipment-kinds",
    menu: "administration",
  },
  organisationOptions: { title: "Options", path: "/home/admin/options", menu: "administration" },
  orgAlarmReports: {
    title: "Rapports d’alerte de l’organisation",
    path: "/home/admin/alarm-reports",
    menu: "administration",
    thing: "orgAlarmReport",
  },
  administrators: {
    title: "Administrateurs",
    path: "/home/admin/admins",
    menu: "administration",
  },
  gasPces: { title: "Points de livraison de gaz", path: "/home/gas", menu: "administration" },
  residencesToCommission: {
    title: "Résidences à mettre en service",
    path: "/home/commissioning",
  },
  stockImports: {
    title: "Importer le patrimoine",
    path: "/home/import",
    menu: "administration",
    thing: "stockImport",
  },
  audit: {
    title: "Journal de l’organisation",
    path: "/home/admin/audit",
    menu: "administration",
  },
  platformOrganisations: { title: "Organisations", path: "/platform", menu: "platform" },
  platformAccounts: { title: "Comptes bloqués", path: "/platform/accounts", menu: "platform" },
  platformJobs: { title: "Tâches automatiques", path: "/platform/jobs", menu: "platform" },
  platformStorage: { title: "Stockage", path: "/platform/storage", menu: "platform" },
  platformMails: { title: "Mails", path: "/platform/mails", menu: "platform" },
  platformAudit: {
    title: "Journal de la plateforme",
    path: "/platform/audit",
    menu: "platform",
  },
  accessibility: { title: "Accessibilité", path: "/accessibility" },
  legalNotice: { title: "Mentions légales", path: "/legal-notice" },
  privacy: { title: "Données personnelles", path: "/privacy" },
  tour: { title: "Visite guidée", path: "/tour" },
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
  return Object.fromEntries(PAGE_LIST.flatMap(([name, { path, thing }]) => [
    [name, (query = "") => withQuery(path, query)],
    ...thing === undefined
      ? []
      : [[thing, (id: string) => `${path}/${encodeURIComponent(id)}`] as const],
  ]));
}

/** Titles of the other pages, whose URLs are built in `links.ts`. */
const OTHER_TITLES = {
  login: "Connexion",
  firstRun: "Premier compte",
  forgottenPassword: "Mot de passe oublié",
  resetPassword: "Nouveau mot de passe",
  confirmEmail: "Confirmer votre adresse",
  providerLogin: "Documents demandés aux prestataires",
  providerDocuments: "Mes documents",
  providerDeposits: "Déposer plusieurs documents",
  account: "Mon compte",
  ownHouse: "Mon logement",
  ownHouses: "Mes logements",
  newOrganisation: "Nouvelle organisation",
  newResidence: "Ajouter une résidence",
  residence: "Vue d’ensemble",
  energy: "Énergie",
  commissioning: "Mise en service",
  residenceSheet: "Informations de la résidence",
  boilerRoomSettings: "Configuration",
  energyBalance: "Bilan énergétique",
  boilerRoomReports: PAGES.comparison.title,
  machines: "Machines",
  energyPrices: "Prix de l’énergie",
  energyTerms: "Contrat d’énergie",
  settlement: "Décompte d’intéressement",
  energyBills: "Factures d’énergie",
  energyPricesImport: "Importer ou copier des prix",
  heatCurve: "Courbe de chauffe",
  heatPumps: "Pompes à chaleur",
  solar: "Solaire",
  hotWater: "Eau chaude d’été",
  signature: "Signature énergétique",
  houses: "Logements",
  runningMonth: "Mois en cours",
  newHouse: "Nouveau logement",
  occupants: "Occupants",
  tenantAlerts: "Messages d’alerte locataires",
  displayMessages: "Écran d’information",
  displayContacts: "Contacts de l’écran",
  displayTokens: "Écrans de la résidence",
  houseSettings: "Types et groupes",
  gasConsents: "Consentements GRDF",
  gasImport: "Importer des relevés de gaz",
  gasYear: "Relevés de gaz",
  outdoorSources: "Sources extérieures et DJU",
  equipments: "Équipements",
  seriesList: "Séries de mesure",
  computedSeries: "Séries calculées",
  deletedReadings: "Supprimer des relevés",
  manualIndexes: "Index saisis à la main",
  autoconsumption: "Autoconsommation collective",
  useOfProduction: "Production et partage",
  newConsumer: "Nouveau consommateur",
  sensors: "Capteurs et jetons d’envoi",
  arrivals: "Derniers envois reçus",
  readings: "Importer des relevés",
  features: "Fonctions",
  orgAlarms: "Alertes",
  alarms: "Alertes de la résidence",
  alarm: "Alerte",
  followUp: "Suivi",
  alarmSettings: "Travaux prévus et délais d’alerte",
  alarmReports: "Rapports d’alerte",
  newOrgAlarmReport: "Nouveau rapport d’alerte",
  consumptionReports: "Bilans de consommation",
  consumptionReportSettings: "Réglages des bilans de consommation",
  pilot: "Pilotage",
  pilotConfig: "Réglages du pilotage",
  pilotThresholds: "Seuils d’alerte du pilotage",
  documentAction: "Action sur des documents",
  residenceDocuments: "Documents de la résidence",
  newDocumentRequest: "Nouvelle demande",
  roles: "Rôles",
  invitation: "Inviter une personne",
  newTeam: "Nouvelle équipe",
  apiDocs: "Documentation de l’API",
} as const;

type PageTitles =
  & { readonly [Name in PageName]: string }
  & { readonly [Name in keyof typeof OTHER_TITLES]: string };

/** Title of every page. Scripts that show none leave it out. */
export const PAGE_NAMES: PageTitles = /* @__PURE__ */ pageTitles();

function pageTitles(): PageTitles;
function pageTitles(): Readonly<Record<string, string>> {
  const listed = Object.fromEntries(PAGE_LIST.map(([name, { title }]) => [name, title]));
  return { ...listed, ...OTHER_TITLES };
}

/** Name of the product in the title bar and the window title. */
export const PRODUCT_NAME = "Eco-Platform";

/**
 * Title of a window: the place and the page, « … | … ».
 *
 * @param place a residence, a boiler room, an organisation; the product for other pages
 */
export function windowTitle(page: string, place = PRODUCT_NAME): string {
  return `${place} | ${page}`;
}
