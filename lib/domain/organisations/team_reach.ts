import { teamCounts } from "@/lib/domain/roles/effective.ts";
import type { Team } from "./types.ts";

/** Number of residences to which a team applies. @spec roles.effective */
export function reachCount(
  team: Pick<Team, "roles" | "tags">,
  residences: readonly { readonly tags: readonly string[] }[],
): number {
  return residences.filter(({ tags }) => teamCounts(team, tags)).length;
}
