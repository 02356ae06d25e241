import { z } from "zod";
import { accountRecord } from "@/lib/backend/accounts/records.ts";
import { newId } from "@/lib/backend/accounts/secrets.ts";
import type { Scope } from "@/lib/backend/cache/versions.ts";
import { isCurrent, readOrgVersion, save, unchanged } from "@/lib/backend/embedded/saving.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { retried } from "@/lib/backend/kv/atomic.ts";
import { listEntries, readEntries, readEntry } from "@/lib/backend/kv/entries.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic } from "@/lib/backend/kv/store.ts";
import { queueMail } from "@/lib/backend/mail/outbox.ts";
import {
  memberRecord,
  tagRecord,
  type TeamRecord,
  teamRecord,
} from "@/lib/backend/records/organisations.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { Input, Outcome } from "@/lib/contract/catalogue.ts";
import type { Team, TeamDraft } from "@/lib/domain/organisations/types.ts";
import { PLATFORM_ADMIN } from "@/lib/domain/roles/roles.ts";
import { compareValues } from "@/lib/domain/tables/sort.ts";
import { readTeams, setMember, type StoredTeam } from "./members.ts";
import { organisationName, welcomeMails } from "./welcomes.ts";

/** Members whose membership is written in the commit of the team; more of them join just before. */
const JOINED_PER_COMMIT = 200;
/** Accounts whose own version a change of a team bumps; the organisation's stands for all of them anyway. */
const BUMPED_COUNT = 200;

/** The teams of an organisation, by name. */
export async function listTeams(
  services: Services,
  orgId: string,
): Promise<Outcome<"listTeams">> {
  const teams = await readTeams(services, orgId);
  const ids = [...new Set(teams.flatMap(({ record }) => record.accountIds))];
  const accounts = await readEntries(
    services.store,
    ids.map((id) => keys.account(id)),
    accountRecord,
  );
  const emails = new Map(ids.map((id, index) => [id, accounts[index]?.value?.email]));
  return { ok: true, answer: teams.map((team) => teamOf(team, emails)) };
}

function teamOf(
  { id, record, versionstamp }: StoredTeam,
  emails: ReadonlyMap<string, string | undefined>,
): Team {
  const users = record.accountIds
    .flatMap((accountId) => emails.get(accountId) ?? [])
    .sort((left, right) => compareValues(left, right));
  const { name, roles, tags } = record;
  return { id, name, roles, users, tags, version: versionstamp };
}

/** Creates a team; its users belong to the organisation from then on. */
export async function createTeam(
  services: Services,
  { orgId, body }: Input<"createTeam">,
  caller: Caller,
): Promise<Outcome<"createTeam">> {
  const read = await readDraft(services, orgId, body);
  if (!read.ok) return read;
  const id = newId();
  const joined = { orgId, accountIds: read.record.accountIds, caller };
  await join(services, joined);
  return await retried(async () => {
    const version = await readOrgVersion(services, orgId);
    const joining = await newMembers(services, joined);
    const change = changeOf({ orgId, caller, action: "createTeam", record: read.record }, []);
    const saved = await save(services, change, (atomic) => {
      atomic.check(unchanged(version)).set(keys.team(orgId, id), read.record);
      joining.put(atomic);
    });
    if (!saved.ok) return null;
    if (joining.count > 0) services.outbox.hasQueued();
    return { ok: true, answer: { id } };
  });
}

/** Changes a team; whoever leaves it stays in the organisation. */
export async function putTeam(
  services: Services,
  { orgId, teamId, body }: Input<"putTeam">,
  caller: Caller,
): Promise<Outcome<"putTeam">> {
  const key = keys.team(orgId, teamId);
  const known = await services.store.get(key);
  if (known.versionstamp === null) return { ok: false, code: "not-found" };
  const read = await readDraft(services, orgId, body);
  if (!read.ok) return read;
  const joined = { orgId, accountIds: read.record.accountIds, caller };
  await join(services, joined);
  return await retried(async () => {
    const version = await readOrgVersion(services, orgId);
    const entry = await readEntry(services.store, key, teamRecord);
    if (entry.value === null) return { ok: false, code: "not-found" };
    if (!isCurrent(body.version, entry)) return { ok: false, code: "conflict" };
    const joining = await newMembers(services, joined);
    const told = { orgId, caller, action: "putTeam", record: read.record } as const;
    const saved = await save(services, changeOf(told, entry.value.accountIds), (atomic) => {
      atomic.check(unchanged(version), unchanged(entry)).set(key, read.record);
      joining.put(atomic);
    });
    if (!saved.ok) return null;
    if (joining.count > 0) services.outbox.hasQueued();
    return { ok: true, answer: null };
  });
}

