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
import { activeAmong, ofAccount, removalVerdict, teamsOf } from "@/lib/organisations/members.ts";
import { memberRecord } from "@/lib/organisations/records.ts";
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
  unchanged,
} from "@/lib/store/store.ts";
import type { Handler } from "./calls.ts";
import { type Author, CONTRIBUTIONS, entriesBy, eraseContributions } from "./contributions.ts";
import {
  authorOf,
  isOwnPassword,
  ownAccount,
  type ReadAccount,
  saveAccount,
} from "./own_account.ts";
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
    const own = [...homes, ...actions].map(({ key }) => key);
    const gone = [...reportKeys(reports), ...own, ...validations, ...mails];
    const { orgIds } = account;
    const projectIds = await listIds(services.store, keys.rolesOfAccount.under(id));
    const leave = await leaving(services, { accountId: id, orgIds, projectIds }, gone);
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

interface Leaving {
  readonly accountId: string;
  readonly orgIds: readonly string[];
  /** The residences of these organisations on which the account has roles. */
  readonly projectIds: readonly string[];
}

/**
 * What a person loses with their memberships: roles, teams, own mail reports.
 *
 * @param others other keys to delete
 * @returns the teams, as they were read, and what fills the commit
 * @spec organisations.removal
 */
async function leaving(
  { store }: Services,
  { accountId, orgIds, projectIds }: Leaving,
  others: readonly Key[],
) {
  const [ofOrgs, reports] = await Promise.all([
    Promise.all(orgIds.map((orgId) => teamsOf(store, { orgId, accountId }))),
    Promise.all(orgIds.map((orgId) => ownMailReports(store, { orgId, accountId }))),
  ]);
  const teams = ofOrgs.flat();
  const gone = [
    ...projectIds.flatMap((projectId) => [
      keys.roles(projectId, accountId),
      keys.rolesOfAccount(accountId, projectId),
    ]),
    ...reports.flat().map(({ key }) => key),
    ...others,
  ];
  const fill = async (atomic: Atomic) => {
    await includeEach(store, atomic, gone, {
      perCommit: REMOVED_PER_COMMIT,
      fill: (commit, key) => commit.delete(key),
    });
    for (const { key, value } of teams) {
      const accountIds = value.accountIds.filter((id) => id !== accountId);
      atomic.set(key, { ...value, accountIds });
    }
    for (const orgId of orgIds) {
      atomic.delete(keys.member(orgId, accountId)).delete(keys.orgOfAccount(accountId, orgId))
        .delete(keys.letterReader(orgId, accountId));
    }
  };
  return { teams, fill };
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
  const { store } = services;
  const account = await accountByEmail(store, email);
  if (account === null) return { ok: false, code: "not-found" };
  const { id: accountId } = account;
  let ordered: OrderedReports = [];
  const change = { caller, action: "removeOrgUser", orgId } as const;
  const outcome = await transact(services, change, async (atomic) => {
    const decision = await removalVerdict(services, { orgId, accountId });
    if (decision !== "ordinary" && decision !== "administrator") {
      return { ok: false, code: decision };
    }
    const [ofOrg, granted, reports] = await Promise.all([
      listIds(store, keys.projectOfOrg.under(orgId)),
      listIds(store, keys.rolesOfAccount.under(accountId)),
      queuedReportsOf(store, accountId),
    ]);
    const isOfOrg = (id: string | null) => id !== null && ofOrg.includes(id);
    ordered = reports.filter(({ value }) => isOfOrg(value.projectId));
    const place = { accountId, orgIds: [orgId], projectIds: granted.filter(isOfOrg) };
    const { fill } = await leaving(services, place, reportKeys(ordered));
    await fill(atomic);
    await endPendingAccount(services, atomic, {
      accountId,
      lost: keys.orgOfAccount(accountId, orgId),
    });
    return ofAccount(account);
  });
  if (outcome.ok) await removeFilesOf(store, ordered);
  return outcome;
};

type OrderedReports = Awaited<ReturnType<typeof queuedReportsOf>>;
