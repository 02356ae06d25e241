import { deepStrictEqual } from "node:assert/strict";
import { offeredRoles, rolesAtHome } from "@/lib/identity/roles.ts";
import { ECOTOUCH_ACCESS } from "@/lib/residences/features.ts";
import { NOTHING } from "./facts.ts";

// @spec roles.at-home
Deno.test("rolesAtHome() has one more role for each level of the application's rights", () => {
  deepStrictEqual([...rolesAtHome(ECOTOUCH_ACCESS.None)], []);
  deepStrictEqual([...rolesAtHome(ECOTOUCH_ACCESS.Read)], ["ecotouch:houses:read"]);
  deepStrictEqual([...rolesAtHome(ECOTOUCH_ACCESS.Write)], [
    "ecotouch:houses:read",
    "ecotouch:houses:write",
  ]);
  deepStrictEqual([...rolesAtHome(ECOTOUCH_ACCESS.Websocket)].length, 3);
});

Deno.test("rolesAtHome() has the occupant roles that the residence offers, and no other", () => {
  for (const ecotouchAdmin of Object.values(ECOTOUCH_ACCESS)) {
    const offered = offeredRoles({ ...NOTHING, ecotouchAdmin })
      .filter((role) => role.startsWith("ecotouch:houses:") && role !== "ecotouch:houses:admin");
    deepStrictEqual([...rolesAtHome(ecotouchAdmin)].toSorted(), offered.toSorted());
  }
});
