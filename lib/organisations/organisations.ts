/** Lists the organisations of a caller and creates new ones. @module */

import type { Services } from "@/lib/api/services.ts";
import { readOrgVersion, transact } from "@/lib/api/writes.ts";
import { newId } from "@/lib/base/secrets.ts";
import { isNameTaken } from "@/lib/base/visible_text.ts";
import { joiningAccount } from "@/lib/identity/accounts.ts";
import type { Caller, ProviderOf } from "@/lib/identity/caller.ts";
import { ORG_NAMES, PLATFORM_SCOPE } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  idOf,
  listEntries,
  listIds,
  readById,
  type Store,
  unchanged,
} from "@/lib/store/store.ts";
import { byName } from "@/lib/ui/tables.ts";
import type { Handler, Input } from "./calls.ts";
import { invitationTo, newAccount, type Newcomer } from "./invitations.ts";
import { setMember, welcomeMails } from "./members.ts";
import { memberRecord, organisationRecord } from "./records.ts";

/** Place of an audit line that concerns no organisation. */
export const OF_PLATFORM = { orgId: PLATFORM_SCOPE, projectId: null } as const;

/** The services of {@link listOrgs}. */
interface OrganisationServices extends Services {
  /** Ids of the landlords that request documents from some providers. @spec providers.reach */
  requestingOrgs(store: Store, providers: readonly ProviderOf[]): Promise<readonly string[]>;
}

/** The organisations open to a user; one where they have lost their last role is not. @spec roles.last-role */
export const listOrgs: Handler<"listOrgs", OrganisationServices> = async (services, _, caller) => {
  if (caller.kind === "provider") {
    const orgIds = await services.requestingOrgs(services.store, caller.providers);
    return { ok: true, answer: await named(services, orgIds) };
  }
  if (caller.kind !== "account") return { ok: true, answer: [] };
  const orgIds = await listIds(services.store, keys.orgOfAccount.under(caller.accountId));
  const memberKey = (orgId: string) => keys.member(orgId, caller.accountId);
  const own = await readById(services.store, orgIds, memberKey, memberRecord);
  const { isMemberOf } = services.callerRoles.of(caller);
  const open = await Promise.all([...own.keys()].map(async (id) => await isMemberOf(id) ? id : []));
  const answer = (await named(services, open.flat()))
    .map((org) => ({ ...org, isAdmin: own.get(org.id)?.isAdmin ?? false }));
  return { ok: true, answer };
};

async function named(services: Services, orgIds: readonly string[]) {
  const orgs = await readById(services.store, orgIds, keys.org, organisationRecord);
  return [...orgs].map(([id, { name }]) => ({ id, name, isAdmin: false })).sort(byName);
}

export const createOrg: Handler<"createOrg"> = (services, { body }, caller) => {
  const { name } = body;
  const orgId = newId();
  return transact(services, { caller, action: "createOrg", orgId }, async (atomic) => {
    if (!await takeOrgName(services, atomic, { orgId, name })) {
      return { ok: false, code: "name-taken" };
    }
    const known = await joiningAccount(services.store, body.adminEmail);
    if (known?.account.isUnproven) return { ok: false, code: "unproven-address" };
    const invited = known === null ? await invitedAdmin(services, body, caller) : null;
    const accountId = known?.account.id ?? invited?.id;
    if (accountId === undefined) return { ok: false, code: "unknown-user" };
    if (known !== null) atomic.check(known.still);
    const accountIds = [accountId];
    const mail = invited?.mail ??
      await welcomeMails(services, { organisation: name, accountIds, caller });
    invited?.create(atomic);
    setMember(atomic.set(keys.org(orgId), { name }), { orgId, accountId }, { isAdmin: true });
    const also = [{ kind: "account", id: accountId }, ORG_NAMES] as const;
    return { ok: true, answer: { id: orgId }, subject: name, also, mail };
  });
};

/** The first administrator, when the address has no account yet and their name is given. */
async function invitedAdmin(
  services: Services,
  { name, adminEmail, adminForename, adminSurname }: Input<"createOrg">["body"],
  caller: Caller,
): Promise<Newcomer | null> {
  if (adminForename === undefined || adminSurname === undefined) return null;
  const person = { email: adminEmail, forename: adminForename, surname: adminSurname };
  return await newAccount(services, person, await invitationTo(services, name, caller));
}

/**
 * Reserves the name of an organisation in a commit that also changes {@link ORG_NAMES}, unique on the platform.
 *
 * @returns false when an equivalent name exists
 */
export async function takeOrgName(
  services: Services,
  atomic: Atomic,
  { orgId, name }: { orgId: string; name: string },
): Promise<boolean> {
  const version = await readOrgVersion(services, PLATFORM_SCOPE);
  const prefix = keys.org.under();
  const orgs = await listEntries(services.store, { prefix }, organisationRecord);
  const others = orgs.filter(({ key }) => idOf(key) !== orgId).map(({ value }) => value.name);
  if (isNameTaken(others, name)) return false;
  atomic.check(unchanged(version));
  return true;
}
