/** Lists and sets the roles of users on residences, among those that they offer. @module */

import type { Services } from "@/lib/api/services.ts";
import { isCurrent, transact, versionOf } from "@/lib/api/writes.ts";
import { readEach } from "@/lib/base/concurrency.ts";
import { projectSeries, readEquipments } from "@/lib/facilities/equipment.ts";
import {
  type Account,
  accountByEmail,
  accountById,
  joiningAccount,
} from "@/lib/identity/accounts.ts";
import { effectiveRoles, impliedBy, teamCounts } from "@/lib/identity/effective_roles.ts";
import type { AccountRecord } from "@/lib/identity/records.ts";
import {
  offeredRoles,
  type ProjectFacts,
  type Role,
  ROLE_NAMES,
  ROLES,
} from "@/lib/identity/roles.ts";
import { organisationName, setMember, welcomeMails } from "@/lib/organisations/members.ts";
import {
  memberRecord,
  rolesRecord,
  type TeamRecord,
  teamRecord,
} from "@/lib/organisations/records.ts";
import type { AvailableRole } from "@/lib/organisations/schema.ts";
import type { Handler } from "@/lib/residences/calls.ts";
import type { ProjectRecord } from "@/lib/residences/records.ts";
import { projectIds, readFeatures, readProject } from "@/lib/residences/residences.ts";
import type { ProjectUserRoles } from "@/lib/residences/schema.ts";
import { readOperation } from "@/lib/self_consumption/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { idOf, listEntries, type MaybeEntry, readEntry, unchanged } from "@/lib/store/store.ts";
import { oneInPart } from "@/lib/store/unreadable_values.ts";

/** Roles that users may have on some residence. @spec autoconsumption.role, roles.of-person */
export const listOrgAvailableRoles: Handler<"listOrgAvailableRoles"> = async (
  services,
  { orgId },
) => {
  const ids = await projectIds(services, orgId);
  const all = await readEach(ids, (id) => oneInPart(() => rolesShown(services, id)));
  const available = new Set(all.flat(2));
  return { ok: true, answer: ROLE_NAMES.filter((role) => available.has(role)).map(availableRole) };
};

export const listProjectAvailableRoles: Handler<"listProjectAvailableRoles"> = async (
  services,
  input,
) => {
  const { projectId } = input;
  return { ok: true, answer: (await rolesShown(services, projectId)).map(availableRole) };
};

function availableRole(role: Role): AvailableRole {
  return { role, label: ROLES[role].label ?? role, deps: impliedBy(role) };
}

function rolesShown(services: Services, projectId: string): Promise<Role[]> {
  return services.memory.ofSettings(projectId, "roles", () => rolesOffered(services, projectId));
}

async function rolesOffered(services: Services, projectId: string): Promise<Role[]> {
  const [project, features, equipments, series, operation] = await Promise.all([
    readProject(services, projectId),
    readFeatures(services, projectId),
    readEquipments(services, projectId),
    projectSeries(services, projectId),
    readOperation(services, projectId),
  ]);
  const facts: ProjectFacts = {
    ...features,
    hasPilot: project.hasPilot,
    hasTempPilot: project.hasTempPilot,
    ecotouchAdmin: project.ecotouchAdmin,
    hasBuilding: equipments.some(({ record }) => record.kind === "building"),
    hasBoilerRoom: equipments.some(({ record }) => record.kind === "boilerroom"),
    hasAutoconsumption: operation.value !== null,
    hasManualIndex: series.some(({ manualIndex }) => manualIndex),
  };
  return offeredRoles(facts);
}

export const listProjectRoles: Handler<"listProjectRoles"> = async (services, { projectId }) => {
  const project = await readProject(services, projectId);
  const [direct, teams] = await Promise.all([
    listEntries(services.store, { prefix: keys.roles.under(projectId) }, rolesRecord),
    countingTeams(services, project),
  ]);
  const ids = new Set([
    ...direct.map(({ key }) => idOf(key)),
    ...teams.flatMap(({ accountIds }) => accountIds),
  ]);
  const people = await Promise.all([...ids].map((id) =>
    oneInPart(async () => {
      const account = await accountById(services.store, id);
      return account && await userRoles(services, { projectId, project, account, teams });
    })
  ));
  const answer = people.flat().filter((one) => one !== null).filter(({ allRoles }) =>
    allRoles.length > 0
  );
  return { ok: true, answer: answer.sort((a, b) => a.email.localeCompare(b.email)) };
};

export const getProjectUserRoles: Handler<"getProjectUserRoles"> = async (services, input) => {
  const { projectId, email } = input;
  const account = await accountByEmail(services.store, email);
  if (account === null) return { ok: false, code: "unknown-user" };
  const project = await readProject(services, projectId);
  const teams = await countingTeams(services, project);
  return { ok: true, answer: await userRoles(services, { projectId, project, account, teams }) };
};

