/** Which roles a person has from direct roles and teams, and which screens they open. @module */

import { PLATFORM_ADMIN, type Role, ROLE_NAMES, ROLES, type Screen } from "./roles.ts";

/**
 * Roles with all the roles they imply, directly or not.
 *
 * @spec roles.closure
 * @param roles roles assigned; `admin` implies nothing
 * @returns a new set, including the assigned roles
 * @example
 * ```ts
 * import { strictEqual } from "node:assert/strict";
 * strictEqual(expandRoles(["collect:detail:hourly"]).size, 6);
 * ```
 */
export function expandRoles(roles: Iterable<Role>): ReadonlySet<Role> {
  const closed = new Set(roles);
  // Iterating over a set visits elements added meanwhile: the loop ends when the set stops growing.
  for (const role of closed) {
    for (const inherited of ROLES[role].implies ?? []) closed.add(inherited);
  }
  return closed;
}

/** Roles granted by a team to its members. @spec roles.effective */
export interface TeamGrant {
  readonly roles: readonly Role[];
  /** Tag value ids; empty when the team applies to every project. */
  readonly tags: readonly string[];
}

/** The sources of a user's roles on one project. @spec roles.effective */
interface RoleGrants {
  readonly direct: readonly Role[];
  /** The teams of this person only. */
  readonly teams: readonly TeamGrant[];
  /** Tag value ids of the project. */
  readonly projectTags: readonly string[];
}

/** Whether a team applies to a project. @spec roles.effective */
export function teamCounts(team: TeamGrant, projectTags: readonly string[]): boolean {
  return team.tags.length === 0 || team.tags.some((tag) => projectTags.includes(tag));
}

/**
 * A person's roles on a project: direct roles and those of the teams that apply, with the roles they imply.
 *
 * `admin` is a role on the platform, not on a project: it grants nothing here.
 *
 * @spec roles.effective
 * @returns the empty set when the project is hidden from this person
 */
export function effectiveRoles(grants: RoleGrants): ReadonlySet<Role> {
  const teams = grants.teams.filter((team) => teamCounts(team, grants.projectTags));
  const granted = [...grants.direct, ...teams.flatMap((team) => team.roles)];
  return expandRoles(granted.filter((role) => role !== PLATFORM_ADMIN));
}

/** Whether a project is visible. @spec roles.effective */
export function isProjectVisible(effective: ReadonlySet<Role>): boolean {
  return effective.size > 0;
}

/** A role with all the roles it implies, as in the list of available roles. @spec roles.catalogue */
interface RoleDeps {
  readonly role: Role;
  readonly deps: readonly Role[];
}

/**
 * The other roles that a role implies, directly or not, in the order of the catalogue.
 *
 * @example
 * ```ts
 * import { deepStrictEqual } from "node:assert/strict";
 * deepStrictEqual(impliedBy("collect:agg:hourly"), ["collect:minimal", "collect:agg:daily"]);
 * ```
 */
export function impliedBy(role: Role): Role[] {
  const granted = expandRoles([role]);
  return ROLE_NAMES.filter((name) => name !== role && granted.has(name));
}

/**
 * Roles implied by ticked roles, each with the ticked roles that imply it.
 *
 * @spec roles.form
 * @param ticked roles assigned directly
 * @returns ticked roles by implied role
 */
export function givers(
  ticked: ReadonlySet<Role>,
  available: readonly RoleDeps[],
): ReadonlyMap<Role, Role[]> {
  const granted = new Map<Role, Role[]>();
  for (const { role, deps } of available) {
    if (!ticked.has(role)) continue;
    for (const dep of deps) granted.set(dep, [...granted.get(dep) ?? [], role]);
  }
  return granted;
}

/**
 * The roles of a list that no other role of the list implies.
 *
 * @example
 * ```ts
 * import { deepStrictEqual } from "node:assert/strict";
 * deepStrictEqual(withoutImplied(["collect:read", "collect"]), ["collect"]);
 * ```
 */
export function withoutImplied(roles: readonly Role[]): Role[] {
  return roles.filter((role) =>
    !roles.some((other) => other !== role && expandRoles([other]).has(role))
  );
}

/** The roles that open each screen; one of them, or a role that implies one, is enough. @spec roles.screens */
export const SCREEN_ROLES: ReadonlyMap<Screen, readonly Role[]> = rolesByScreen();

function rolesByScreen(): Map<Screen, Role[]> {
  const byScreen = new Map<Screen, Role[]>();
  for (const role of ROLE_NAMES) {
    for (const screen of ROLES[role].opens ?? []) {
      byScreen.set(screen, [...byScreen.get(screen) ?? [], role]);
    }
  }
  return byScreen;
}

/**
 * Whether roles open a screen, regardless of the project.
 *
 * @spec roles.screens
 * @param roles roles with the roles they imply, as returned by `effectiveRoles()`
 */
export function opensScreen(screen: Screen, roles: ReadonlySet<Role>): boolean {
  return (SCREEN_ROLES.get(screen) ?? []).some((role) => roles.has(role));
}
