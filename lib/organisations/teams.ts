/** Lists, creates, changes and deletes the teams of an organisation. @module */

import * as z from "zod";
import type { Services } from "@/lib/api/services.ts";
import { isCurrent, readOrgVersion, transact, versionOf } from "@/lib/api/writes.ts";
import { newId } from "@/lib/base/secrets.ts";
import { isNameTaken } from "@/lib/base/visible_text.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { accountRecord } from "@/lib/identity/records.ts";
import { PLATFORM_ADMIN } from "@/lib/identity/roles.ts";
import { queueMail, type SealedMail } from "@/lib/mail/outbox.ts";
import { ORG_NAMES, type Scope } from "@/lib/store/cache.ts";
import { retried } from "@/lib/store/commits.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  listEntries,
  readById,
  readEntries,
  readEntry,
  type Stored,
  unchanged,
} from "@/lib/store/store.ts";
import { compareValues } from "@/lib/ui/tables.ts";
import type { Handler } from "./calls.ts";
import { organisationName, readTeams, setMember, welcomeMails } from "./members.ts";
import { memberRecord, tagRecord, type TeamRecord, teamRecord } from "./records.ts";
import type { Team, TeamDraft } from "./schema.ts";

/** Maximum memberships written in the commit of the team; the others are written just before. */
const JOINED_PER_COMMIT = 200;
/** Maximum accounts whose version a change of a team updates; the organisation's version covers all of them. */
const BUMPED_COUNT = 200;

const NAME_TAKEN = { ok: false, code: "name-taken" } as const;

/** The teams of an organisation, by name. */
export const listTeams: Handler<"listTeams"> = async (services, { orgId }) => {
  const teams = await readTeams(services, orgId);
  const ids = [...new Set(teams.flatMap(({ record }) => record.accountIds))];
  const accounts = await readById(services.store, ids, keys.account, accountRecord);
  return { ok: true, answer: teams.map((team) => teamOf(team, accounts)) };
};

function teamOf(
  { id, record, entry }: Stored<TeamRecord>,
  accounts: ReadonlyMap<string, { readonly email: string }>,
): Team {
  const users = record.accountIds
    .flatMap((accountId) => accounts.get(accountId)?.email ?? [])
    .sort((left, right) => compareValues(left, right));
  const { name, roles, tags } = record;
  return { id, name, roles, users, tags, version: versionOf(entry) };
}

/** Creates a team; its users become members of the organisation. @spec organisations.teams */
export const createTeam: Handler<"createTeam"> = (services, { orgId, body }, caller) => {
  const id = newId();
  return transact(services, { orgId, caller, action: "createTeam" }, async (atomic) => {
    const read = await readDraft(services, orgId, body);
    if (!read.ok) return read;
    if (await isTeamNameTaken(services, orgId, { id, name: body.name })) return NAME_TAKEN;
    atomic.set(keys.team(orgId, id), read.record);
    const mail = await enter(services, { orgId, caller, ...read.record }, atomic);
    return { ok: true, answer: { id }, mail, ...touching(read.record) };
  });
};

/** Changes a team; removed users stay in the organisation. */
export const putTeam: Handler<"putTeam"> = (services, { orgId, teamId, body }, caller) => {
  return transact(services, { orgId, caller, action: "putTeam" }, async (atomic) => {
    const entry = await readEntry(services.store, keys.team(orgId, teamId), teamRecord);
    if (entry.value === null) return { ok: false, code: "not-found" };
    const read = await readDraft(services, orgId, body);
    if (!read.ok) return read;
    if (!isCurrent(body.version, entry)) return { ok: false, code: "conflict" };
    const isRenamed = body.name !== entry.value.name;
    if (isRenamed && await isTeamNameTaken(services, orgId, { id: teamId, name: body.name })) {
      return NAME_TAKEN;
    }
    atomic.set(entry.key, read.record);
    const mail = await enter(services, { orgId, caller, ...read.record }, atomic);
    return { ok: true, answer: null, mail, ...touching(read.record, entry.value.accountIds) };
  });
};

