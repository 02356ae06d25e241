/** Every page: its title, its URL when `links.ts` need not build it, its menu. @module */

import { withQuery } from "./query.ts";

interface Page {
  readonly title: string;
  /** Its URL, when that contains no identifier. */
  readonly path?: string;
  /** Its path below that of a residence. */
  readonly inResidence?: string;
  /** The menu that lists it, in the order of this table. */
  readonly menu?: "registers" | "administration" | "platform";
  /** Entity of its list: name of the link to an entity's page, below this one. */
  readonly thing?: string;
}

/** One page at two addresses: of the organisation, and of a residence (B §2). */
const COMPARISON = "Comparaison";

export const PAGES = {
  residences: { title: "Résidences", path: "/home" },
  search: { title: "Recherche", path: "/home/search" },
  toDo: { title: "À faire", path: "/home/todo" },
  comparison: { title: COMPARISON, path: "/home/comparison" },
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
  login: { title: "Connexion" },
  firstRun: { title: "Premier compte", path: "/first-run" },
  forgottenPassword: { title: "Mot de passe oublié" },
  resetPassword: { title: "Nouveau mot de passe" },
  confirmEmail: { title: "Confirmer votre adresse" },
  providerLogin: { title: "Documents demandés aux prestataires" },
  providerDocuments: { title: "Mes documents" },
  providerDeposits: { title: "Déposer plusieurs documents", path: "/providers/deposits" },
  account: { title: "Mon compte" },
  ownHouse: { title: "Mon logement" },
  ownHouses: { title: "Mes logements", path: "/my-home" },
  newOrganisation: { title: "Nouvelle organisation", path: "/home/organisations/new" },
  newResidence: { title: "Ajouter une résidence", path: "/home/projects/new" },
  residence: { title: "Vue d’ensemble" },
  energy: { title: "Énergie", inResidence: "energy" },
  commissioning: { title: "Mise en service", inResidence: "commissioning" },
  residenceSheet: { title: "Informations de la résidence", inResidence: "residence" },
  boilerRoom: { title: "Chaufferie" },
  boilerRoomSettings: { title: "Configuration" },
  energyBalance: { title: "Bilan énergétique" },
  boilerRoomReports: { title: COMPARISON },
  machines: { title: "Machines" },
  energyPrices: { title: "Prix de l’énergie", inResidence: "energy-prices" },
  energyTerms: { title: "Contrat d’énergie" },
  settlement: { title: "Décompte d’intéressement" },
  energyBills: { title: "Factures d’énergie", inResidence: "energy-prices/bills" },
  energyPricesImport: { title: "Importer ou copier des prix", inResidence: "energy-prices/import" },
  heatCurve: { title: "Courbe de chauffe" },
  heatPumps: { title: "Pompes à chaleur" },
  solar: { title: "Solaire" },
  hotWater: { title: "Eau chaude d’été" },
  signature: { title: "Signature énergétique" },
  houses: { title: "Logements", inResidence: "houses" },
  runningMonth: { title: "Mois en cours", inResidence: "houses/month" },
  newHouse: { title: "Nouveau logement", inResidence: "houses/new" },
  occupants: { title: "Occupants" },
  tenantAlerts: { title: "Messages d’alerte locataires", inResidence: "tenant-alerts" },
  displayMessages: { title: "Écran d’information", inResidence: "display/messages" },
  displayContacts: { title: "Contacts de l’écran", inResidence: "display/contacts" },
  displayTokens: { title: "Écrans de la résidence", inResidence: "display/screens" },
  houseSettings: { title: "Types et groupes", inResidence: "houses/settings" },
  gasConsents: { title: "Consentements GRDF", path: "/home/gas/consents" },
  gasImport: { title: "Importer des relevés de gaz" },
  gasYear: { title: "Relevés de gaz" },
  outdoorSources: { title: "Sources extérieures et DJU", inResidence: "outdoor-sources" },
  equipments: { title: "Équipements", inResidence: "equipment" },
  seriesList: { title: "Séries de mesure", inResidence: "series" },
  computedSeries: { title: "Séries calculées", inResidence: "computed-series" },
  deletedReadings: { title: "Supprimer des relevés" },
  manualIndexes: { title: "Index saisis à la main", inResidence: "manual-index" },
  autoconsumption: { title: "Autoconsommation collective", inResidence: "autoconsumption" },
  useOfProduction: { title: "Production et partage" },
  newConsumer: { title: "Nouveau consommateur", inResidence: "autoconsumption/consumers/new" },
  sensors: { title: "Capteurs et jetons d’envoi", inResidence: "sensors" },
  arrivals: { title: "Derniers envois reçus", inResidence: "sensors/arrivals" },
  readings: { title: "Importer des relevés", inResidence: "sensors/readings" },
  features: { title: "Fonctions", inResidence: "features" },
  orgAlarms: { title: "Alertes" },
  alarms: { title: "Alertes de la résidence" },
  alarm: { title: "Alerte" },
  followUp: { title: "Suivi" },
  alarmSettings: {
    title: "Travaux prévus et délais d’alerte",
    inResidence: "alarms/settings",
  },
  alarmReports: { title: "Rapports d’alerte", inResidence: "alarms/reports" },
  newOrgAlarmReport: { title: "Nouveau rapport d’alerte", path: "/home/admin/alarm-reports/new" },
  consumptionReports: { title: "Bilans de consommation" },
  consumptionReportSettings: {
    title: "Réglages des bilans de consommation",
    inResidence: "consumption-reports/settings",
  },
  pilot: { title: "Pilotage" },
  pilotConfig: { title: "Réglages du pilotage" },
  pilotThresholds: { title: "Seuils d’alerte du pilotage" },
  documentAction: { title: "Action sur des documents" },
  residenceDocuments: { title: "Documents de la résidence" },
  newDocumentRequest: { title: "Nouvelle demande" },
  roles: { title: "Rôles", inResidence: "roles" },
  invitation: { title: "Inviter une personne" },
  newTeam: { title: "Nouvelle équipe", path: "/home/admin/teams/new" },
  apiDocs: { title: "Documentation de l’API" },
} as const satisfies Readonly<Record<string, Page>>;

