import type { Role } from "./roles.ts";

/** What an occupant may hold on their own dwelling, one more with each step of what the application may do. */
const AT_HOME = [
  "ecotouch:houses:read",
  "ecotouch:houses:write",
  "ecotouch:houses:ws",
] as const satisfies readonly Role[];

/**
 * The roles that whoever lives in a dwelling holds there, once access was given: those the residence offers.
 *
 * @spec roles.at-home
 * @param ecotouchAdmin 0 none, 1 read, 2 write, 3 websocket
 * @returns the empty set where the occupants' application is off
 */
export function rolesAtHome(ecotouchAdmin: number): ReadonlySet<Role> {
  return new Set<Role>(AT_HOME.slice(0, ecotouchAdmin));
}