/** Deletes a team: its members lose only the roles it gave. */
export const deleteTeam: Handler<"deleteTeam"> = (services, { orgId, teamId }, caller) => {
  return transact(services, { orgId, caller, action: "deleteTeam" }, async (atomic) => {
    const { key, value } = await readEntry(services.store, keys.team(orgId, teamId), teamRecord);
    if (value === null) return { ok: false, code: "not-found" };
    atomic.delete(key);
    return { ok: true, answer: null, ...touching(value) };
  });
};

type Draft =
  | { ok: true; record: TeamRecord }
  | {
    ok: false;
    code: "unknown-user" | "unproven-address" | "unknown-reference" | "role-not-offered";
  };

async function readDraft(services: Services, orgId: string, body: TeamDraft): Promise<Draft> {
  const { name, roles, users, tags } = body;
  // The platform role is not granted on residences.
  if (roles.includes(PLATFORM_ADMIN)) return { ok: false, code: "role-not-offered" };
  const accounts = await readEntries(
    services.store,
    users.map((email) => keys.accountByEmail(email)),
    z.string(),
  );
  const accountIds = accounts.flatMap(({ value }) => value ?? []);
  if (accountIds.length < users.length) return { ok: false, code: "unknown-user" };
  if (await hasUnproven(services, accountIds)) return { ok: false, code: "unproven-address" };
  const prefix = keys.tag.under(orgId);
  const groups = tags.length === 0 ? [] : await listEntries(services.store, { prefix }, tagRecord);
  const known = new Set(groups.flatMap(({ value }) => value.values.map(({ id }) => id)));
  if (tags.some((tag) => !known.has(tag))) return { ok: false, code: "unknown-reference" };
  return { ok: true, record: { name, roles, accountIds, tags } };
}

async function isTeamNameTaken(
  services: Services,
  orgId: string,
  team: { id: string; name: string },
): Promise<boolean> {
  const others = (await readTeams(services, orgId)).filter(({ id }) => id !== team.id);
  return isNameTaken(others.map(({ record }) => record.name), team.name);
}

async function hasUnproven({ store }: Services, accountIds: readonly string[]): Promise<boolean> {
  const accounts = await readById(store, accountIds, keys.account, accountRecord);
  return [...accounts.values()].some(({ isUnproven }) => isUnproven);
}

interface Joined {
  orgId: string;
  roles: TeamRecord["roles"];
  accountIds: readonly string[];
  caller: Caller;
}

function enter(services: Services, joined: Joined, atomic: Atomic): Promise<SealedMail> {
  const { orgId, caller } = joined;
  return retried(async () => {
    const version = await readOrgVersion(services, orgId);
    const { newcomers, awaiting } = await joiningMembers(services, joined);
    const isLast = newcomers.length <= JOINED_PER_COMMIT;
    const own = isLast ? atomic : services.store.atomic().check(unchanged(version));
    const accountIds = newcomers.slice(0, JOINED_PER_COMMIT);
    const organisation = await organisationName(services, orgId);
    const mail = await welcomeMails(services, { organisation, accountIds, caller });
    for (const accountId of [...accountIds, ...awaiting.slice(0, JOINED_PER_COMMIT)]) {
      setMember(own, { orgId, accountId }, { isAdmin: false });
    }
    if (isLast) return mail;
    // One commit cannot contain them all; a membership without role gives no access.
    queueMail(own, mail);
    await own.commit();
    return null;
  });
}

/** The users of a team who are no members, and the invited ones who get their first role by it. */
async function joiningMembers({ store }: Services, { orgId, accountIds, roles }: Joined) {
  const members = await readById(store, accountIds, (id) => keys.member(orgId, id), memberRecord);
  const isFirst = (id: string) => roles.length > 0 && members.get(id)?.awaitsRole === true;
  return {
    newcomers: accountIds.filter((id) => !members.has(id)),
    awaiting: accountIds.filter(isFirst),
  };
}

/** Audit subject and cache scopes of a write of the team. @param before accounts of the team before */
function touching({ name, accountIds }: TeamRecord, before: readonly string[] = []) {
  const touched = [...new Set([...accountIds, ...before])].slice(0, BUMPED_COUNT);
  const accounts = touched.map((id): Scope => ({ kind: "account", id }));
  return { subject: name, also: [...accounts, ORG_NAMES] };
}
