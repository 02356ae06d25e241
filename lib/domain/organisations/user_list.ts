import type { Role } from "@/lib/domain/roles/roles.ts";
import { filteredRegister, type RegisterRules } from "@/lib/domain/tables/register.ts";
import { sortedRows, type SortValue } from "@/lib/domain/tables/sort.ts";
import type { TableSort, TableState } from "@/lib/domain/tables/table_state.ts";
import type { Member, Team } from "./types.ts";

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

export const USER_ORDER: TableSort = { field: "surname", direction: "asc" };

export const ADMIN_FILTER = { yes: "yes", no: "no" } as const;

/** Members as rows, with the names of their teams and residences; deleted teams and residences are left out. */
export function userLines(
  members: readonly Member[],
  teams: readonly Pick<Team, "id" | "name">[],
  residences: readonly { id: string; name: string }[],
): UserLine[] {
  const names = new Map(residences.map(({ id, name }) => [id, name]));
  return members.map(({ isInvited = false, projects, teams: ids, ...member }) => {
    const { email, forename, surname, isAdmin } = member;
    const held = projects.flatMap(({ projectId: id, roles }) => {
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
      residences: sortedRows(held, ({ name }) => name, "asc"),
    };
  });
}

/** The rows that pass the search and filters, sorted; equal ones in the default order. @spec tables.filters */
export function filteredUsers(lines: readonly UserLine[], state: TableState): UserLine[] {
  return filteredRegister(sortedRows(lines, nameValue, "asc"), state, RULES);
}

const RULES: RegisterRules<UserLine> = {
  order: USER_ORDER,
  words: ({ email, forename, surname }) => [forename, surname, email],
  filters: {
    admin: ({ isAdmin }) => isAdmin ? ADMIN_FILTER.yes : ADMIN_FILTER.no,
    team: ({ teams }) => teams,
    residence: ({ residences }) => residences.map(({ name }) => name),
  },
  sorts: {
    surname: nameValue,
    email: ({ email }) => email,
    admin: ({ isAdmin }) => isAdmin ? ADMIN_FILTER.no : ADMIN_FILTER.yes,
    teams: ({ teams }) => teams.length === 0 ? null : teams,
    residences: ({ residences }) => residences.length,
  },
};

function nameValue({ surname, forename, email }: UserLine): SortValue {
  return [surname, forename, email];
}
