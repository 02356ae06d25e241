/** Lists users with their residences, and counts the residences that a team reaches. @module */

import { teamCounts } from "@/lib/identity/effective_roles.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { sortedRows, type SortValue } from "@/lib/ui/tables.ts";
import type { Member, Team } from "./schema.ts";

/** Number of residences to which a team applies. @spec roles.effective */
export function reachCount(
  team: Pick<Team, "roles" | "tags">,
  residences: readonly { readonly tags: readonly string[] }[],
): number {
  return residences.filter(({ tags }) => teamCounts(team, tags)).length;
}

/** A member of the organisation, as a row. @spec roles.form */
export interface UserLine extends Pick<Member, "email" | "forename" | "surname" | "isAdmin"> {
  readonly isInvited: boolean;
  /** Names of the teams, in order. */
  readonly teams: readonly string[];
  /** Residences with direct roles, by name. */
  readonly residences: readonly UserResidence[];
}

export interface UserResidence {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly Role[];
}

/** Members as rows, with the names of their teams and residences; deleted teams and residences are left out. */
export function userLines(
  members: readonly Member[],
  teams: readonly Pick<Team, "id" | "name">[],
  residences: readonly { id: string; name: string }[],
): UserLine[] {
  const names = new Map(residences.map(({ id, name }) => [id, name]));
  return members.map(({ isInvited = false, projects, teams: ids, ...member }) => {
    const { email, forename, surname, isAdmin } = member;
    const withRoles = projects.flatMap(({ projectId: id, roles }) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name, roles }];
    });
    return {
      email,
      forename,
      surname,
      isAdmin,
      isInvited,
      teams: teams.filter(({ id }) => ids.includes(id)).map(({ name }) => name),
      residences: sortedRows(withRoles, ({ name }) => name, "asc"),
    };
  });
}

/** Order of the list: by surname, then forename. */
export function nameValue({ surname, forename, email }: UserLine): SortValue {
  return [surname, forename, email];
}
