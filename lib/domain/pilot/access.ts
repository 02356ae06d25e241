import type { Project } from "@/lib/domain/projects/types.ts";
import type { Role, Screen } from "@/lib/domain/roles/roles.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";

/** What a user may do with a part of the pilot side. */
export type PilotAccess = "none" | "read" | "write";

/** What a residence has of the pilot side; none where it is omitted. */
export type PilotFacts = Partial<Pick<Project, "hasPilot" | "hasTempPilot">>;

/**
 * What a user may do with the configuration and the thresholds of a residence.
 *
 * @spec pilot.screens
 * @param roles closed roles, as `effectiveRoles()` returns them
 */
export function settingsAccess({ hasPilot }: PilotFacts, roles: ReadonlySet<Role>): PilotAccess {
  return hasPilot ? accessBy(["pilot", "pilot-settings"], roles) : "none";
}

/**
 * What a user may do with the modules: by the pilot of the residence, or by the control of its heating.
 *
 * @spec pilot.screens
 * @param roles closed roles, as `effectiveRoles()` returns them
 */
export function modulesAccess(facts: PilotFacts, roles: ReadonlySet<Role>): PilotAccess {
  const heating = facts.hasTempPilot
    ? accessBy(["heating-control", "heating-control-settings"], roles)
    : "none";
  const settings = settingsAccess(facts, roles);
  return heating === "write" || settings === "none" ? heating : settings;
}

function accessBy(
  [reads, writes]: readonly [Screen, Screen],
  roles: ReadonlySet<Role>,
): PilotAccess {
  if (opensScreen(writes, roles)) return "write";
  return opensScreen(reads, roles) ? "read" : "none";
}
