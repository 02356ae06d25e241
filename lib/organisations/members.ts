/** Lists, adds and removes the members and administrators of an organisation. @module */

import type { Services } from "@/lib/api/services.ts";
import { transact } from "@/lib/api/writes.ts";
import { readEach } from "@/lib/base/concurrency.ts";
import {
  type Account,
  accountByEmail,
  accountById,
  joiningAccount,
} from "@/lib/identity/accounts.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { accountRecord, isAwaited } from "@/lib/identity/records.ts";
import type { Role } from "@/lib/identity/roles.ts";
import type { User } from "@/lib/identity/schema.ts";
import type { SealedMail } from "@/lib/mail/outbox.ts";
import { mailedName } from "@/lib/mail/text.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  type Entry,
  idOf,
  listEntries,
  listIds,
  listStored,
  readById,
  readEntry,
  type Store,
  type Stored,
} from "@/lib/store/store.ts";
import { byName, compareValues } from "@/lib/ui/tables.ts";
import type { Handler, Input, Outcome } from "./calls.ts";
import { memberLetters } from "./mail_text.ts";
import {
  type MemberRecord,
  memberRecord,
  organisationRecord,
  rolesRecord,
  type TeamRecord,
  teamRecord,
} from "./records.ts";
import type { Member } from "./schema.ts";

interface Joining {
  organisation: string;
  accountIds: readonly string[];
  /** The user who adds them; gets no mail for adding themselves. */
  caller: Caller;
}

/** The mails that tell accounts they have joined an organisation, for the same commit. @spec mail.welcome */
export async function welcomeMails(
  services: Services,
  { organisation, accountIds, caller }: Joining,
): Promise<SealedMail> {
  const others = accountIds.filter((id) => caller.kind !== "account" || id !== caller.accountId);
  if (others.length === 0) return { rows: [] };
  const accounts = await readById(services.store, others, keys.account, accountRecord);
  const to = [...accounts.values()]
    .map(({ email, forename, surname }) => ({ email, name: `${forename} ${surname}`.trim() }));
  const inviter = await callerName(services, caller);
  return await services.outbox.sealed(
    memberLetters.letter({ kind: "welcome", organisation, inviter }),
    { to },
  );
}

/** Name of an organisation; "" when it was deleted. */
export async function organisationName({ store }: Services, orgId: string): Promise<string> {
  return (await readEntry(store, keys.org(orgId), organisationRecord)).value?.name ?? "";
}

/** Name of the sender in a mail: their name, else their e-mail address, which is theirs. @spec organisations.mailed-names */
export async function callerName({ store }: Services, caller: Caller): Promise<string> {
  if (caller.kind !== "account") return "";
  const account = await accountById(store, caller.accountId);
  const name = account === null ? "" : `${account.forename} ${account.surname}`.trim();
  return mailedName(name) || caller.email;
}

interface MemberRoles {
  projectId: string;
  roles: Role[];
}

/** The administrators of an organisation, by name. */
export const listOrgAdmins: Handler<"listOrgAdmins"> = async (services, { orgId }) => {
  const admins = (await readMembers(services, orgId)).filter(({ isAdmin }) => isAdmin);
  return { ok: true, answer: admins.map(userOf) };
};

/** The members of an organisation, by name, with their direct roles and their teams. */
export const listOrgUsers: Handler<"listOrgUsers"> = async (services, { orgId }) => {
  const [members, roles, teams] = await Promise.all([
    readMembers(services, orgId),
    rolesOfAccounts(services, orgId),
    readTeams(services, orgId),
  ]);
  const answer = members.map((member): Member => ({
    ...userOf(member),
    isAdmin: member.isAdmin,
    ...member.isInvited && { isInvited: true },
    projects: roles.get(member.accountId) ?? [],
    teams: teams.flatMap(({ id, record }) =>
      record.accountIds.includes(member.accountId) ? [id] : []
    ),
  }));
  return { ok: true, answer };
};

/** The account of an e-mail address, to be added to the organisation. @spec organisations.last-administrator */
export const checkUser: Handler<"checkUser"> = async (services, { body }) => {
  const account = await accountByEmail(services.store, body.email);
  return account === null
    ? { ok: false, code: "unknown-user" }
    : { ok: true, answer: userOf(account) };
};

export const addOrgAdmin: Handler<"addOrgAdmin"> = (services, input, caller) =>
  addAdmin(services, input, { caller, action: "addOrgAdmin" });

/** Makes an account administrator; no effect when it already is. @spec organisations.administrators */
export async function addAdmin(
  services: Services,
  { orgId, body }: Input<"addOrgAdmin">,
  act: { caller: Caller; action: "addOrgAdmin" | "addPlatformOrgAdmin" },
): Promise<Outcome<"addOrgAdmin">> {
  const { store } = services;
  const memberOf = ({ id }: Account) => readEntry(store, keys.member(orgId, id), memberRecord);
  const known = await accountByEmail(store, body.email);
  const isAdmin = known !== null && (await memberOf(known)).value?.isAdmin;
  if (isAdmin) return { ok: true, answer: null };
  return await transact(services, { ...act, orgId }, async (atomic) => {
    const joining = await joiningAccount(store, body.email);
    if (joining === null) return { ok: false, code: "unknown-user" };
    const { account, still } = joining;
    if (account.isUnproven) return { ok: false, code: "unproven-address" };
    const { value } = await memberOf(account);
    const organisation = await organisationName(services, orgId);
    const accountIds = value === null ? [account.id] : [];
    const mail = await welcomeMails(services, { organisation, accountIds, caller: act.caller });
    setMember(atomic.check(still), { orgId, accountId: account.id }, { isAdmin: true });
    return { ...ofAccount(account), mail };
  });
}

