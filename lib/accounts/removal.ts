/** Removes an account, or a member from an organisation, with their reports. @module */

import type { Services } from "@/lib/api/services.ts";
import { transact } from "@/lib/api/writes.ts";
import { reportKeys } from "@/lib/consumption_reports/records.ts";
import { homesOf, residencesOf } from "@/lib/housing/records.ts";
import { accountByEmail, endPendingAccount } from "@/lib/identity/accounts.ts";
import { accountCaller } from "@/lib/identity/caller.ts";
import { forgetCodes } from "@/lib/identity/mailed_codes.ts";
import { accountRecord } from "@/lib/identity/records.ts";
import type { Handler as OrganisationsHandler } from "@/lib/organisations/calls.ts";
import {
  activeAmong,
  type MemberPlace,
  ofAccount,
  readTeams,
  removalVerdict,
} from "@/lib/organisations/members.ts";
import { memberRecord, rolesRecord, teamRecord } from "@/lib/organisations/records.ts";
import { commitEach, includeEach, retried } from "@/lib/store/commits.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  type Check,
  CHECKS_PER_COMMIT,
  idOf,
  type Key,
  listEntries,
  listIds,
  readById,
  readEntry,
  unchanged,
} from "@/lib/store/store.ts";
import { authorOf, ownAccount, type ReadAccount, saveAccount } from "./account_changes.ts";
import type { Handler } from "./calls.ts";
import { type Author, CONTRIBUTIONS, entriesBy, eraseContributions } from "./contributions.ts";
import { isOwnPassword } from "./own_account.ts";
import { ownMailReports, queuedReportsOf, removeFilesOf } from "./own_reports.ts";

/**
 * Maximum roles and reports removed in one commit, beside as many sessions and tokens, which are two entries each; the
 * others are removed in commits before it.
 */
const REMOVED_PER_COMMIT = 300;
/** Checks of a commit left beside that of the account itself. */
const CHECKS_LEFT = CHECKS_PER_COMMIT - 1;

/**
 * Deletes the caller's account with its memberships, roles, team entries, own reports, actions on documents and queued
 * mails to its owner; what it wrote in residences and documents stays, without its address. The audit log is not changed.
 *
 * The last administrator of an organisation, or of the platform, cannot be deleted, since no one could appoint another:
 * one who has not accepted the invitation cannot.
 *
 * @spec accounts.removal
 */
export const removeAccount: Handler<"removeAccount"> = async (services, { body }, caller) => {
  return await retried(async () => {
    // An organisation or a dwelling that the account joins meanwhile changes its version.
    const version = await services.store.get(
      keys.version("account", accountCaller(caller).accountId),
    );
    const account = await ownAccount(services, caller);
    if (!(await isOwnPassword(services, account, body.password))) {
      return { ok: false, code: "bad-password" } as const;
    }
    const others = await otherAdministrators(services, account);
    if (others === null) return { ok: false, code: "last-administrator" } as const;
    const { id, record } = account;
    const reports = await queuedReportsOf(services.store, id);
    const homes = await homesOf(services.store, id);
    const mails = await services.outbox.mailsOfAccount({ id, email: record.email });
    const author = authorOf(account);
    await eraseContributions(services, author);
    const actions = await entriesBy(services.store, CONTRIBUTIONS.documentAction, author);
    const validations = account.orgIds.map((orgId) => keys.documentMail(orgId, "to-validate", id));
    const letters = account.orgIds.map((orgId) => keys.letterReader(orgId, id));
    const own = [...[...homes, ...actions].map(({ key }) => key), ...letters];
    const gone = [...reportKeys(reports), ...own, ...validations, ...mails];
    const leave = await leaving(services, account, gone);
    const written = await saveAccount(services, account, {
      caller,
      action: "removeAccount",
      ends: true,
      notice: { letter: { kind: "account-removed" }, to: record.email },
      also: residencesOf(homes),
      fill: async (atomic) => {
        // When two administrators leave at the same time, the second commit fails; so does one that would write over
        // another change of a team.
        const checks = [unchanged(version), ...others, ...leave.teams.map(unchanged)];
        atomic.check(...checks.slice(0, CHECKS_LEFT));
        await leave.fill(atomic);
        atomic.delete(keys.account(id)).delete(keys.accountByEmail(record.email))
          .delete(keys.emailChange(id));
        forgetCodes(atomic, record.email);
      },
    });
    if (!written.ok) return null;
    await removeFilesOf(services.store, reports);
    await removeLate(services, account, author);
    return { ok: true, answer: null } as const;
  });
};

/** Removes what another tab wrote while the account was removed: every session has ended now. */
async function removeLate(
  services: Services,
  { id, orgIds }: ReadAccount,
  author: Author,
): Promise<void> {
  const { store } = services;
  await eraseContributions(services, author);
  const [reports, actions, ...mailReports] = await Promise.all([
    queuedReportsOf(store, id),
    entriesBy(store, CONTRIBUTIONS.documentAction, author),
    ...orgIds.map((orgId) => ownMailReports(store, { orgId, accountId: id })),
  ]);
  const late = [...actions, ...mailReports.flat()].map(({ key }) => key);
  await commitEach(store, [...reportKeys(reports), ...late], {
    perCommit: REMOVED_PER_COMMIT,
    fill: (atomic, key) => atomic.delete(key),
  });
  await removeFilesOf(store, reports);
}

