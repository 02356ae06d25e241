import { closure } from "./closure.ts";
import type { Role } from "./roles.ts";

/** A role with all it implies, as the list of available roles returns it. @spec roles.catalogue */
export interface RoleDeps {
  readonly role: Role;
  readonly deps: readonly Role[];
}

/**
 * Roles implied by ticked roles but not ticked, with those that imply them.
 *
 * @spec roles.form
 * @param ticked roles assigned directly; of two that imply each other's, the wider one is reported
 * @returns by implied role, the ticked roles that imply it
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
 * The roles of a list without those that others of it imply.
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
