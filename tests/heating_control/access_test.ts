import { deepStrictEqual } from "node:assert/strict";
import { modulesAccess, settingsAccess } from "@/lib/heating_control/features.ts";
import { expandRoles } from "@/lib/identity/effective_roles.ts";
import type { Role } from "@/lib/identity/roles.ts";

const FACTS = [
  { hasPilot: false, hasTempPilot: false },
  { hasPilot: true, hasTempPilot: false },
  { hasPilot: false, hasTempPilot: true },
  { hasPilot: true, hasTempPilot: true },
];

function accesses(access: typeof modulesAccess, role: Role) {
  return FACTS.map((facts) => access(facts, expandRoles([role])));
}

// @spec pilot.screens
Deno.test("settingsAccess() requires the pilot of the residence and a role on it", () => {
  const bySettings = (role: Role) => accesses(settingsAccess, role);
  deepStrictEqual(bySettings("pilot:read"), ["none", "read", "none", "read"]);
  deepStrictEqual(bySettings("pilot:write"), ["none", "write", "none", "write"]);
  deepStrictEqual(bySettings("collect"), ["none", "none", "none", "none"]);
});

// @spec pilot.screens
Deno.test("modulesAccess() requires the pilot role, or the control of the heating where there is one", () => {
  const byModules = (role: Role) => accesses(modulesAccess, role);
  deepStrictEqual(byModules("pilot:read"), ["none", "read", "read", "read"]);
  deepStrictEqual(byModules("pilot"), ["none", "write", "write", "write"]);
  deepStrictEqual(byModules("collect:housing:pilottemp:read"), ["none", "none", "read", "read"]);
  deepStrictEqual(byModules("collect"), ["none", "none", "write", "write"]);
  deepStrictEqual(byModules("collect:minimal"), ["none", "none", "none", "none"]);
});
