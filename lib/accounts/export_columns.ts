/** Names the columns of the files in an account's export. @module */

import { momentsText, selectionsText } from "@/lib/alarms/report_text.ts";
import type { AlarmReportSettings } from "@/lib/alarms/schema.ts";
import type { CsvColumn } from "@/lib/base/csv.ts";
import { yesOrNo } from "@/lib/base/text_format.ts";
import type { QueuedReportState } from "@/lib/consumption_reports/schema.ts";
import { QUEUED_STATE_LABELS } from "@/lib/consumption_reports/text.ts";
import type { DocumentState } from "@/lib/documents/document_states.ts";
import type { DocumentAction } from "@/lib/documents/schema.ts";
import { DOCUMENT_ACTION_LABELS, stateText } from "@/lib/documents/text.ts";
import { FOLLOWED_LABELS } from "@/lib/residences/text.ts";

export interface ExportedRows {
  organisations: { id: string; name: string; isAdmin: boolean }[];
  teams: { organisation: string; name: string; roles: string[] }[];
  roles: { projectId: string; residence: string; roles: string[] }[];
  homes: { residence: string; dwelling: string }[];
  alarmReports: ({ orgId: string } & AlarmReportSettings)[];
  /** Instants as ISO with Z. */
  alarmComments: { residence: string; alarm: string; date: string; text: string }[];
  alarmMutes: { residence: string; reason: string; from: string; to: string }[];
  /** What the user took charge of, or put off until a day; "" for a charge. */
  followUps: { residence: string; kind: string; at: string; until: string }[];
  settlementActs: {
    residence: string;
    statement: string;
    act: string;
    at: string;
    comment: string;
  }[];
  indexValues: {
    residence: string;
    indexName: string;
    month: string;
    value: string;
    origin: string;
  }[];
  annotations: {
    residence: string;
    /** The series or the boiler room. */
    about: string;
    from: string;
    to: string;
    text: string;
    writtenAt: string;
  }[];
  manualIndexes: {
    residence: string;
    dwelling: string;
    series: string;
    date: string;
    value: number;
  }[];
  documentRequests: {
    document: string;
    provider: string;
    firstRequest: string;
    projectCount: number;
  }[];
  verdicts: {
    residence: string;
    document: string;
    dueDate: string;
    state: DocumentState;
    compliance: boolean | null;
    comment: string;
    validatedAt: string;
  }[];
  documentActions: {
    action: DocumentAction["action"];
    documentCount: number;
    comment: string;
    createdAt: string;
  }[];
  projectTokens: { residence: string; name: string; createdAt: string }[];
  pilotChanges: { residence: string; dwelling: string; changedAt: string }[];
  queuedReports: {
    label: string;
    projectId: string;
    createdAt: string;
    state: QueuedReportState;
  }[];
  sessions: { kind: string; createdAt: string; expiresAt: string }[];
  actions: { at: string; action: string; subject: string }[];
}

const FOLLOWED: Readonly<Record<string, string>> = FOLLOWED_LABELS;

