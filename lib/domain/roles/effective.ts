import { closure } from "./closure.ts";
import { PLATFORM_ADMIN, type Role } from "./roles.ts";

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
  const given = [...grants.direct, ...teams.flatMap((team) => team.roles)];
  return closure(given.filter((role) => role !== PLATFORM_ADMIN));
}

/** Whether a project is visible. @spec roles.effective */
export function isProjectVisible(effective: ReadonlySet<Role>): boolean {
  return effective.size > 0;
}