/** Deletes a team: its members lose the roles it gave, and nothing else. */
export async function deleteTeam(
  services: Services,
  { orgId, teamId }: Input<"deleteTeam">,
  caller: Caller,
): Promise<Outcome<"deleteTeam">> {
  const key = keys.team(orgId, teamId);
  return await retried(async () => {
    const entry = await readEntry(services.store, key, teamRecord);
    if (entry.value === null) return { ok: false, code: "not-found" };
    const told = { orgId, caller, action: "deleteTeam", record: entry.value } as const;
    const saved = await save(
      services,
      changeOf(told, []),
      (atomic) => atomic.check(unchanged(entry)).delete(key),
    );
    return saved.ok ? { ok: true, answer: null } : null;
  });
}

type Draft =
  | { ok: true; record: TeamRecord }
  | {
    ok: false;
    code: "unknown-user" | "unproven-address" | "unknown-reference" | "role-not-offered";
  };

/** The team that was sent: its users by account, its tags those of the organisation. */
async function readDraft(services: Services, orgId: string, body: TeamDraft): Promise<Draft> {
  const { name, roles, users, tags } = body;
  // The platform's own role is given on no residence.
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

async function hasUnproven({ store }: Services, accountIds: readonly string[]): Promise<boolean> {
  const accounts = await readEntries(
    store,
    accountIds.map((id) => keys.account(id)),
    accountRecord,
  );
  return accounts.some(({ value }) => value?.isUnproven);
}

/** Accounts that are to belong to an organisation. */
interface Joined {
  orgId: string;
  accountIds: readonly string[];
  caller: Caller;
}

/** Those of the accounts that do not belong to the organisation yet, at most so many. */
async function newMembers(
  services: Services,
  { orgId, accountIds, caller }: Joined,
): Promise<{ count: number; put(atomic: Atomic): void }> {
  const members = accountIds.map((id) => keys.member(orgId, id));
  const entries = await readEntries(services.store, members, memberRecord);
  const strangers = accountIds.filter((_, index) => !entries[index]?.value);
  const joining = strangers.slice(0, JOINED_PER_COMMIT);
  const organisation = await organisationName(services, orgId);
  const mails = await welcomeMails(services, { organisation, accountIds: joining, caller });
  return {
    count: strangers.length,
    put(atomic) {
      for (const accountId of joining) setMember(atomic, { orgId, accountId }, { isAdmin: false });
      queueMail(atomic, mails);
    },
  };
}

/** Brings newcomers in until one commit can hold the others: a membership without role opens nothing. */
async function join(services: Services, joined: Joined): Promise<void> {
  await retried(async () => {
    const version = await readOrgVersion(services, joined.orgId);
    const joining = await newMembers(services, joined);
    if (joining.count <= JOINED_PER_COMMIT) return true;
    const atomic = services.store.atomic().check(unchanged(version));
    joining.put(atomic);
    await atomic.commit();
    return null;
  });
}

interface TeamWrite {
  orgId: string;
  caller: Caller;
  action: "createTeam" | "putTeam" | "deleteTeam";
  record: TeamRecord;
}

/** @param before accounts of the team until now */
function changeOf({ orgId, caller, action, record }: TeamWrite, before: readonly string[]) {
  const touched = [...new Set([...record.accountIds, ...before])].slice(0, BUMPED_COUNT);
  const also = touched.map((id): Scope => ({ kind: "account", id }));
  return { orgId, caller, action, projectId: null, subject: record.name, also };
}
