import type { Role } from "./roles.ts";

/** Roles of an occupant on their own dwelling: each access level of the application adds one. */
const AT_HOME = [
  "ecotouch:houses:read",
  "ecotouch:houses:write",
  "ecotouch:houses:ws",
] as const satisfies readonly Role[];

/**
 * The roles of an occupant with access to the dwelling, among those the residence offers.
 *
 * @spec roles.at-home
 * @param ecotouchAdmin 0 none, 1 read, 2 write, 3 websocket
 * @returns the empty set when the occupants' application is off
 */
export function rolesAtHome(ecotouchAdmin: number): ReadonlySet<Role> {
  return new Set<Role>(AT_HOME.slice(0, ecotouchAdmin));
}
