/** Builds the zip of everything stored about an account. @module */

import { auditRecord } from "@/lib/api/audit.ts";
import type { AuditActions, Services } from "@/lib/api/services.ts";
import { CSV_DIALECTS, type CsvColumn, guardedText } from "@/lib/base/csv.ts";
import { civilDateOf, instantOf } from "@/lib/base/time_zones.ts";
import { csvFile, csvPiecesOfPages, jsonPiecesOfPages } from "@/lib/files/csv_writer.ts";
import { begunFlow } from "@/lib/files/file_stream.ts";
import { zipParts } from "@/lib/files/zip.ts";
import { homesOf, houseRecord } from "@/lib/housing/records.ts";
import { type Caller, credentialsOf } from "@/lib/identity/caller.ts";
import { handedOutTo } from "@/lib/identity/issued_tokens.ts";
import {
  memberRecord,
  organisationRecord,
  rolesRecord,
  teamRecord,
} from "@/lib/organisations/records.ts";
import { projectRecord } from "@/lib/residences/records.ts";
import { PLATFORM_SCOPE } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { listEntries, listIds, parsedEntry, readEntries } from "@/lib/store/store.ts";
import { authorOf, ownAccount, type ReadAccount, saveAccount } from "./account_changes.ts";
import type { Handler } from "./calls.ts";
import { EXPORT_COLUMNS, type ExportedRows } from "./export_columns.ts";
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
  const json = jsonPiecesOfPages({ account: facts, ...rows }, "actions", actions());
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
    {
      name: "journal.csv",
      pieces: csvPiecesOfPages(
        guarded(EXPORT_COLUMNS.actions),
        inFrench(actions(), services.auditActions),
        DIALECT,
      ),
    },
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
): Promise<Omit<ExportedRows, "actions">> {
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
    Promise.all(
      orgIds.map((orgId) => listEntries(store, { prefix: keys.team.under(orgId) }, teamRecord)),
    ),
  ]);
  const organisations = orgIds.map((orgId, index) => ({
    id: orgId,
    name: orgs[index]?.value?.name ?? "",
    isAdmin: members[index]?.value?.isAdmin ?? false,
  }));
  const joined = teams.flatMap((list, index) =>
    list.filter(({ value }) => value.accountIds.includes(id)).map(({ value: { name, roles } }) => ({
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

async function ownHomesOf({ store }: Services, id: string): Promise<ExportedRows["homes"]> {
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

type Action = ExportedRows["actions"][number];

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

const DIALECT = CSV_DIALECTS.semicolon;

function csv<Row>(name: string, columns: readonly CsvColumn<Row>[], rows: readonly Row[]) {
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