function changedRoles(stored: readonly Role[], granted: readonly Role[]): string[] {
  const added = granted.filter((role) => !stored.includes(role)).map((role) => `+${role}`);
  return [...added, ...stored.filter((role) => !granted.includes(role)).map((role) => `-${role}`)];
}

async function countingTeams(services: Services, project: ProjectRecord): Promise<TeamRecord[]> {
  const prefix = keys.team.under(project.orgId);
  const teams = await listEntries(services.store, { prefix }, teamRecord);
  return teams.map(({ value }) => value).filter((team) => teamCounts(team, project.tags));
}

async function userRoles(
  services: Services,
  { projectId, project, account, teams }: {
    projectId: string;
    project: ProjectRecord;
    account: Account;
    teams: readonly TeamRecord[];
  },
): Promise<ProjectUserRoles> {
  const memberKey = keys.member(project.orgId, account.id);
  const [entry, member] = await Promise.all([
    readEntry(services.store, keys.roles(projectId, account.id), rolesRecord),
    readEntry(services.store, memberKey, memberRecord),
  ]);
  const direct = entry.value ?? [];
  const own = teams.filter(({ accountIds }) => accountIds.includes(account.id));
  const all = effectiveRoles({ direct, teams: own, projectTags: project.tags });
  const granted = new Set(own.flatMap(({ roles }) => roles));
  const { email, forename, surname } = account;
  return {
    email,
    forename,
    surname,
    roles: direct,
    teamRoles: ROLE_NAMES.filter((role) => granted.has(role)),
    allRoles: ROLE_NAMES.filter((role) => all.has(role)),
    ...member.value === null && { isStranger: true },
    version: entry.value === null && member.value !== null ? MEMBER_WITHOUT_ROLE : versionOf(entry),
  };
}

/** Version of the roles of a member without any: it is outdated once they have left. */
const MEMBER_WITHOUT_ROLE = "member";

/** True when an edit was based on the current roles and membership, joining apart. @spec organisations.removed */
function isBasedOn(
  quoted: string | undefined,
  entry: MaybeEntry<readonly Role[]>,
  member: MaybeEntry<unknown>,
): boolean {
  if (quoted !== MEMBER_WITHOUT_ROLE) return isCurrent(quoted, entry);
  return entry.value === null && member.value !== null;
}

/** Why an account cannot get the roles that it does not have yet; null when it can. */
function refusedRoles(
  { isUnproven }: Pick<AccountRecord, "isUnproven">,
  { roles, stored, available }: Readonly<
    Record<"roles" | "stored" | "available", readonly Role[]>
  >,
) {
  const added = roles.filter((role) => !stored.includes(role));
  if (added.some((role) => !available.includes(role))) return "role-not-offered";
  return added.length > 0 && isUnproven ? "unproven-address" : null;
}

export const putProjectUserRoles: Handler<"putProjectUserRoles"> = (services, input, caller) => {
  const { projectId, email, body } = input;
  const change = { caller, action: "putProjectUserRoles", projectId } as const;
  return transact(services, change, async (atomic) => {
    const joining = await joiningAccount(services.store, email);
    if (joining === null) return { ok: false, code: "unknown-user" };
    const { account, still } = joining;
    const key = keys.roles(projectId, account.id);
    const { orgId } = await readProject(services, projectId);
    const [entry, member, available] = await Promise.all([
      readEntry(services.store, key, rolesRecord),
      readEntry(services.store, keys.member(orgId, account.id), memberRecord),
      rolesOffered(services, projectId),
    ]);
    const stored = entry.value ?? [];
    const refused = refusedRoles(account, { roles: body.roles, stored, available });
    if (refused !== null) return { ok: false, code: refused };
    if (!isBasedOn(body.version, entry, member)) return { ok: false, code: "conflict" };
    const decided = {
      ok: true,
      answer: null,
      subject: [`${account.email}:`, ...changedRoles(stored, body.roles)].join(" "),
      also: [{ kind: "org", id: orgId }, { kind: "account", id: account.id }],
    } as const;
    // Writes of the organisation do not change the residence's version.
    atomic.check(still, unchanged(entry), unchanged(member));
    if (body.roles.length === 0) {
      atomic.delete(key).delete(keys.rolesOfAccount(account.id, projectId));
      return decided;
    }
    atomic.set(key, body.roles).set(keys.rolesOfAccount(account.id, projectId), true);
    if (member.value !== null && !member.value.awaitsRole) return decided;
    setMember(atomic, { orgId, accountId: account.id }, { isAdmin: false });
    if (member.value !== null) return decided;
    const accountIds = [account.id];
    const organisation = await organisationName(services, orgId);
    return { ...decided, mail: await welcomeMails(services, { organisation, accountIds, caller }) };
  });
};
