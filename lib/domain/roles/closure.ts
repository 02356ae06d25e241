import { type Role, ROLES } from "./roles.ts";

/**
 * The roles given together with all they imply, directly or not.
 *
 * @spec roles.closure
 * @param roles those given; `admin` implies nothing
 * @returns a new set, each given role included
 * @example
 * ```ts
 * import { strictEqual } from "node:assert/strict";
 * strictEqual(closure(["collect:detail:hourly"]).size, 6);
 * ```
 */
export function closure(roles: Iterable<Role>): ReadonlySet<Role> {
  const closed = new Set(roles);
  // A set hands out what is added while it is walked: the walk ends when the set stops growing.
  for (const role of closed) {
    for (const implied of ROLES[role].implies) closed.add(implied);
  }
  return closed;
}
