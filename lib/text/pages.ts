/** Name of the product, as the title bar and the window title show it. */
export const PRODUCT_NAME = "Eco-Platform";

/**
 * Title of a window: where the page is and what it is, « … | … ».
 *
 * @param place a residence, a boiler room, an organisation; the product when the page is of none
 */
export function windowTitle(page: string, place = PRODUCT_NAME): string {
  return `${place} | ${page}`;
}

/** Name of each page that has one of its own, as titles and links write it. */
export const PAGE_NAMES = {
  login: "Connexion",
  firstRun: "Premier compte",
  forgottenPassword: "Mot de passe oublié",
  resetPassword: "Nouveau mot de passe",
  accessibility: "Accessibilité",
  legalNotice: "Mentions légales",
  privacy: "Données personnelles",
  account: "Mon compte",
  residences: "Résidences",
  newOrganisation: "Nouvelle organisation",
  newResidence: "Nouvelle résidence",
  residence: "Vue d’ensemble",
  residenceSheet: "Informations de la résidence",
  boilerRoomSettings: "Configuration",
  energyBalance: "Bilan énergétique",
  boilerRoomReports: "Comparaison",
  machines: "Machines",
  heatCurve: "Courbe de chauffe",
  heatPumps: "Pompes à chaleur",
  solar: "Solaire",
  hotWater: "Eau chaude d’été",
  houses: "Logements",
  runningMonth: "Mois en cours",
  newHouse: "Nouveau logement",
  occupants: "Occupants",
  tenantAlerts: "Messages d’alerte locataires",
  houseSettings: "Types et groupes",
  gasPces: "Points de livraison de gaz",
  gasConsents: "Consentements GRDF",
  gasImport: "Importer des relevés de gaz",
  gasYear: "Relevés de gaz",
  outdoorSources: "Sources extérieures et DJU",
  equipments: "Équipements",
  seriesList: "Séries de mesure",
  manualIndexes: "Index saisis à la main",
  autoconsumption: "Autoconsommation collective",
  useOfProduction: "Production et partage",
  newConsumer: "Nouveau consommateur",
  sensors: "Capteurs et jetons d’envoi",
  readings: "Importer des relevés",
  features: "Fonctions",
  alarmReports: "Rapports d’alerte",
  orgAlarmReports: "Rapports d’alerte de l’organisation",
  ownAlarmReports: "Mes rapports d’alerte",
  queuedReports: "Mes rapports",
  roles: "Rôles",
  users: "Utilisateurs",
  invitation: "Inviter une personne",
  search: "Recherche",
  stockImport: "Importer le patrimoine",
  administrators: "Administrateurs",
  teams: "Équipes",
  tags: "Catégories",
  equipmentKinds: "Types d’équipement",
  organisationOptions: "Options",
  newTeam: "Nouvelle équipe",
  audit: "Journal",
  platformOrganisations: "Organisations",
  platformAccounts: "Comptes bloqués",
  platformJobs: "Travaux",
  platformStorage: "Stockage",
  platformMails: "Mails",
  platformAudit: "Journal de la plateforme",
  apiDocs: "Documentation de l’API",
} as const;
