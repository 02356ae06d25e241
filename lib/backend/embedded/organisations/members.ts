import { accountByEmail } from "@/lib/backend/accounts/accounts.ts";
import { accountRecord } from "@/lib/backend/accounts/records.ts";
import { readOrgVersion, save, unchanged } from "@/lib/backend/embedded/saving.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { retried } from "@/lib/backend/kv/atomic.ts";
import { listEntries, readEntries, readEntry } from "@/lib/backend/kv/entries.ts";
import { idOf } from "@/lib/backend/kv/key.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import type { Atomic, Key } from "@/lib/backend/kv/store.ts";
import { queueMail } from "@/lib/backend/mail/outbox.ts";
import {
  type MemberRecord,
  memberRecord,
  rolesRecord,
  type TeamRecord,
  teamRecord,
} from "@/lib/backend/records/organisations.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { Input, Outcome } from "@/lib/contract/catalogue.ts";
import type { Member, MemberRoles, User } from "@/lib/domain/organisations/types.ts";
import { compareValues } from "@/lib/domain/tables/sort.ts";
import { organisationName, welcomeMails } from "./welcomes.ts";

/** Somebody of an organisation, as the store has them. */
interface StoredMember extends User {
  accountId: string;
  isAdmin: boolean;
}

/** The administrators of an organisation, by name. */
export async function listAdmins(
  services: Services,
  orgId: string,
): Promise<Outcome<"listOrgAdmins">> {
  const admins = (await readMembers(services, orgId)).filter(({ isAdmin }) => isAdmin);
  return { ok: true, answer: admins.map(userOf) };
}

/** Everybody of an organisation, by name, with their direct roles and their teams. */
export async function listUsers(
  services: Services,
  orgId: string,
): Promise<Outcome<"listOrgUsers">> {
  const [members, roles, teams] = await Promise.all([
    readMembers(services, orgId),
    rolesOfAccounts(services, orgId),
    readTeams(services, orgId),
  ]);
  const answer = members.map((member): Member => ({
    ...userOf(member),
    isAdmin: member.isAdmin,
    projects: roles.get(member.accountId) ?? [],
    teams: teams.flatMap(({ id, record }) =>
      record.accountIds.includes(member.accountId) ? [id] : []
    ),
  }));
  return { ok: true, answer };
}

/** The account of an e-mail address, so that its owner may be added. @spec B §7 "checkuser (body email)" */
export async function checkUser(
  services: Services,
  { body }: Input<"checkUser">,
): Promise<Outcome<"checkUser">> {
  const account = await accountByEmail(services.store, body.email);
  return account === null
    ? { ok: false, code: "unknown-user" }
    : { ok: true, answer: userOf(account) };
}

/** Makes an account administrator; one that is already stays so. */
export async function addAdmin(
  services: Services,
  { orgId, body }: Input<"addOrgAdmin">,
  told: { caller: Caller; action: "addOrgAdmin" | "addPlatformOrgAdmin" },
): Promise<Outcome<"addOrgAdmin">> {
  const account = await accountByEmail(services.store, body.email);
  if (account === null) return { ok: false, code: "unknown-user" };
  if (account.isUnproven) return { ok: false, code: "unproven-address" };
  const place = { orgId, accountId: account.id };
  const change = changeOf(place, { ...told, subject: account.email });
  const key = keys.member(orgId, account.id);
  const organisation = await organisationName(services, orgId);
  return await retried(async () => {
    const entry = await readEntry(services.store, key, memberRecord);
    if (entry.value?.isAdmin) return { ok: true, answer: null };
    const accountIds = entry.value === null ? [account.id] : [];
    const mails = await welcomeMails(services, { organisation, accountIds, caller: told.caller });
    const saved = await save(services, change, (atomic) => {
      setMember(atomic.check(unchanged(entry)), place, { isAdmin: true });
      queueMail(atomic, mails);
    });
    if (!saved.ok) return null;
    services.outbox.hasQueued();
    return { ok: true, answer: null };
  });
}

