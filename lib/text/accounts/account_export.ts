import type { AlarmReportSettings } from "@/lib/domain/alarms/types.ts";
import type { QueuedReportState } from "@/lib/domain/queued_reports/types.ts";
import type { CsvColumn } from "@/lib/domain/tables/csv.ts";
import { momentsText, selectionsText } from "@/lib/text/alarms.ts";
import { QUEUED_STATE_LABELS } from "@/lib/text/queued_reports.ts";

export interface ExportedRows {
  organisations: { id: string; name: string; isAdmin: boolean }[];
  teams: { organisation: string; name: string; roles: string[] }[];
  roles: { projectId: string; residence: string; roles: string[] }[];
  homes: { residence: string; dwelling: string }[];
  alarmReports: ({ orgId: string } & AlarmReportSettings)[];
  /** Instants as ISO with Z. */
  alarmComments: { residence: string; alarm: string; date: string; text: string }[];
  alarmMutes: { residence: string; reason: string; from: string; to: string }[];
  queuedReports: {
    label: string;
    projectId: string;
    createdAt: string;
    state: QueuedReportState;
  }[];
  sessions: { kind: string; createdAt: string; expiresAt: string }[];
  actions: { at: string; action: string; subject: string }[];
}

export const EXPORT_COLUMNS: {
  readonly [List in keyof ExportedRows]: readonly CsvColumn<ExportedRows[List][number]>[];
} = {
  organisations: [
    { header: "Organisation", value: ({ name }) => name },
    { header: "Administrateur", value: ({ isAdmin }) => isAdmin ? "oui" : "non" },
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
  queuedReports: [
    { header: "Rapport", value: ({ label }) => label },
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

const SESSION_KINDS: Readonly<Record<string, string>> = {
  session: "session du navigateur",
  token: "jeton",
  refresh: "jeton de renouvellement",
};