export const EXPORT_COLUMNS: {
  readonly [List in keyof ExportedRows]: readonly CsvColumn<ExportedRows[List][number]>[];
} = {
  organisations: [
    { header: "Organisation", value: ({ name }) => name },
    { header: "Administrateur", value: ({ isAdmin }) => yesNo(isAdmin) },
  ],
  teams: [
    { header: "Organisation", value: ({ organisation }) => organisation },
    { header: "Équipe", value: ({ name }) => name },
    { header: "Rôles", value: ({ roles }) => roles.join(" ") },
  ],
  roles: [
    { header: "Résidence", value: ({ residence }) => residence },
    { header: "Rôles", value: ({ roles }) => roles.join(" ") },
  ],
  homes: [
    { header: "Résidence", value: ({ residence }) => residence },
    { header: "Logement", value: ({ dwelling }) => dwelling },
  ],
  alarmReports: [
    { header: "Rapport", value: ({ name }) => name },
    { header: "Alertes", value: ({ selections }) => selectionsText(selections) },
    { header: "Destinataires", value: ({ emails }) => emails.join(" ") },
    { header: "Envoi", value: momentsText },
  ],
  alarmComments: [
    { header: "Résidence", value: ({ residence }) => residence },
    { header: "Alerte", value: ({ alarm }) => alarm },
    { header: "Le (UTC)", value: ({ date }) => date },
    { header: "Commentaire", value: ({ text }) => text },
  ],
  alarmMutes: [
    { header: "Résidence", value: ({ residence }) => residence },
    { header: "Travaux", value: ({ reason }) => reason },
    { header: "Du (UTC)", value: ({ from }) => from },
    { header: "Au (UTC)", value: ({ to }) => to },
  ],
  followUps: [
    { header: "Résidence", value: ({ residence }) => residence },
    { header: "Sujet", value: ({ kind }) => FOLLOWED[kind] ?? kind },
    { header: "Le (UTC)", value: ({ at }) => at },
    { header: "Reporté au", value: ({ until }) => until },
  ],
  settlementActs: [
    { header: "Résidence", value: ({ residence }) => residence },
    { header: "Décompte", value: ({ statement }) => statement },
    { header: "Acte", value: ({ act }) => act },
    { header: "Le (UTC)", value: ({ at }) => at },
    { header: "Commentaire", value: ({ comment }) => comment },
  ],
  indexValues: [
    { header: "Résidence", value: ({ residence }) => residence },
    { header: "Indice", value: ({ indexName }) => indexName },
    { header: "Mois", value: ({ month }) => month },
    { header: "Valeur", value: ({ value }) => Number(value) },
    { header: "Source", value: ({ origin }) => origin },
  ],
  annotations: [
    { header: "Résidence", value: ({ residence }) => residence },
    { header: "Série ou chaufferie", value: ({ about }) => about },
    { header: "Du", value: ({ from }) => from },
    { header: "Au", value: ({ to }) => to },
    { header: "Annotation", value: ({ text }) => text },
    { header: "Écrite le (UTC)", value: ({ writtenAt }) => writtenAt },
  ],
  manualIndexes: [
    { header: "Résidence", value: ({ residence }) => residence },
    { header: "Logement", value: ({ dwelling }) => dwelling },
    { header: "Série", value: ({ series }) => series },
    { header: "Jour", value: ({ date }) => date },
    { header: "Index", value: ({ value }) => value },
  ],
  documentRequests: [
    { header: "Document", value: ({ document }) => document },
    { header: "Prestataire", value: ({ provider }) => provider },
    { header: "Première échéance", value: ({ firstRequest }) => firstRequest },
    { header: "Résidences", value: ({ projectCount }) => projectCount },
  ],
  verdicts: [
    { header: "Résidence", value: ({ residence }) => residence },
    { header: "Document", value: ({ document }) => document },
    { header: "Échéance", value: ({ dueDate }) => dueDate },
    { header: "Décision", value: ({ state }) => stateText(state) },
    { header: "Conforme", value: ({ compliance }) => yesNo(compliance) },
    { header: "Réserve ou motif", value: ({ comment }) => comment },
    { header: "Le (UTC)", value: ({ validatedAt }) => validatedAt },
  ],
  documentActions: [
    { header: "Action", value: ({ action }) => DOCUMENT_ACTION_LABELS[action] },
    { header: "Documents", value: ({ documentCount }) => documentCount },
    { header: "Motif", value: ({ comment }) => comment },
    { header: "Le (UTC)", value: ({ createdAt }) => createdAt },
  ],
  projectTokens: [
    { header: "Résidence", value: ({ residence }) => residence },
    { header: "Jeton", value: ({ name }) => name },
    { header: "Créé le (UTC)", value: ({ createdAt }) => createdAt },
  ],
  pilotChanges: [
    { header: "Résidence", value: ({ residence }) => residence },
    { header: "Logement", value: ({ dwelling }) => dwelling },
    { header: "Réglé le (UTC)", value: ({ changedAt }) => changedAt },
  ],
  queuedReports: [
    { header: "Bilans", value: ({ label }) => label },
    { header: "Demandé le (UTC)", value: ({ createdAt }) => createdAt },
    { header: "État", value: ({ state }) => QUEUED_STATE_LABELS[state] },
  ],
  sessions: [
    { header: "Nature", value: ({ kind }) => SESSION_KINDS[kind] ?? kind },
    { header: "Ouverte le (UTC)", value: ({ createdAt }) => createdAt },
    { header: "Finit le (UTC)", value: ({ expiresAt }) => expiresAt },
  ],
  actions: [
    { header: "Le (UTC)", value: ({ at }) => at },
    { header: "Action", value: ({ action }) => action },
    { header: "Objet", value: ({ subject }) => subject },
  ],
};

/** A fact in a file; "" when unknown. */
function yesNo(isYes: boolean | null): string {
  return isYes === null ? "" : yesOrNo(isYes).toLowerCase();
}

const SESSION_KINDS: Readonly<Record<string, string>> = {
  session: "session du navigateur",
  token: "jeton",
  refresh: "jeton de renouvellement",
};
