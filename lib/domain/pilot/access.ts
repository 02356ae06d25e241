import type { Project } from "@/lib/domain/projects/types.ts";
import type { Role, Screen } from "@/lib/domain/roles/roles.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";

/** Access of a user to a part of the pilot side. */
type PilotAccess = "none" | "read" | "write";

/** Pilot features of a residence; absent means off. */
export type PilotFacts = Partial<Pick<Project, "hasPilot" | "hasTempPilot">>;

/**
 * Access of a user to the configuration and the thresholds of a residence.
 *
 * @spec pilot.screens
 * @param roles roles with the roles they imply, as returned by `effectiveRoles()`
 */
export function settingsAccess({ hasPilot }: PilotFacts, roles: ReadonlySet<Role>): PilotAccess {
  return hasPilot ? accessBy(["pilot", "pilot-settings"], roles) : "none";
}

/**
 * Access of a user to the modules, through the residence's pilot or its heating control.
 *
 * @spec pilot.screens
 * @param roles roles with the roles they imply, as returned by `effectiveRoles()`
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
