import { type Role, ROLE_NAMES, ROLES, type Screen } from "./roles.ts";

/** The roles that open each screen; one of them, or a role that implies one, is enough. @spec roles.screens */
export const SCREEN_ROLES: ReadonlyMap<Screen, readonly Role[]> = rolesByScreen();

function rolesByScreen(): Map<Screen, Role[]> {
  const byScreen = new Map<Screen, Role[]>();
  for (const role of ROLE_NAMES) {
    for (const screen of ROLES[role].opens ?? []) {
      byScreen.set(screen, [...byScreen.get(screen) ?? [], role]);
    }
  }
  return byScreen;
}

/**
 * Whether roles open a screen, regardless of the project.
 *
 * @spec roles.screens
 * @param roles roles with the roles they imply, as returned by `effectiveRoles()`
 */
export function opensScreen(screen: Screen, roles: ReadonlySet<Role>): boolean {
  return (SCREEN_ROLES.get(screen) ?? []).some((role) => roles.has(role));
}
