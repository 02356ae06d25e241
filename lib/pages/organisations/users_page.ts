import type { Team } from "@/lib/domain/organisations/types.ts";
import { filteredUsers, type UserLine, userLines } from "@/lib/domain/organisations/user_list.ts";
import type { ProjectSummary } from "@/lib/domain/projects/types.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";
import type { Api } from "@/lib/web/in_process.ts";

/** Members of an organisation, all and filtered, with its teams and residences. */
export interface UserList {
  all: readonly UserLine[];
  kept: readonly UserLine[];
  teams: readonly Team[];
  residences: readonly ProjectSummary[];
}

export async function userList(api: Api, orgId: string, state: TableState): Promise<UserList> {
  const [users, teams, residences] = await Promise.all([
    api.read("listOrgUsers", { orgId }),
    api.read("listTeams", { orgId }),
    api.read("listProjects", { orgId }),
  ]);
  const all = userLines(users, teams, residences);
  return { all, kept: filteredUsers(all, state), teams, residences };
}
