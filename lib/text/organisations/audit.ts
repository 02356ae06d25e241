import type { AuditAction } from "@/lib/contract/calls/audit.ts";
import { ROLE_NAMES } from "@/lib/domain/roles/roles.ts";
import { roleLabel } from "@/lib/text/roles.ts";

/** What each action did, as a line of the audit log says it. */
const ACTIONS: Readonly<Record<AuditAction, string>> = {
  resetPassword: "Mot de passe choisi par code",
  changeEmail: "Nouvelle adresse email demandée",
  cancelEmailChange: "Nouvelle adresse email abandonnée",
  confirmEmail: "Adresse email confirmée",
  changePassword: "Mot de passe changé",
  changeName: "Nom changé",
  removeAccount: "Compte supprimé",
  exportAccount: "Données personnelles exportées",
  createFirstAccount: "Premier compte créé",

  createOrg: "Organisation créée",
  addOrgAdmin: "Administrateur ajouté",
  removeOrgAdmin: "Administrateur retiré",
  removeOrgUser: "Utilisateur retiré de l’organisation",
  inviteUser: "Utilisateur invité",
  createTeam: "Équipe créée",
  putTeam: "Équipe modifiée",
  deleteTeam: "Équipe supprimée",
  createTag: "Catégorie créée",
  putTag: "Catégorie modifiée",
  deleteTag: "Catégorie supprimée",
  createTagValue: "Valeur de catégorie ajoutée",
  putTagValue: "Valeur de catégorie modifiée",
  deleteTagValue: "Valeur de catégorie supprimée",
  runStockImport: "Patrimoine importé",
  putCollectFeatures: "Fonctions de l’organisation modifiées",

  putRetention: "Durées de conservation modifiées",
  purgeReadings: "Relevés trop anciens supprimés",

  putPlatformOrg: "Organisation renommée",
  addPlatformOrgAdmin: "Administrateur nommé par la plateforme",
  unlockAccount: "Compte débloqué",
  sendTestMail: "Mail d’essai demandé",
  retryMail: "Mail remis en attente",
  forgetMail: "Mail abandonné effacé",

  putProjectUserRoles: "Rôles modifiés",
  createProject: "Résidence créée",
  putProjectFeatures: "Fonctions de la résidence modifiées",
  putProjectInstallation: "Équipement de la résidence modifié",
  putProjectSettings: "Informations de la résidence modifiées",

  createDataseries: "Série créée",
  putDataseries: "Série modifiée",
  deleteDataseries: "Série supprimée",
  attachSource: "Source rattachée à une série",
  detachSource: "Source détachée de sa série",
  forgetUnknownSource: "Source inconnue écartée",
  addMeterEvent: "Remplacement ou remise à zéro de compteur daté",
  deleteMeterEvent: "Remplacement ou remise à zéro de compteur supprimé",
  createIngestToken: "Jeton d’envoi créé",
  revokeIngestToken: "Jeton d’envoi révoqué",
  addManualIndex: "Index saisi",
  deleteManualIndex: "Index supprimé",

  createHouse: "Logement créé",
  putHouseSettings: "Logement modifié",
  deleteHouse: "Logement supprimé",
  createOccupancy: "Occupant ajouté",
  putOccupancy: "Occupant modifié",
  deleteOccupancy: "Occupation supprimée",
  eraseOccupant: "Occupant effacé",
  exportOccupant: "Données d’un occupant exportées",
  inviteOccupant: "Accès d’un occupant ouvert",
  removeOccupantAccess: "Accès d’un occupant retiré",
  putOwnConsent: "Accord changé par l’occupant",
  exportOwnData: "Données exportées par l’occupant",
  createHouseType: "Type de logement créé",
  putHouseType: "Type de logement modifié",
  deleteHouseType: "Type de logement supprimé",
  createAnonymousGroup: "Groupe anonyme créé",
  putAnonymousGroup: "Groupe anonyme modifié",
  deleteAnonymousGroup: "Groupe anonyme supprimé",
  putModuleRights: "Droits des modules modifiés",
  createHousingAlert: "Message aux locataires créé",
  putHousingAlert: "Message aux locataires modifié",
  deleteHousingAlert: "Message aux locataires supprimé",

  addEquipment: "Équipement ajouté",
  putEquipmentSettings: "Équipement modifié",
  deleteEquipment: "Équipement supprimé",
  putBoilerRoomSettings: "Chaufferie modifiée",
  putCircuitSettings: "Circuit de chauffage modifié",
  putErrorCodeSettings: "Code de défaut modifié",
  putFaultDetectorSettings: "Détecteur de défaut modifié",
  addDevice: "Appareil ajouté",
  putDevice: "Appareil modifié",
  deleteDevice: "Appareil supprimé",
  putHeatingSeasons: "Saisons de chauffe modifiées",
  putBuildingSettings: "Bâtiment modifié",
  putCmvSettings: "VMC modifiée",
  putSkydomeSettings: "Lanterneau modifié",
  putGateSettings: "Porte modifiée",

  addAnnotation: "Annotation ajoutée",
  putAnnotation: "Annotation modifiée",
  deleteAnnotation: "Annotation supprimée",

  createOutdoorSource: "Source extérieure créée",
  putOutdoorSource: "Source extérieure modifiée",
  deleteOutdoorSource: "Source extérieure supprimée",
  importOutdoorDays: "Températures importées",
  importReadings: "Relevés importés",
  putMonthlyDju: "DJU mensuels saisis",

  putEfficiencySources: "Énergies du bilan modifiées",
  putEfficiencySettings: "Paramètres du bilan modifiés",
  deleteEfficiencySettings: "Paramètres du bilan supprimés",
  putGasFactors: "Coefficients du gaz modifiés",
  deleteGasFactors: "Coefficients du gaz supprimés",

  importGasLines: "Relevés de gaz importés",

  putAutoconsumptionInfo: "Autoconsommation modifiée",
  createProducer: "Producteur ajouté",
  putProducer: "Producteur modifié",
  deleteProducer: "Producteur supprimé",
  createConsumer: "Consommateur ajouté",
  putConsumer: "Consommateur modifié",
  putConsumerStatus: "État d’un consommateur changé",
  exportConsumer: "Données d’un consommateur exportées",
  eraseConsumer: "Consommateur effacé",
  deleteConsumer: "Consommateur supprimé",

  putConsumptionReportSettings: "Réglages des bilans de consommation modifiés",
  putConsumptionReportMails: "Envoi des bilans aux occupants modifié",
  orderConsumptionReports: "Bilans de consommation demandés",
  deleteQueuedReport: "Rapport en préparation supprimé",

  putPilotFeatures: "Fonctions du pilotage modifiées",
  putPilotConfig: "Pilotage configuré",
  putPilotThreshold: "Seuil de pilotage modifié",
  putModuleConfig: "Module configuré",
  putModuleStatus: "État d’un module changé",
  putOwnPilot: "Chauffage réglé par l’occupant",

  archiveAlarm: "Alerte archivée",
  commentAlarm: "Alerte commentée",
  createAlarmMute: "Travaux prévus, alertes suspendues",
  putAlarmMute: "Travaux prévus modifiés",
  deleteAlarmMute: "Travaux prévus supprimés",
  putAlarmSettings: "Délais des alertes modifiés",
  createAlarmReport: "Rapport d’alerte créé",
  putAlarmReport: "Rapport d’alerte modifié",
  deleteAlarmReport: "Rapport d’alerte supprimé",
  createOrgAlarmReport: "Rapport d’alerte de l’organisation créé",
  putOrgAlarmReport: "Rapport d’alerte de l’organisation modifié",
  deleteOrgAlarmReport: "Rapport d’alerte de l’organisation supprimé",
  createUserAlarmReport: "Rapport d’alerte personnel créé",
  putUserAlarmReport: "Rapport d’alerte personnel modifié",
  deleteUserAlarmReport: "Rapport d’alerte personnel supprimé",

  createProvider: "Prestataire créé",
  putProvider: "Prestataire modifié",
  archiveProvider: "Prestataire archivé ou restauré",
  deleteProvider: "Prestataire supprimé",
  createContract: "Contrat créé",
  putContract: "Contrat modifié",
  deleteContract: "Contrat supprimé",
  addContractProvider: "Prestataire ajouté au contrat",
  putContractProvider: "Prestataire du contrat modifié",
  deleteContractProvider: "Prestataire retiré du contrat",
  createTypedoc: "Type de document créé",
  putTypedoc: "Type de document modifié",
  archiveTypedoc: "Type de document archivé ou restauré",
  deleteTypedoc: "Type de document supprimé",
  createRequest: "Demande de document créée",
  putRequest: "Demande de document modifiée",
  closeRequest: "Demande de document close ou rouverte",
  deleteRequest: "Demande de document supprimée",
  uploadDocument: "Document déposé",
  validateDocument: "Document examiné",
  dropDocuments: "Documents abandonnés",
  changeFinalDueDate: "Date limite finale changée",

  createDisplayMessage: "Message affiché créé",
  putDisplayMessage: "Message affiché modifié",
  deleteDisplayMessage: "Message affiché supprimé",
  createDisplayContact: "Contact affiché créé",
  putDisplayContact: "Contact affiché modifié",
  deleteDisplayContact: "Contact affiché supprimé",
  createDisplayToken: "Jeton d’affichage créé",
  revokeDisplayToken: "Jeton d’affichage révoqué",
};

/** What an action did, in French; its own name for one that this version does not know. */
export function auditActionText(action: string): string {
  return isAuditAction(action) ? ACTIONS[action] : action;
}

/** The author; without address, the program itself. */
export function auditPersonText(email: string | null): string {
  return email ?? "Programme";
}

/**
 * What was touched, as it is read: a change of roles is stored with the names of the roles, `+` and `-` in front.
 *
 * @example "ada@bailleur.fr: +collect:read" → "ada@bailleur.fr : + Eco-Platform - Lecture seule"
 */
export function auditSubjectText(action: string, subject: string): string {
  if (action !== "putProjectUserRoles") return subject;
  const [person = "", ...changes] = subject.split(" ");
  const words = changes.map((change) => {
    const role = ROLE_NAMES.find((name) => name === change.slice(1));
    if (role === undefined) return change;
    return `${change.startsWith("-") ? "−" : "+"}\u00A0${roleLabel(role)}`;
  });
  const who = person.replace(/:$/, "");
  return words.length === 0 ? who : `${who}\u00A0: ${words.join(", ")}`;
}

export function isAuditAction(text: string): text is AuditAction {
  return Object.hasOwn(ACTIONS, text);
}
