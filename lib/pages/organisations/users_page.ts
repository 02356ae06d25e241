import { userLines } from "@/lib/domain/organisations/user_list.ts";
import type { Api } from "@/lib/web/in_process.ts";

/** The people of an organisation, with its teams and its residences. */
export async function readUsers(api: Api, orgId: string) {
  const [users, teams, residences] = await Promise.all([
    api.read("listOrgUsers", { orgId }),
    api.read("listTeams", { orgId }),
    api.read("listProjects", { orgId }),
  ]);
  return { all: userLines(users, teams, residences), teams, residences };
}
