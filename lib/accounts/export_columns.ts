/** Names the columns of the files in an account's export. @module */

import { momentsText, selectionsText } from "@/lib/alarms/report_text.ts";
import type { AlarmReportSettings } from "@/lib/alarms/schema.ts";
import type { CsvColumn } from "@/lib/base/csv.ts";
import { yesOrNo } from "@/lib/base/text_format.ts";
import type { QueuedReport } from "@/lib/consumption_reports/schema.ts";
import { QUEUED_STATE_LABELS } from "@/lib/consumption_reports/text.ts";
import { DOCUMENT_ACTION_LABELS, stateText } from "@/lib/documents/text.ts";
import { FOLLOWED_LABELS } from "@/lib/residences/text.ts";
import type { ownContributions } from "./own_contributions.ts";

/** What the files list: the rows of {@link ownContributions}, and those of places, reports, sessions and the audit log. */
export interface ExportedRows extends Awaited<ReturnType<typeof ownContributions>> {
  organisations: { id: string; name: string; isAdmin: boolean }[];
  teams: { organisation: string; name: string; roles: string[] }[];
  roles: { projectId: string; residence: string; roles: string[] }[];
  homes: { residence: string; dwelling: string }[];
  alarmReports: ({ orgId: string } & AlarmReportSettings)[];
  queuedReports: Pick<QueuedReport, "label" | "projectId" | "createdAt" | "state">[];
  /** Instants as ISO with Z. */
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