/** Other administrators of the account's organisations and of the platform; null when one would have none left. */
async function otherAdministrators(services: Services, { id, record, orgIds }: ReadAccount) {
  const found: Check[] = [];
  for (const orgId of orgIds) {
    const prefix = keys.member.under(orgId);
    const admins = (await listEntries(services.store, { prefix }, memberRecord))
      .filter(({ value }) => value.isAdmin);
    if (!admins.some(({ key }) => key.at(-1) === id)) continue;
    const other = await activeAmong(services.store, admins.filter(({ key }) => idOf(key) !== id));
    if (other === null) return null;
    found.push({ key: other.key, versionstamp: other.versionstamp });
  }
  if (!record.platformAdmin) return found;
  const accounts = await listEntries(
    services.store,
    { prefix: keys.account.under() },
    accountRecord,
  );
  const other = accounts.find(({ key, value }) => value.platformAdmin && key.at(-1) !== id);
  if (other === undefined) return null;
  return [{ key: other.key, versionstamp: other.versionstamp }, ...found];
}

/**
 * The removal of an account from organisations, residences and teams, with its mail reports.
 *
 * @param others other keys to delete
 */
async function leaving({ store }: Services, { id, orgIds }: ReadAccount, others: readonly Key[]) {
  const [projectIds, ...mailReports] = await Promise.all([
    listIds(store, keys.rolesOfAccount.under(id)),
    ...orgIds.map((orgId) => ownMailReports(store, { orgId, accountId: id })),
  ]);
  const gone = [
    ...projectIds.flatMap((projectId) => [
      keys.roles(projectId, id),
      keys.rolesOfAccount(id, projectId),
    ]),
    ...mailReports.flat().map(({ key }) => key),
    ...others,
  ];
  const teams = await Promise.all(
    orgIds.map((orgId) => listEntries(store, { prefix: keys.team.under(orgId) }, teamRecord)),
  );
  const joined = teams.flat().filter(({ value }) => value.accountIds.includes(id));
  const members = await Promise.all(
    orgIds.map((orgId) => readEntry(store, keys.member(orgId, id), memberRecord)),
  );
  const fill = async (atomic: Atomic) => {
    await includeEach(store, atomic, gone, {
      perCommit: REMOVED_PER_COMMIT,
      fill: (commit, key) => commit.delete(key),
    });
    for (const { key, value } of joined) {
      atomic.set(key, { ...value, accountIds: value.accountIds.filter((one) => one !== id) });
    }
    for (const { key } of members) atomic.delete(key);
    for (const orgId of orgIds) atomic.delete(keys.orgOfAccount(id, orgId));
  };
  // The teams it leaves, as they were read.
  return { teams: joined, fill };
}

/**
 * Removes a member from an organisation, with their administration, roles, teams, own mail reports and ordered reports
 * about its residences.
 */
export const removeOrgUser: OrganisationsHandler<"removeOrgUser"> = async (
  services,
  input,
  caller,
) => {
  const { orgId, email } = input;
  const account = await accountByEmail(services.store, email);
  if (account === null) return { ok: false, code: "not-found" };
  const place = { orgId, accountId: account.id };
  let ordered: OrderedReports = [];
  const change = { caller, action: "removeOrgUser", orgId } as const;
  const outcome = await transact(services, change, async (atomic) => {
    const decision = await removalVerdict(services, place);
    if (decision !== "ordinary" && decision !== "administrator") {
      return { ok: false, code: decision };
    }
    const projectIds = await listIds(services.store, keys.projectOfOrg.under(orgId));
    ordered = (await queuedReportsOf(services.store, account.id))
      .filter(({ value }) => value.projectId !== null && projectIds.includes(value.projectId));
    const removals = [
      ...await removalsOf(services, place, projectIds),
      ...reportKeys(ordered).map((key): Removal => (atomic) => void atomic.delete(key)),
    ];
    await includeEach(services.store, atomic, removals, {
      perCommit: REMOVED_PER_COMMIT,
      fill: (commit, remove) => remove(commit),
    });
    atomic.delete(keys.member(orgId, account.id)).delete(keys.orgOfAccount(account.id, orgId))
      .delete(keys.letterReader(orgId, account.id));
    await endPendingAccount(services, atomic, {
      accountId: account.id,
      lost: keys.orgOfAccount(account.id, orgId),
    });
    return ofAccount(account);
  });
  if (outcome.ok) await removeFilesOf(services.store, ordered);
  return outcome;
};

type OrderedReports = Awaited<ReturnType<typeof queuedReportsOf>>;
type Removal = (atomic: Atomic) => void;

/** What a person loses with their membership. @spec organisations.removal */
async function removalsOf(
  services: Services,
  { orgId, accountId }: MemberPlace,
  ids: readonly string[],
): Promise<Removal[]> {
  const [teams, reports] = await Promise.all([
    readTeams(services, orgId),
    ownMailReports(services.store, { orgId, accountId }),
  ]);
  const rolesKey = (projectId: string) => keys.roles(projectId, accountId);
  const roles = await readById(services.store, ids, rolesKey, rolesRecord);
  const fromTeams = teams
    .filter(({ record }) => record.accountIds.includes(accountId))
    .map(({ entry: { key }, record }): Removal => (atomic) => {
      const accountIds = record.accountIds.filter((id) => id !== accountId);
      atomic.set(key, { ...record, accountIds });
    });
  const fromProjects = [...roles.keys()].map((projectId): Removal => (atomic) => {
    atomic.delete(rolesKey(projectId)).delete(keys.rolesOfAccount(accountId, projectId));
  });
  const ownReports = reports.map(({ key }): Removal => (atomic) => void atomic.delete(key));
  return [...fromTeams, ...fromProjects, ...ownReports];
}
