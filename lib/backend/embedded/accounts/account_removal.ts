import { accountRecord } from "@/lib/backend/accounts/records.ts";
import { forgetCodes } from "@/lib/backend/accounts/reset_codes.ts";
import { activeAmong } from "@/lib/backend/embedded/organisations/members.ts";
import { unchanged } from "@/lib/backend/embedded/saving.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { retried } from "@/lib/backend/kv/atomic.ts";
import { commitEach, includeEach } from "@/lib/backend/kv/commit_each.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import {
  type Atomic,
  type Check,
  CHECKS_PER_COMMIT,
  idOf,
  type Key,
  listEntries,
  readEntry,
} from "@/lib/backend/kv/store.ts";
import { mailsOfAccount } from "@/lib/backend/mail/account_mails.ts";
import { memberRecord, teamRecord } from "@/lib/backend/records/organisations.ts";
import { homesOf, residencesOf } from "@/lib/backend/records/own_occupancy.ts";
import { reportKeys } from "@/lib/backend/records/queued_reports.ts";
import {
  accountCaller,
  authorOf,
  ownAccount,
  type ReadAccount,
  saveAccount,
} from "./account_record.ts";
import { eraseContributions } from "./contribution_erasure.ts";
import { type Author, CONTRIBUTIONS, entriesBy } from "./contributions.ts";
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
    const mails = await mailsOfAccount(services.store, { id, email: record.email });
    const author = authorOf(account);
    await eraseContributions(services, author);
    const actions = await entriesBy(services.store, CONTRIBUTIONS.documentAction, author);
    const validations = account.orgIds.map((orgId) => keys.documentMail(orgId, "to-validate", id));
    const own = [...homes, ...actions].map(({ key }) => key);
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
