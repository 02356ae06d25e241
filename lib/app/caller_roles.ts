/** Caches the roles of callers, until a role, team, tag or membership changes. @module */

import { readEach } from "@/lib/base/concurrency.ts";
import { memoOf } from "@/lib/base/memo.ts";
import { documentRecord, requestRecord } from "@/lib/documents/records.ts";
import { ownOccupancy } from "@/lib/housing/records.ts";
import type { AccountRoles, Caller, CallerRoles, RolesReader } from "@/lib/identity/caller.ts";
import {
  effectiveRoles,
  isProjectVisible,
  type TeamGrant,
} from "@/lib/identity/effective_roles.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { teamsOf } from "@/lib/organisations/members.ts";
import { memberRecord, rolesRecord } from "@/lib/organisations/records.ts";
import { projectRecord } from "@/lib/residences/records.ts";
import { type Scope, VersionedCache, type Versions } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, readEntry, type Store } from "@/lib/store/store.ts";
import { StoreMemory } from "@/lib/store/store_memory.ts";
import {
  leaveOutAgain,
  listLenient,
  oneInPart,
  type ReadInPart,
} from "@/lib/store/unreadable_values.ts";

interface OrgMembership {
  isAdmin: boolean;
  belongs: boolean;
  awaitsRole: boolean;
  teams: readonly TeamGrant[];
  rolesOn: Map<string, ReadonlySet<Role>>;
  all: Promise<ReadInPart<ReadonlyMap<string, ReadonlySet<Role>>>> | null;
  holdsRole: boolean | null;
}

/** Delay before a write by another program is seen, ms: teams and memberships, two reads. */
const KNOWN_FOR_MS = 60_000;
/** As above, for the data of residences: reading many of them again takes seconds. */
const RESIDENCE_KNOWN_FOR_MS = 600_000;

const NONE: ReadonlySet<Role> = new Set();

/** The organisation of each residence, which never changes. */
const ORGANISATIONS = new StoreMemory<string>("organisation of a residence", () => 200);

/** Cache of the roles of callers, until a role, a team, a tag or a membership changes. */
export class CallerRolesCache implements RolesReader {
  #organisations: VersionedCache;
  #residences: VersionedCache;

  constructor(
    private readonly store: Store,
    private readonly versions: Versions,
    private readonly now: () => number,
  ) {
    this.#organisations = new VersionedCache({ now, limit: 2_000 });
    this.#residences = new VersionedCache({ now, limit: 10_000 });
  }

  /** The roles of a caller; an address without an account has none. @spec roles.last-role */
  of(caller: Caller): AccountRoles {
    return caller.kind === "account" ? this.#ofAccount(caller.accountId) : this.#ofNobody();
  }

  async organisationOf(projectId: string): Promise<string | null> {
    const known = ORGANISATIONS.at(this.store, projectId, null);
    if (known !== undefined) return known;
    const { value } = await readEntry(this.store, keys.project(projectId), projectRecord);
    if (value === null) return null;
    ORGANISATIONS.set(this.store, projectId, { version: null, value: value.orgId });
    return value.orgId;
  }

  async holds(caller: Caller, projectId: string, roles: readonly Role[]): Promise<boolean> {
    const { rolesOn, isAdminOf } = this.of(caller);
    const granted = await rolesOn(projectId);
    if (roles.some((role) => granted.has(role))) return true;
    const orgId = await this.organisationOf(projectId);
    return orgId !== null && await isAdminOf(orgId);
  }

