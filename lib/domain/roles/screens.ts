import type { ProjectFacts } from "./offered.ts";
import { type Role, ROLE_NAMES, ROLES, type Screen } from "./roles.ts";

/** What decides a screen besides the roles. @spec roles.screens, B §3 */
export interface ScreenFacts extends ProjectFacts {
  /** The organisation's flag for document management. */
  readonly documentManagement: boolean;
}

/** Conditions on the project or the organisation; a screen not listed has none. */
const NEEDED: Readonly<Partial<Record<Screen, (facts: ScreenFacts) => boolean>>> = {
  "pilot": (facts) => facts.hasPilot,
  "pilot-settings": (facts) => facts.hasPilot,
  "heating-control": (facts) => facts.hasTempPilot,
  "heating-control-settings": (facts) => facts.hasTempPilot,
  "houses": (facts) => facts.houseMode !== 0,
  "house-settings": (facts) => facts.houseMode !== 0,
  "consumption-reports": (facts) => facts.housesConsreport,
  "consumption-report-settings": (facts) => facts.housesConsreport,
  "tenant-alerts": (facts) => facts.housesAppAlarm,
  "tenant-alert-settings": (facts) => facts.housesAppAlarm,
  "display": (facts) => facts.display,
  "display-settings": (facts) => facts.display,
  "autoconsumption": (facts) => facts.hasAutoconsumption,
  "manual-index": (facts) => facts.hasManualIndex,
  "occupants-application": (facts) => facts.ecotouchAdmin >= 1,
  "occupant-accounts": (facts) => facts.ecotouchAdmin >= 1,
  "documents": (facts) => facts.documentManagement,
  "document-validation": (facts) => facts.documentManagement,
  "document-requests": (facts) => facts.documentManagement,
};

/**
 * The roles that open each screen; holding one of them, or a role that implies one, is enough.
 *
 * @spec roles.screens, domain §4 "Resolve by F §6"
 */
export const SCREEN_ROLES: ReadonlyMap<Screen, readonly Role[]> = rolesByScreen();

function rolesByScreen(): Map<Screen, Role[]> {
  const byScreen = new Map<Screen, Role[]>();
  for (const role of ROLE_NAMES) {
    for (const screen of ROLES[role].opens) {
      byScreen.set(screen, [...byScreen.get(screen) ?? [], role]);
    }
  }
  return byScreen;
}

/**
 * Whether roles open a screen, regardless of the project.
 *
 * @spec roles.screens
 * @param roles closed roles, as `effectiveRoles()` returns them
 */
export function opensScreen(screen: Screen, roles: ReadonlySet<Role>): boolean {
  return (SCREEN_ROLES.get(screen) ?? []).some((role) => roles.has(role));
}

/**
 * Whether a screen is shown to someone on a project.
 *
 * What is shown is not what is allowed: each call has its own access in the contract. The project's
 * own page is not a screen of this table: whoever sees the project has it.
 *
 * @spec roles.screens
 * @param effective closed roles, as `effectiveRoles()` returns them
 */
export function canOpen(
  screen: Screen,
  effective: ReadonlySet<Role>,
  facts: ScreenFacts,
): boolean {
  return opensScreen(screen, effective) && (NEEDED[screen]?.(facts) ?? true);
}

/**
 * The screens shown to someone on a project, in the order of the role table.
 *
 * @spec roles.screens
 * @param effective closed roles
 */
export function openScreens(effective: ReadonlySet<Role>, facts: ScreenFacts): Screen[] {
  return [...SCREEN_ROLES.keys()].filter((screen) => canOpen(screen, effective, facts));
}
