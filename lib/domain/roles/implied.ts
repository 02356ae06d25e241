import { closure } from "./closure.ts";
import { type Role, ROLE_NAMES } from "./roles.ts";

/** A role with all the roles it implies, as in the list of available roles. @spec roles.catalogue */
interface RoleDeps {
  readonly role: Role;
  readonly deps: readonly Role[];
}

/**
 * The other roles that a role implies, directly or not, in the order of the catalogue.
 *
 * @example
 * ```ts
 * import { deepStrictEqual } from "node:assert/strict";
 * deepStrictEqual(impliedBy("collect:agg:hourly"), ["collect:minimal", "collect:agg:daily"]);
 * ```
 */
export function impliedBy(role: Role): Role[] {
  const held = closure([role]);
  return ROLE_NAMES.filter((name) => name !== role && held.has(name));
}

/**
 * Roles implied by ticked roles, each with the ticked roles that imply it.
 *
 * @spec roles.form
 * @param ticked roles assigned directly
 * @returns ticked roles by implied role
 */
export function givers(
  ticked: ReadonlySet<Role>,
  offered: readonly RoleDeps[],
): ReadonlyMap<Role, Role[]> {
  const given = new Map<Role, Role[]>();
  for (const { role, deps } of offered) {
    if (!ticked.has(role)) continue;
    for (const dep of deps) given.set(dep, [...given.get(dep) ?? [], role]);
  }
  return given;
}

/**
 * The roles of a list that no other role of the list implies.
 *
 * @example
 * ```ts
 * import { deepStrictEqual } from "node:assert/strict";
 * deepStrictEqual(withoutImplied(["collect:read", "collect"]), ["collect"]);
 * ```
 */
export function withoutImplied(roles: readonly Role[]): Role[] {
  return roles.filter((role) =>
    !roles.some((other) => other !== role && closure([other]).has(role))
  );
}
