import { ORGANISATIONS_CALLS } from "../../contract/organisations.ts";
import type { Backend, Input, Outcome } from "../../contract/catalogue.ts";
import type { Caller } from "../../contract/caller.ts";
import type { TagGroup } from "../../domain/organisations/types.ts";
import { accountByEmail } from "../accounts/accounts.ts";
import { newId } from "../accounts/secrets.ts";
import { listEntries, readEntries, readEntry } from "../kv/entries.ts";
import { keys } from "../kv/keys.ts";
import { getAudit } from "./audit.ts";
import { inviteUser, type Newcomer, newcomer } from "./invitations.ts";
import { removeUser } from "./member_removal.ts";
import { addAdmin, checkUser, listAdmins, listUsers, removeAdmin, setMember } from "./members.ts";
import {
  collectFeaturesRecord,
  memberRecord,
  organisationRecord,
  type TagRecord,
  tagRecord,
} from "./organisation_records.ts";
import { save } from "./saving.ts";
import type { Services } from "./services.ts";
import { createTeam, deleteTeam, listTeams, putTeam } from "./teams.ts";
import { unserved } from "./unserved.ts";

/** Organisations and what they have in common. */
export function organisationsArea(services: Services) {
  return {
    ...unserved(ORGANISATIONS_CALLS),
    listOrgs: (_, caller) => listOrgs(services, caller),
    createOrg: (input, caller) => createOrg(services, input, caller),
    listTags: ({ orgId }) => listTags(services, orgId),
    listOrgAdmins: ({ orgId }) => listAdmins(services, orgId),
    addOrgAdmin: (input, caller) => addAdmin(services, input, { caller, action: "addOrgAdmin" }),
    removeOrgAdmin: (input, caller) => removeAdmin(services, input, caller),
    listOrgUsers: ({ orgId }) => listUsers(services, orgId),
    removeOrgUser: (input, caller) => removeUser(services, input, caller),
    checkUser: (input) => checkUser(services, input),
    inviteUser: (input, caller) => inviteUser(services, input, caller),
    listTeams: ({ orgId }) => listTeams(services, orgId),
    createTeam: (input, caller) => createTeam(services, input, caller),
    putTeam: (input, caller) => putTeam(services, input, caller),
    deleteTeam: (input, caller) => deleteTeam(services, input, caller),
    getAudit: (input) => getAudit(services, input),
    getCollectFeatures: ({ orgId }) => getCollectFeatures(services, orgId),
  } satisfies Pick<Backend, keyof typeof ORGANISATIONS_CALLS>;
}

async function listOrgs(services: Services, caller: Caller): Promise<Outcome<"listOrgs">> {
  if (caller.kind === "provider") {
    return { ok: true, answer: await named(services, [caller.orgId]) };
  }
  if (caller.kind !== "account") return { ok: true, answer: [] };
  const prefix = keys.orgOfAccount.under(caller.accountId);
  const orgIds: string[] = [];
  for await (const { key } of services.store.list({ prefix })) orgIds.push(String(key.at(-1)));
  const members = await readEntries(
    services.store,
    orgIds.map((orgId) => keys.member(orgId, caller.accountId)),
    memberRecord,
  );
  const belongs = orgIds.filter((_, index) => members[index]?.value);
  const admins = new Set(orgIds.filter((_, index) => members[index]?.value?.isAdmin));
  const answer = (await named(services, belongs))
    .map((org) => ({ ...org, isAdmin: admins.has(org.id) }));
  return { ok: true, answer };
}

async function named(
  services: Services,
  orgIds: readonly string[],
): Promise<{ id: string; name: string; isAdmin: boolean }[]> {
  const entries = await readEntries(
    services.store,
    orgIds.map((orgId) => keys.org(orgId)),
    organisationRecord,
  );
  return entries
    .flatMap(({ value }, index) => {
      const id = orgIds[index];
      return value && id !== undefined ? [{ id, name: value.name, isAdmin: false }] : [];
    })
    .sort((a, b) => a.name.localeCompare(b.name, "fr"));
}

async function createOrg(
  services: Services,
  { body }: Input<"createOrg">,
  caller: Caller,
): Promise<Outcome<"createOrg">> {
  const admin = await accountByEmail(services.store, body.adminEmail);
  const invited = admin === null ? await invitedAdmin(services, body, caller) : null;
  const adminId = admin?.id ?? invited?.id;
  if (adminId === undefined) return { ok: false, code: "unknown-user" };
  const orgId = newId();
  const change = {
    caller,
    action: "createOrg",
    orgId,
    projectId: null,
    subject: body.name,
    also: [{ kind: "account", id: adminId }],
  } as const;
  const saved = await save(services, change, (atomic) => {
    invited?.create(atomic);
    setMember(
      atomic.set(keys.org(orgId), { name: body.name }),
      { orgId, accountId: adminId },
      { isAdmin: true },
    );
  });
  // The address was taken while the invitation was made: its account is known now.
  if (!saved.ok) return await createOrg(services, { body }, caller);
  if (invited !== null) services.outbox.hasQueued();
  return { ok: true, answer: { id: orgId } };
}

/** The first administrator when nobody has the address yet, and their name is known. */
async function invitedAdmin(
  services: Services,
  { name, adminEmail, adminForename, adminSurname }: Input<"createOrg">["body"],
  caller: Caller,
): Promise<Newcomer | null> {
  if (adminForename === undefined || adminSurname === undefined) return null;
  const person = { email: adminEmail, forename: adminForename, surname: adminSurname };
  return await newcomer(services, { person, organisation: name, caller });
}

async function listTags(services: Services, orgId: string): Promise<Outcome<"listTags">> {
  const entries = await listEntries(services.store, { prefix: keys.tag.under(orgId) }, tagRecord);
  const answer = entries
    .map(({ key, value, versionstamp }) => tagGroup(String(key.at(-1)), value, versionstamp))
    .sort(bySortOrder);
  return { ok: true, answer };
}

function tagGroup(id: string, record: TagRecord, version: string): TagGroup {
  return { id, ...record, values: [...record.values].sort(bySortOrder), version };
}

function bySortOrder(a: { sortOrder: number }, b: { sortOrder: number }): number {
  return a.sortOrder - b.sortOrder;
}

async function getCollectFeatures(
  services: Services,
  orgId: string,
): Promise<Outcome<"getCollectFeatures">> {
  const entry = await readEntry(services.store, keys.orgFeatures(orgId), collectFeaturesRecord);
  const documentManagement = entry.value?.documentManagement ?? false;
  return {
    ok: true,
    answer: { orgId, documentManagement, version: entry.versionstamp ?? "0" },
  };
}

/** Whether every tag value exists in the organisation, and no group gives two. */
export async function tagsVerdict(
  services: Services,
  orgId: string,
  tags: readonly string[],
): Promise<"ok" | "unknown-reference" | "one-tag-per-group"> {
  if (tags.length === 0) return "ok";
  const groups = await listEntries(services.store, { prefix: keys.tag.under(orgId) }, tagRecord);
  const groupOf = new Map(
    groups.flatMap(({ key, value }) => value.values.map((one) => [one.id, String(key.at(-1))])),
  );
  if (tags.some((tag) => !groupOf.has(tag))) return "unknown-reference";
  const used = new Set(tags.map((tag) => groupOf.get(tag)));
  return used.size === tags.length ? "ok" : "one-tag-per-group";
}
