/** Builds the zip of everything stored about an account, with the columns of its CSV files. @module */

import { momentsText, selectionsText } from "@/lib/alarms/report_text.ts";
import { auditRecord } from "@/lib/api/audit.ts";
import type { AuditActions, Services } from "@/lib/api/services.ts";
import { type CsvColumn, guardedText } from "@/lib/base/csv.ts";
import { yesOrNo } from "@/lib/base/text_format.ts";
import { civilDateOf, instantOf } from "@/lib/base/time_zones.ts";
import { QUEUED_STATE_LABELS } from "@/lib/consumption_reports/text.ts";
import { DOCUMENT_ACTION_LABELS, stateText } from "@/lib/documents/text.ts";
import { csvFile, type FileRows, jsonPieces } from "@/lib/files/csv_writer.ts";
import { begunFlow } from "@/lib/files/file_stream.ts";
import { zipParts } from "@/lib/files/zip.ts";
import { homesOf, houseRecord } from "@/lib/housing/records.ts";
import { type Caller, credentialsOf } from "@/lib/identity/caller.ts";
import { handedOutTo } from "@/lib/identity/tokens.ts";
import { teamsOf } from "@/lib/organisations/members.ts";
import { memberRecord, organisationRecord, rolesRecord } from "@/lib/organisations/records.ts";
import { projectRecord } from "@/lib/residences/records.ts";
import { FOLLOWED_LABELS } from "@/lib/residences/text.ts";
import { PLATFORM_SCOPE } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, parsedEntry, readEntries } from "@/lib/store/store.ts";
import type { Handler } from "./calls.ts";
import { authorOf, ownAccount, type ReadAccount, saveAccount } from "./own_account.ts";
import { ownContributions } from "./own_contributions.ts";
import { ownMailReports, queuedReportsOf } from "./own_reports.ts";

/**
 * A zip of all the data stored about the caller's account: everything in JSON, lists in CSV too. It is streamed.
 *
 * @spec accounts.removal
 */
export const exportAccount: Handler<"exportAccount"> = async (services, _, caller) => {
  const account = await ownAccount(services, caller);
  const rows = await exportedRows(services, caller, account);
  const { email, formerEmails = [], forename, surname, platformAdmin, createdAt } = account.record;
  const named = { email, formerEmails, forename, surname };
  const facts = { ...named, platformAdmin, createdAt: instantOf(createdAt) };
  const actions = () => actionsOf(services, account);
  const json = jsonPieces({ account: facts, ...rows, actions: actions() });
  const files = [
    { name: "compte.json", pieces: json },
    csv("organisations.csv", EXPORT_COLUMNS.organisations, rows.organisations),
    csv("equipes.csv", EXPORT_COLUMNS.teams, rows.teams),
    csv("roles.csv", EXPORT_COLUMNS.roles, rows.roles),
    csv("logements.csv", EXPORT_COLUMNS.homes, rows.homes),
    csv("rapports-alerte.csv", EXPORT_COLUMNS.alarmReports, rows.alarmReports),
    csv("commentaires-alerte.csv", EXPORT_COLUMNS.alarmComments, rows.alarmComments),
    csv("travaux.csv", EXPORT_COLUMNS.alarmMutes, rows.alarmMutes),
    csv("suivi.csv", EXPORT_COLUMNS.followUps, rows.followUps),
    csv("decomptes.csv", EXPORT_COLUMNS.settlementActs, rows.settlementActs),
    csv("indices.csv", EXPORT_COLUMNS.indexValues, rows.indexValues),
    csv("annotations.csv", EXPORT_COLUMNS.annotations, rows.annotations),
    csv("index.csv", EXPORT_COLUMNS.manualIndexes, rows.manualIndexes),
    csv("demandes-documents.csv", EXPORT_COLUMNS.documentRequests, rows.documentRequests),
    csv("decisions-documents.csv", EXPORT_COLUMNS.verdicts, rows.verdicts),
    csv("actions-documents.csv", EXPORT_COLUMNS.documentActions, rows.documentActions),
    csv("jetons-residences.csv", EXPORT_COLUMNS.projectTokens, rows.projectTokens),
    csv("pilotage.csv", EXPORT_COLUMNS.pilotChanges, rows.pilotChanges),
    csv("rapports-demandes.csv", EXPORT_COLUMNS.queuedReports, rows.queuedReports),
    csv("sessions.csv", EXPORT_COLUMNS.sessions, rows.sessions),
    csv("journal.csv", EXPORT_COLUMNS.actions, inFrench(actions(), services.auditActions)),
  ];
  const change = { caller, action: "exportAccount", ends: false, notice: null } as const;
  // Only its line in the audit log is written: a concurrent change of the account cannot be lost.
  await saveAccount(services, account, { ...change, fill: () => {} });
  const fileName = `compte-${civilDateOf(services.now())}.zip`;
  const flow = await begunFlow(zipParts(files, services.now()));
  return { ok: true, answer: { fileName, size: null, flow } };
};

