import { pageTitles } from "@/lib/links/pages.ts";

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

export const PAGE_NAMES = {
  ...pageTitles(),
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
  manualIndexes: "Index saisis à la main",
  autoconsumption: "Autoconsommation collective",
  useOfProduction: "Production et partage",
  newConsumer: "Nouveau consommateur",
  sensors: "Capteurs et jetons d’envoi",
  readings: "Importer des relevés",
  features: "Fonctions",
  orgAlarms: "Alertes",
  alarms: "Alertes de la résidence",
  alarm: "Alerte",
  alarmSettings: "Travaux prévus et délais d’alerte",
  alarmReports: "Rapports d’alerte",
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
