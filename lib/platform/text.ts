/** Holds the French words of jobs, mails and storage. @module */

import { formatInstant } from "@/lib/base/date_format.ts";
import { countText, formatNumber, NO_BREAK_SPACE } from "@/lib/base/text_format.ts";
import { MAIL_FAULTS, readUnanswered } from "@/lib/mail/text.ts";
import { type JobName, readGivenUp, readRunFailure, type RunSubject } from "@/lib/store/jobs.ts";
import type { MqttState } from "./schema.ts";

const JOB_TEXTS: Readonly<Record<JobName, string>> = {
  "compact series": "Compactage des mesures",
  "send outbox": "Envoi des mails",
  "pull adict": "Relevés de gaz de GRDF",
  "fetch weather": "Températures publiques de Météo-France",
  "purge series": "Suppression des relevés trop anciens",
  "sweep files": "Retrait des dépôts interrompus, des rapports et du journal anciens",
  "give back space": "Restitution de l’espace libre au disque",
  "make documents": "Création des documents demandés",
  "run document actions": "Actions sur de nombreux documents",
  "mail verdicts": "Décisions sur des documents, par mail",
  "mail documents": "Rappels de documents par mail",
  "make reports": "Préparation des rapports demandés",
  "mail reports": "Bilans de consommation par mail",
  "mail letters": "Lettres mensuelles",
  "watch alarms": "Surveillance des alertes",
  "make figures": "Chiffres des listes de résidences",
  "mail alarms": "Rapports d’alerte par mail",
  "post webhooks": "Rapports d’alerte par webhook",
};

/** French name of a job; the name itself when this version does not know it. */
export function jobText(name: string): string {
  return isJobName(name) ? JOB_TEXTS[name] : name;
}

/** Subjects of the runs of jobs, in the singular and the plural. */
const RUN_SUBJECTS: Readonly<Record<RunSubject, readonly [one: string, many: string]>> = {
  "actions": ["action", "actions"],
  "delivery points": ["PCE", "PCE"],
  "departments": ["département", "départements"],
  "mails": ["mail", "mails"],
  "organisations or residences": ["organisation ou résidence", "organisations ou résidences"],
  "posts": ["envoi", "envois"],
  "recipients": ["destinataire", "destinataires"],
  "reports": ["rapport", "rapports"],
  "requests": ["demande", "demandes"],
  "residences": ["résidence", "résidences"],
  "removals": ["suppression", "suppressions"],
};

/** Error of a run of a job; the technical cause keeps the program's own words. */
export function jobErrorText(lastError: string): string {
  const minutes = readGivenUp(lastError);
  if (minutes !== null) {
    return `passage abandonné, une étape a duré plus de ${countText(minutes, "minute")}`;
  }
  const failure = readRunFailure(lastError);
  if (failure === null) return `arrêt sur une erreur (${lastError})`;
  const { count, subject, named } = failure;
  return `échec pour ${countText(count, ...RUN_SUBJECTS[subject])} (${named})`;
}

/** « Connecté depuis le 10/02/2026 à 12:00, dernier message à…, 3 messages ou sujets refusés ». */
export function mqttText({ connectedAt, messageAt, refusedCount }: MqttState): string {
  const parts = [
    connectedAt === null ? "Non connecté" : `Connecté depuis le ${formatInstant(connectedAt)}`,
    messageAt === null ? "aucun message" : `dernier message le ${formatInstant(messageAt)}`,
    countText(refusedCount, "message ou sujet refusé", "messages ou sujets refusés"),
  ];
  return `${parts.join(", ")}.`;
}

/** Result of the last attempt to send a mail; null before the first. @spec mail.lost-answers */
export function mailAnswerText(lastError: string | null): string | null {
  if (lastError === null) return null;
  const lost = readUnanswered(lastError);
  if (lost !== null) {
    return `mail envoyé en entier, sans réponse du serveur${NO_BREAK_SPACE}: il est peut-être arrivé (${lost})`;
  }
  return FAULT_TEXTS.get(lastError) ?? lastError;
}

const FAULT_TEXTS: ReadonlyMap<string, string> = new Map([
  [MAIL_FAULTS.over, "pas parti à temps"],
  [MAIL_FAULTS.unreadable, "illisible\u00A0: fermé avec un autre secret"],
]);

/** What a sender without a mailbox costs. @spec mail.returned */
export function unreachableSenderText(sender: string): string {
  return `Les mails partent de ${sender}, une adresse sans boîte : des serveurs les refusent, et ceux qui sont ` +
    "rendus ne reviennent à personne. Le réglage MAIL_FROM est décrit dans le guide de déploiement.";
}

/** Where mails arrive that a server took and returned later. @spec mail.returned */
export function returnedMailsText(sender: string): string {
  return "Un mail pris par le serveur de son destinataire peut lui être rendu plus tard, par exemple d’une boîte fermée. " +
    `Il revient alors à ${sender}, l’expéditeur (réglage MAIL_FROM)\u00A0: cette boîte est à lire.`;
}

/** A size in a suitable unit: "512 o", "1,5 Mo". */
export function bytesText(bytes: number | null): string {
  if (bytes === null) return "Inconnue";
  const position = Math.min(
    UNITS.length - 1,
    Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1_000)),
  );
  return `${formatNumber(bytes / 1_000 ** position, position === 0 ? 0 : 1)}${NO_BREAK_SPACE}${
    UNITS[position]
  }`;
}

const UNITS = ["o", "ko", "Mo", "Go", "To"];

/** A count that may be incomplete: "12", "au moins 1 000". */
export function countedText(count: number, isMore: boolean): string {
  const text = formatNumber(count, 0);
  return isMore ? `au moins ${text}` : text;
}

function isJobName(name: string): name is JobName {
  return Object.hasOwn(JOB_TEXTS, name);
}

/** Result of an action on a mail of the outbox. */
export const MAIL_DONE: ReadonlyMap<string, string> = new Map([
  ["test", "Mail d’essai mis en attente d’envoi"],
  ["retry", "Mail remis en attente d’envoi"],
  ["forget", "Mail effacé"],
]);
