import { credentialsOf } from "@/lib/backend/accounts/credentials.ts";
import { handedOutTo } from "@/lib/backend/accounts/handed_out.ts";
import { Slices } from "@/lib/backend/core/slices.ts";
import type { Handler } from "@/lib/backend/embedded/handlers.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { csvPieces, jsonPieces } from "@/lib/backend/files/written.ts";
import { zipped } from "@/lib/backend/files/zip.ts";
import { listEntries, parsedEntry, readEntries } from "@/lib/backend/kv/entries.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import { auditRecord } from "@/lib/backend/records/audit.ts";
import { houseRecord } from "@/lib/backend/records/housing.ts";
import {
  memberRecord,
  organisationRecord,
  rolesRecord,
  teamRecord,
} from "@/lib/backend/records/organisations.ts";
import { homesOf } from "@/lib/backend/records/own_occupancy.ts";
import { projectRecord } from "@/lib/backend/records/projects.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import { auditActionText } from "@/lib/contract/audit_text.ts";
import { instantOf } from "@/lib/domain/periods/utc_instant.ts";
import { CSV_DIALECTS, type CsvColumn, guardedText } from "@/lib/domain/tables/csv.ts";
import { EXPORT_COLUMNS, type ExportedRows } from "@/lib/text/accounts/account_export.ts";
import { ownAccount, type ReadAccount, saveAccount } from "./account_record.ts";
import { ownContributions } from "./own_contributions.ts";
import { ownMailReports, queuedReportsOf } from "./own_reports.ts";

/** All that is stored about one's account, as a zip: everything in JSON, each list in CSV too. @spec accounts.removal */
export const exportAccount: Handler<"exportAccount"> = async (services, _, caller) => {
  const account = await ownAccount(services, caller);
  const rows = await exportedRows(services, caller, account);
  const { email, forename, surname, platformAdmin, createdAt } = account.record;
  const facts = { email, forename, surname, platformAdmin, createdAt: instantOf(createdAt) };
  const json = jsonPieces({ account: facts, ...rows });
  const files = [
    { name: "compte.json", pieces: json },
    {
      name: "organisations.csv",
      pieces: csv(EXPORT_COLUMNS.organisations, rows.organisations),
    },
    { name: "equipes.csv", pieces: csv(EXPORT_COLUMNS.teams, rows.teams) },
    { name: "roles.csv", pieces: csv(EXPORT_COLUMNS.roles, rows.roles) },
    { name: "logements.csv", pieces: csv(EXPORT_COLUMNS.homes, rows.homes) },
    {
      name: "rapports-alerte.csv",
      pieces: csv(EXPORT_COLUMNS.alarmReports, rows.alarmReports),
    },
    {
      name: "commentaires-alerte.csv",
      pieces: csv(EXPORT_COLUMNS.alarmComments, rows.alarmComments),
    },
    { name: "travaux.csv", pieces: csv(EXPORT_COLUMNS.alarmMutes, rows.alarmMutes) },
    {
      name: "rapports-demandes.csv",
      pieces: csv(EXPORT_COLUMNS.queuedReports, rows.queuedReports),
    },
    { name: "sessions.csv", pieces: csv(EXPORT_COLUMNS.sessions, rows.sessions) },
    { name: "journal.csv", pieces: csv(EXPORT_COLUMNS.actions, rows.actions.map(inFrench)) },
  ];
  const change = { caller, action: "exportAccount", ends: false, notice: null } as const;
  // Only its line in the audit log is written: a change of the account meanwhile takes nothing away from it.
  await saveAccount(services, account, { ...change, fill: () => {} });
  const fileName = `compte-${instantOf(services.now()).slice(0, 10)}.zip`;
  return { ok: true, answer: { fileName, bytes: await zipped(files, services.now()) } };
};

async function exportedRows(
  services: Services,
  caller: Caller,
  account: ReadAccount,
): Promise<ExportedRows> {
  const owner = {
    accountId: account.id,
    visitorId: credentialsOf(caller)?.visitorId ?? null,
  };
  const [handedOut, places, roles, homes, actions, alarmReports, written, asked] = await Promise
    .all([
      handedOutTo(services.store, owner),
      organisationsOf(services, account),
      rolesOf(services, account.id),
      ownHomesOf(services, account.id),
      actionsOf(services, account),
      alarmReportsOf(services, account),
      ownContributions(services, account),
      queuedReportsOf(services.store, account.id),
    ]);
  const sessions = handedOut.map(({ value: { kind, createdAt, expiresAt } }) => ({
    kind,
    createdAt: instantOf(createdAt),
    expiresAt: expiresAt === null ? "" : instantOf(expiresAt),
  }));
  const queuedReports = asked.map(({ value: { label, projectId, createdAt, state } }) => ({
    label,
    projectId: projectId ?? "",
    createdAt,
    state,
  }));
  return { ...places, roles, homes, alarmReports, ...written, queuedReports, sessions, actions };
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
  return places.map((_, rank) => ({
    residence: projects[rank]?.value?.name ?? "",
    dwelling: houses[rank]?.value?.settings.name ?? "",
  }));
}

/** Their own lines of the audit logs, whose others are not held: a log of five years has a million. */
async function actionsOf({ store }: Services, { id, record, orgIds }: ReadAccount) {
  const own: ExportedRows["actions"][number][] = [];
  const slices = new Slices();
  for (const orgId of orgIds) {
    const walk = store.list({ prefix: keys.audit.under(orgId) }, { batchSize: LINES_AT_ONCE });
    for await (const entry of walk) {
      const { key, value: { accountId, email, action, subject } } = parsedEntry(entry, auditRecord);
      if (accountId === id || email === record.email) {
        own.push({ at: instantOf(Number(key.at(-2))), action, subject });
      }
      if (slices.isOver()) await slices.pause();
    }
  }
  return own;
}

/** Lines of an audit log that are read at once. */
const LINES_AT_ONCE = 500;

function inFrench<Line extends { action: string }>(line: Line): Line {
  return { ...line, action: auditActionText(line.action) };
}

function csv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): Iterable<string> {
  const guarded = columns.map(({ header, value }) => ({
    header,
    value: (row: Row) => {
      const cell = value(row);
      return typeof cell === "string" ? guardedText(cell) : cell;
    },
  }));
  return csvPieces(guarded, rows, CSV_DIALECTS.semicolon);
}
