import { type Role, ROLES } from "./roles.ts";

/**
 * Roles with all the roles they imply, directly or not.
 *
 * @spec roles.closure
 * @param roles roles assigned; `admin` implies nothing
 * @returns a new set, including the assigned roles
 * @example
 * ```ts
 * import { strictEqual } from "node:assert/strict";
 * strictEqual(closure(["collect:detail:hourly"]).size, 6);
 * ```
 */
export function closure(roles: Iterable<Role>): ReadonlySet<Role> {
  const closed = new Set(roles);
  // Iterating over a set visits elements added meanwhile: the loop ends when the set stops growing.
  for (const role of closed) {
    for (const implied of ROLES[role].implies ?? []) closed.add(implied);
  }
  return closed;
}