/** Revokes administration; the user stays in the organisation. */
export const removeOrgAdmin: Handler<"removeOrgAdmin"> = async (services, input, caller) => {
  const { orgId, email } = input;
  const account = await accountByEmail(services.store, email);
  if (account === null) return { ok: false, code: "not-found" };
  const place = { orgId, accountId: account.id };
  return await transact(services, { caller, action: "removeOrgAdmin", orgId }, async (atomic) => {
    const decision = await removalVerdict(services, place);
    if (decision === "ordinary") return { ok: false, code: "not-found" };
    if (decision !== "administrator") return { ok: false, code: decision };
    setMember(atomic, place, { isAdmin: false });
    return ofAccount(account);
  });
};

interface MemberPlace {
  orgId: string;
  accountId: string;
}

/**
 * Verdict on the removal of a member from an organisation: the last administrator cannot be removed. Those who have not
 * accepted their invitation do not count: they cannot appoint another, nor send the invitation again.
 *
 * @spec organisations.last-administrator
 */
export async function removalVerdict(
  { store }: Services,
  { orgId, accountId }: MemberPlace,
): Promise<"ordinary" | "administrator" | "not-found" | "last-administrator"> {
  const entries = await listEntries(store, { prefix: keys.member.under(orgId) }, memberRecord);
  const own = entries.find(({ key }) => key.at(-1) === accountId);
  if (own === undefined) return "not-found";
  if (!own.value.isAdmin) return "ordinary";
  const others = entries.filter((entry) => entry !== own && entry.value.isAdmin);
  return await activeAmong(store, others) === null ? "last-administrator" : "administrator";
}

/** The first of some memberships whose account has a password; null for none. */
export async function activeAmong<Membership extends Pick<Entry, "key">>(
  store: Store,
  members: readonly Membership[],
): Promise<Membership | null> {
  const accounts = await readById(
    store,
    members.map(({ key }) => idOf(key)),
    keys.account,
    accountRecord,
  );
  const isActive = (one: Membership) => {
    const account = accounts.get(idOf(one.key));
    return account !== undefined && !isAwaited(account);
  };
  return members.find(isActive) ?? null;
}

/** Writes a membership, and the index by which the account finds its organisations. */
export function setMember(
  atomic: Atomic,
  { orgId, accountId }: MemberPlace,
  record: MemberRecord,
): Atomic {
  return atomic
    .set(keys.member(orgId, accountId), record)
    .set(keys.orgOfAccount(accountId, orgId), true);
}

/** The teams of an organisation, by name. */
export async function readTeams({ store }: Services, orgId: string): Promise<Stored<TeamRecord>[]> {
  const teams = await listStored(store, keys.team.under(orgId), teamRecord);
  return teams.sort((left, right) => byName(left.record, right.record));
}

/** The teams of an organisation that an account is in. */
export async function teamsOf(
  store: Store,
  { orgId, accountId }: MemberPlace,
): Promise<Entry<TeamRecord>[]> {
  const teams = await listEntries(store, { prefix: keys.team.under(orgId) }, teamRecord);
  return teams.filter(({ value }) => value.accountIds.includes(accountId));
}

async function readMembers({ store }: Services, orgId: string) {
  const stored = await listStored(store, keys.member.under(orgId), memberRecord);
  const accounts = await readById(store, stored.map(({ id }) => id), keys.account, accountRecord);
  return stored
    .flatMap(({ id: accountId, record: { isAdmin } }) => {
      const account = accounts.get(accountId);
      return account
        ? [{ ...userOf(account), accountId, isAdmin, isInvited: isAwaited(account) }]
        : [];
    })
    .sort((left, right) => compareValues(nameOf(left), nameOf(right)));
}

async function rolesOfAccounts(services: Services, orgId: string) {
  const ids = await listIds(services.store, keys.projectOfOrg.under(orgId));
  const byAccount = new Map<string, MemberRoles[]>();
  const granted = await readEach(ids, async (projectId) => ({
    projectId,
    stored: await listStored(services.store, keys.roles.under(projectId), rolesRecord),
  }));
  for (const { projectId, stored } of granted) {
    for (const { id: accountId, record: roles } of stored) {
      byAccount.getOrInsertComputed(accountId, () => []).push({ projectId, roles });
    }
  }
  return byAccount;
}

/** The decision on a membership: its audit line has the address, and the member's cached answers are invalidated. */
export function ofAccount({ id, email }: Pick<Account, "id" | "email">) {
  return { ok: true, answer: null, subject: email, also: [{ kind: "account", id }] } as const;
}

function userOf({ email, forename, surname }: User): User {
  return { email, forename, surname };
}

function nameOf({ surname, forename, email }: User): string[] {
  return [surname, forename, email];
}