  #ofNobody(): AccountRoles {
    return {
      rolesOn: () => Promise.resolve(NONE),
      rolesOnAnyProject: () => Promise.resolve(NONE),
      rolesByProject: () => Promise.resolve(new Map()),
      rolesAtHome: () => Promise.resolve(NONE),
      isAdminOf: () => Promise.resolve(false),
      isMemberOf: () => Promise.resolve(false),
      ...this.#places(),
    };
  }

  #ofAccount(accountId: string): AccountRoles {
    const rolesByProject = async (orgId: string) => {
      const membership = await this.#inOrg(accountId, orgId);
      if (membership.all === null) {
        membership.all = listLenient(() => this.#allRoles(accountId, orgId, membership));
        // After a failed read, the next call reads again.
        membership.all.catch(() => membership.all = null);
      }
      const { value, unread } = await membership.all;
      leaveOutAgain(unread);
      return value;
    };
    const rolesOnAnyProject = async (orgId: string) => rolesOfAll(await rolesByProject(orgId));
    return {
      rolesByProject,
      rolesOnAnyProject,
      rolesOn: (projectId) => this.#rolesOn(accountId, projectId),
      rolesAtHome: async ({ projectId, houseId }) => {
        const own = await ownOccupancy(this.store, {
          accountId,
          projectId,
          houseId,
          now: this.now(),
        });
        return own?.roles ?? NONE;
      },
      isAdminOf: async (orgId) => (await this.#inOrg(accountId, orgId)).isAdmin,
      // A person who lost their last role stays in the list of users, and opens nothing.
      isMemberOf: async (orgId) => {
        const membership = await this.#inOrg(accountId, orgId);
        if (!membership.belongs || membership.isAdmin) return membership.isAdmin;
        if (membership.awaitsRole) return true;
        membership.holdsRole ??= await this.#holdsRoleDirectly(accountId, orgId) ||
          (await rolesByProject(orgId)).size > 0;
        return membership.holdsRole;
      },
      ...this.#places(),
    };
  }

  #places(): Pick<CallerRoles, "organisationOf" | "projectOfDocument" | "providerOfRequest"> {
    return {
      organisationOf: (projectId) => this.organisationOf(projectId),
      projectOfDocument: async (...ids) => {
        const { value } = await readEntry(this.store, keys.document(...ids), documentRecord);
        return value?.projectId ?? null;
      },
      providerOfRequest: async (...ids) => {
        const { value } = await readEntry(this.store, keys.documentRequest(...ids), requestRecord);
        return value?.providerId ?? null;
      },
    };
  }

  async #inOrg(accountId: string, orgId: string): Promise<OrgMembership> {
    const scopes = [{ kind: "account", id: accountId }, { kind: "org", id: orgId }] as const;
    const version = await this.versions.of(scopes);
    const freshness = { freshForMs: KNOWN_FOR_MS, staleForMs: 0, version };
    // A team that cannot be read gives no role; its members keep their others.
    const read = () => this.#readOrg(accountId, orgId);
    const { value: cached, unread } = await listLenient(() =>
      this.#organisations.get(`${accountId}/${orgId}`, freshness, read)
    );
    leaveOutAgain(unread);
    return cached.value;
  }

  async #readOrg(accountId: string, orgId: string): Promise<OrgMembership> {
    const [member, teams] = await Promise.all([
      readEntry(this.store, keys.member(orgId, accountId), memberRecord),
      teamsOf(this.store, { orgId, accountId }),
    ]);
    return {
      belongs: member.value !== null,
      isAdmin: member.value?.isAdmin ?? false,
      awaitsRole: member.value?.awaitsRole ?? false,
      teams: teams.map(({ value }) => value),
      rolesOn: new Map(),
      all: null,
      holdsRole: null,
    };
  }

  /** Spares most members the roles of every residence. */
  async #holdsRoleDirectly(accountId: string, orgId: string): Promise<boolean> {
    for (const projectId of await listIds(this.store, keys.rolesOfAccount.under(accountId))) {
      if (await this.organisationOf(projectId) !== orgId) continue;
      if (isProjectVisible(await this.#rolesOn(accountId, projectId))) return true;
    }
    return false;
  }

  async #rolesOn(accountId: string, projectId: string): Promise<ReadonlySet<Role>> {
    const orgId = await this.organisationOf(projectId);
    if (orgId === null) return NONE;
    const membership = await this.#inOrg(accountId, orgId);
    // An account that is not a member of the organisation has no role in it, even if grants remain.
    if (!membership.belongs) return NONE;
    const known = membership.rolesOn.get(projectId);
    if (known) return known;
    const [roles = NONE] = await this.#rolesOnEach(accountId, [projectId], membership);
    return roles;
  }

  /** The roles on each of some residences; unchanged residences are not read again. */
  async #rolesOnEach(
    accountId: string,
    projectIds: readonly string[],
    { teams, rolesOn }: OrgMembership,
  ): Promise<readonly ReadonlySet<Role>[]> {
    const scopes = projectIds.map((id): Scope => ({ kind: "project", id }));
    const [own, ...versions] = await this.versions.newest([
      { kind: "account", id: accountId },
      ...scopes,
    ]);
    return await readEach(projectIds, async (projectId, position) => {
      const version = `${own} ${versions[position]}`;
      const freshness = { freshForMs: RESIDENCE_KNOWN_FOR_MS, staleForMs: 0, version };
      const read = () => this.#readResidence(accountId, projectId);
      const name = `${accountId}/${projectId}`;
      const [cached] = await oneInPart(() => this.#residences.get(name, freshness, read));
      if (cached === undefined) return NONE;
      const roles = effectiveRoles({ ...cached.value, teams });
      rolesOn.set(projectId, roles);
      return roles;
    });
  }

  /** Sources of the roles of an account on a residence, besides its teams. */
  async #readResidence(accountId: string, projectId: string) {
    const [project, direct] = await Promise.all([
      readEntry(this.store, keys.project(projectId), projectRecord),
      readEntry(this.store, keys.roles(projectId, accountId), rolesRecord),
    ]);
    return { direct: direct.value ?? [], projectTags: project.value?.tags ?? [] };
  }

  async #allRoles(accountId: string, orgId: string, membership: OrgMembership) {
    const byProject = new Map<string, ReadonlySet<Role>>();
    if (!membership.belongs) return byProject;
    const ids = await listIds(this.store, keys.projectOfOrg.under(orgId));
    const roles = await this.#rolesOnEach(accountId, ids, membership);
    ids.forEach((projectId, index) => {
      const granted = roles[index];
      if (granted && isProjectVisible(granted)) byProject.set(projectId, granted);
    });
    return byProject;
  }
}

/** The roles held on at least one residence; once for the roles read, since a landlord may have thousands. */
const rolesOfAll = memoOf((byProject: ReadonlyMap<string, ReadonlySet<Role>>) =>
  new Set([...byProject.values()].flatMap((roles) => [...roles]))
);