/** Takes administration away; whoever loses it stays in the organisation. */
export async function removeAdmin(
  services: Services,
  { orgId, email }: Input<"removeOrgAdmin">,
  caller: Caller,
): Promise<Outcome<"removeOrgAdmin">> {
  const account = await accountByEmail(services.store, email);
  if (account === null) return { ok: false, code: "not-found" };
  const place = { orgId, accountId: account.id };
  const change = changeOf(place, { caller, action: "removeOrgAdmin", subject: account.email });
  return await retried(async () => {
    const version = await readOrgVersion(services, orgId);
    const verdict = await removalVerdict(services, place);
    if (verdict !== "ordinary" && verdict !== "administrator") return { ok: false, code: verdict };
    if (verdict === "ordinary") return { ok: false, code: "not-found" };
    const saved = await save(services, change, (atomic) => {
      setMember(atomic.check(unchanged(version)), place, { isAdmin: false });
    });
    return saved.ok ? { ok: true, answer: null } : null;
  });
}

/** Somebody in an organisation. */
export interface MemberPlace {
  orgId: string;
  accountId: string;
}

/**
 * Whether somebody may lose what they are in an organisation: its last administrator may not.
 *
 * Read after {@link readOrgVersion}, whose check in the commit makes the answer still true.
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
  const adminCount = entries.filter(({ value }) => value.isAdmin).length;
  return adminCount > 1 ? "administrator" : "last-administrator";
}

/** Writes a membership, and the mark by which the account finds its organisations. */
export function setMember(
  atomic: Atomic,
  { orgId, accountId }: MemberPlace,
  record: MemberRecord,
): Atomic {
  return atomic
    .set(keys.member(orgId, accountId), record)
    .set(keys.orgOfAccount(accountId, orgId), true);
}

/** A team with its id. */
export interface StoredTeam {
  id: string;
  key: Key;
  record: TeamRecord;
  versionstamp: string;
}

/** The teams of an organisation, by name. */
export async function readTeams({ store }: Services, orgId: string): Promise<StoredTeam[]> {
  const entries = await listEntries(store, { prefix: keys.team.under(orgId) }, teamRecord);
  return entries
    .map(({ key, value, versionstamp }) => ({
      id: idOf(key),
      key,
      record: value,
      versionstamp,
    }))
    .sort((left, right) => compareValues(left.record.name, right.record.name));
}

/** Everybody of an organisation, by name; accounts that are gone are left out. */
async function readMembers({ store }: Services, orgId: string): Promise<StoredMember[]> {
  const entries = await listEntries(store, { prefix: keys.member.under(orgId) }, memberRecord);
  const ids = entries.map(({ key }) => idOf(key));
  const accounts = await readEntries(store, ids.map((id) => keys.account(id)), accountRecord);
  return entries
    .flatMap(({ value: { isAdmin } }, index): StoredMember[] => {
      const account = accounts[index]?.value;
      return account ? [{ ...userOf(account), accountId: ids[index] ?? "", isAdmin }] : [];
    })
    .sort((left, right) => compareValues(nameOf(left), nameOf(right)));
}

/** Direct roles by account, on the residences of an organisation. */
async function rolesOfAccounts(
  services: Services,
  orgId: string,
): Promise<ReadonlyMap<string, MemberRoles[]>> {
  const ids = await listIds(services.store, keys.projectOfOrg.under(orgId));
  const byAccount = new Map<string, MemberRoles[]>();
  const given = await Promise.all(ids.map(async (projectId) => ({
    projectId,
    entries: await listEntries(
      services.store,
      { prefix: keys.roles.under(projectId) },
      rolesRecord,
    ),
  })));
  for (const { projectId, entries } of given) {
    for (const { key, value: roles } of entries) {
      const accountId = idOf(key);
      const known = byAccount.get(accountId) ?? [];
      known.push({ projectId, roles });
      byAccount.set(accountId, known);
    }
  }
  return byAccount;
}

/** A change of somebody's place, for the audit log and the caches. */
export function changeOf(
  { orgId, accountId }: MemberPlace,
  told: {
    caller: Caller;
    action: "addOrgAdmin" | "addPlatformOrgAdmin" | "removeOrgAdmin" | "removeOrgUser";
    subject: string;
  },
) {
  return { ...told, orgId, projectId: null, also: [{ kind: "account", id: accountId }] } as const;
}

function userOf({ email, forename, surname }: User): User {
  return { email, forename, surname };
}

function nameOf({ surname, forename, email }: User): string[] {
  return [surname, forename, email];
}