async function exportedRows(
  services: Services,
  caller: Caller,
  account: ReadAccount,
) {
  const owner = { accountId: account.id, visitorId: credentialsOf(caller)?.visitorId ?? null };
  const [handedOut, places, roles, homes, alarmReports, written, requested] = await Promise.all([
    handedOutTo(services.store, owner),
    organisationsOf(services, account),
    rolesOf(services, account.id),
    ownHomesOf(services, account.id),
    alarmReportsOf(services, account),
    ownContributions(services.store, authorOf(account)),
    queuedReportsOf(services.store, account.id),
  ]);
  const sessions = handedOut.map(({ value: { kind, createdAt, expiresAt } }) => ({
    kind,
    createdAt: instantOf(createdAt),
    expiresAt: expiresAt === null ? "" : instantOf(expiresAt),
  }));
  const queuedReports = requested.map(({ value: { label, projectId, createdAt, state } }) => ({
    label,
    projectId: projectId ?? "",
    createdAt,
    state,
  }));
  return { ...places, roles, homes, alarmReports, ...written, queuedReports, sessions };
}

async function organisationsOf({ store }: Services, { id, orgIds }: ReadAccount) {
  const [orgs, members, teams] = await Promise.all([
    readEntries(store, orgIds.map((orgId) => keys.org(orgId)), organisationRecord),
    readEntries(store, orgIds.map((orgId) => keys.member(orgId, id)), memberRecord),
    Promise.all(orgIds.map((orgId) => teamsOf(store, { orgId, accountId: id }))),
  ]);
  const organisations = orgIds.map((orgId, index) => ({
    id: orgId,
    name: orgs[index]?.value?.name ?? "",
    isAdmin: members[index]?.value?.isAdmin ?? false,
  }));
  const joined = teams.flatMap((list, index) =>
    list.map(({ value: { name, roles } }) => ({
      organisation: organisations[index]?.name ?? "",
      name,
      roles,
    }))
  );
  return { organisations, teams: joined };
}

async function alarmReportsOf({ store }: Services, { id, orgIds }: ReadAccount) {
  const ofOrgs = await Promise.all(orgIds.map(async (orgId) => {
    const reports = await ownMailReports(store, { orgId, accountId: id });
    return reports.map(({ value: { webhookSeal: _, ...report } }) => ({ orgId, ...report }));
  }));
  return ofOrgs.flat();
}

async function rolesOf({ store }: Services, id: string) {
  const projectIds = await listIds(store, keys.rolesOfAccount.under(id));
  const [projects, granted] = await Promise.all([
    readEntries(store, projectIds.map((projectId) => keys.project(projectId)), projectRecord),
    readEntries(store, projectIds.map((projectId) => keys.roles(projectId, id)), rolesRecord),
  ]);
  return projectIds.map((projectId, index) => ({
    projectId,
    residence: projects[index]?.value?.name ?? "",
    roles: granted[index]?.value ?? [],
  }));
}

async function ownHomesOf({ store }: Services, id: string) {
  const places = (await homesOf(store, id)).map(({ key }) => key.slice(-2).map(String));
  const [projects, houses] = await Promise.all([
    readEntries(store, places.map(([projectId = ""]) => keys.project(projectId)), projectRecord),
    readEntries(
      store,
      places.map(([projectId = "", houseId = ""]) => keys.house(projectId, houseId)),
      houseRecord,
    ),
  ]);
  return places.map((_, position) => ({
    residence: projects[position]?.value?.name ?? "",
    dwelling: houses[position]?.value?.settings.name ?? "",
  }));
}

/** A line of an audit log; its instant as ISO with Z. */
interface Action {
  at: string;
  action: string;
  subject: string;
}

/**
 * The account's lines in the audit logs, page by page: five years may amount to half a million lines, among as many
 * of other accounts, too many for memory.
 */
async function* actionsOf(
  { store }: Services,
  { id, record, orgIds }: ReadAccount,
): AsyncGenerator<readonly Action[]> {
  for (const scopeId of [PLATFORM_SCOPE, ...orgIds]) {
    let page: Action[] = [];
    const walk = store.list({ prefix: keys.audit.under(scopeId) }, { batchSize: LINES_AT_ONCE });
    for await (const entry of walk) {
      const { key, value: { accountId, email, action, subject } } = parsedEntry(entry, auditRecord);
      if (accountId === id || email === record.email) {
        page.push({ at: instantOf(Number(key.at(-2))), action, subject });
      }
      if (page.length === LINES_AT_ONCE) {
        yield page;
        page = [];
      }
    }
    yield page;
  }
}

const LINES_AT_ONCE = 500;

async function* inFrench(
  pages: AsyncIterable<readonly Action[]>,
  { textOf }: AuditActions,
): AsyncGenerator<Action[]> {
  for await (const page of pages) {
    yield page.map((line) => ({ ...line, action: textOf(line.action) }));
  }
}

function csv<Row>(name: string, columns: readonly CsvColumn<Row>[], rows: FileRows<Row>) {
  return csvFile(name, guarded(columns), rows);
}

function guarded<Row>(columns: readonly CsvColumn<Row>[]): CsvColumn<Row>[] {
  return columns.map(({ header, value }) => ({
    header,
    value: (row: Row) => {
      const cell = value(row);
      return typeof cell === "string" ? guardedText(cell) : cell;
    },
  }));
}

interface ExportedRows extends Awaited<ReturnType<typeof exportedRows>> {
  actions: Action[];
}

const FOLLOWED: Readonly<Record<string, string>> = FOLLOWED_LABELS;

const EXPORT_COLUMNS: {
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