type Pages = typeof PAGES;

type NameWith<Key extends keyof Page> = {
  [Name in keyof Pages]: Pages[Name] extends Readonly<Record<Key, string>> ? Name : never;
}[keyof Pages];

/** Page with a URL of its own, without identifiers. */
export type PageName = NameWith<"path">;

const ALL_PAGES: readonly (readonly [keyof Pages, Page])[] = namesOf(PAGES)
  .map((name) => [name, PAGES[name]]);

/** The pages with a URL of their own. */
export const PAGE_LIST = ALL_PAGES.filter(hasPath);

function hasPath(
  entry: readonly [keyof Pages, Page],
): entry is readonly [PageName, Page & { readonly path: string }] {
  return entry[1].path !== undefined;
}

function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  const names: Name[] = [];
  for (const name in table) names.push(name);
  return names;
}

type PageLinks =
  & { readonly [Name in PageName]: (query?: string) => string }
  & { readonly [Name in NameWith<"inResidence">]: (projectId: string, query?: string) => string }
  & {
    readonly [Name in NameWith<"thing"> as Pages[Name]["thing"]]: (id: string) => string;
  };

/** The title of the page at a path; undefined where its address contains an identifier. */
export function titleAt(pathname: string): string | undefined {
  const [, inside] = /^\/collect\/[^/]+\/(.+)$/.exec(pathname) ?? [];
  const found = ALL_PAGES.find(([, { path, inResidence }]) =>
    inside === undefined ? path === pathname : inResidence === inside
  );
  return found?.[1].title;
}

/** @returns links whose query is a table's state, from `writeTableState()`, or the filters of the page */
export function pageLinks(): PageLinks;
export function pageLinks(): Readonly<Record<string, (id: string, query?: string) => string>> {
  return Object.fromEntries(ALL_PAGES.flatMap(([name, { path, inResidence, thing }]) => {
    if (path === undefined) {
      return inResidence === undefined ? [] : [[name, residenceLink(inResidence)]];
    }
    const page = [name, (query = "") => withQuery(path, query)] as const;
    return thing === undefined
      ? [page]
      : [page, [thing, (id: string) => `${path}/${encodeURIComponent(id)}`] as const];
  }));
}

/** Path of a residence, under which its pages are. */
export function residencePath(projectId: string): string {
  return `/collect/${encodeURIComponent(projectId)}`;
}

function residenceLink(path: string) {
  return (projectId: string, query = "") => withQuery(`${residencePath(projectId)}/${path}`, query);
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
