import { closure } from "./closure.ts";
import { PLATFORM_ADMIN, type Role } from "./roles.ts";

/** Roles that one team grants to its members. @spec roles.effective */
export interface TeamGrant {
  readonly roles: readonly Role[];
  /** Tag value ids; empty when the team counts on every project. */
  readonly tags: readonly string[];
}

/** The sources of a user's roles on one project. @spec roles.effective */
export interface RoleGrants {
  readonly direct: readonly Role[];
  /** The teams the person belongs to, and no other. */
  readonly teams: readonly TeamGrant[];
  /** Tag value ids of the project. */
  readonly projectTags: readonly string[];
}

/** Whether a team counts on a project. @spec roles.effective */
export function teamCounts(team: TeamGrant, projectTags: readonly string[]): boolean {
  return team.tags.length === 0 || team.tags.some((tag) => projectTags.includes(tag));
}

/**
 * A person's roles on a project: direct ones and those of the teams that count, closed.
 *
 * `admin` is a role on the platform, on no project: it grants nothing here.
 *
 * @spec roles.effective
 * @returns the empty set when the project is hidden from this person
 */
export function effectiveRoles(grants: RoleGrants): ReadonlySet<Role> {
  const teams = grants.teams.filter((team) => teamCounts(team, grants.projectTags));
  const given = [...grants.direct, ...teams.flatMap((team) => team.roles)];
  return closure(given.filter((role) => role !== PLATFORM_ADMIN));
}

/** Whether a project is shown at all. @spec roles.effective */
export function isProjectVisible(effective: ReadonlySet<Role>): boolean {
  return effective.size > 0;
}
