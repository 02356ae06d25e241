import { filteredUsers, userLines } from "@/lib/domain/organisations/user_list.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";
import type { Api } from "@/lib/web/in_process.ts";

export async function userList(api: Api, orgId: string, state: TableState) {
  const [users, teams, residences] = await Promise.all([
    api.read("listOrgUsers", { orgId }),
    api.read("listTeams", { orgId }),
    api.read("listProjects", { orgId }),
  ]);
  const all = userLines(users, teams, residences);
  return { all, kept: filteredUsers(all, state), teams, residences };
}
