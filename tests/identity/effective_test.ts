import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { effectiveRoles, isProjectVisible, teamCounts } from "@/lib/identity/effective_roles.ts";

Deno.test("effectiveRoles() are the direct roles and those of teams, closed", () => {
  const roles = effectiveRoles({
    direct: ["collect:documents:validate:write"],
    teams: [{ roles: ["collect:boilerroom:read"], tags: [] }],
    projectTags: [],
  });
  deepStrictEqual([...roles].sort(), [
    "collect:boilerroom:read",
    "collect:documents:read",
    "collect:documents:validate:write",
    "collect:minimal",
  ]);
});

Deno.test("teamCounts() of a team without tags is true everywhere", () => {
  strictEqual(teamCounts({ roles: [], tags: [] }, ["nord"]), true);
  strictEqual(teamCounts({ roles: [], tags: [] }, []), true);
});

// @spec roles.effective
Deno.test("teamCounts() of a tagged team needs a tag shared with the project", () => {
  const team = { roles: [], tags: ["nord", "sud"] };
  strictEqual(teamCounts(team, ["est", "sud"]), true);
  strictEqual(teamCounts(team, ["est"]), false);
  strictEqual(teamCounts(team, []), false);
});

Deno.test("effectiveRoles() hide the project when no team counts and no role is direct", () => {
  const roles = effectiveRoles({
    direct: [],
    teams: [{ roles: ["collect"], tags: ["nord"] }],
    projectTags: ["sud"],
  });
  strictEqual(isProjectVisible(roles), false);
});

Deno.test("isProjectVisible() is true from the first role on", () => {
  const grants = { direct: ["collect:documents:read"] as const, teams: [], projectTags: [] };
  strictEqual(isProjectVisible(effectiveRoles(grants)), true);
});

Deno.test("effectiveRoles() are empty for admin, a role on no project", () => {
  const grants = {
    direct: ["admin"] as const,
    teams: [{ roles: ["admin"] as const, tags: [] }],
    projectTags: [],
  };
  strictEqual(isProjectVisible(effectiveRoles(grants)), false);
});
