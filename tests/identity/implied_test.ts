import { deepStrictEqual } from "node:assert/strict";
import { expandRoles, givers, impliedBy, withoutImplied } from "@/lib/identity/effective_roles.ts";
import { ROLE_NAMES } from "@/lib/identity/roles.ts";

const OFFERED = ROLE_NAMES.map((role) => ({
  role,
  deps: impliedBy(role),
}));

// @spec roles.catalogue
Deno.test("impliedBy() is the closure of a role without itself, in the order of the catalogue", () => {
  for (const role of ROLE_NAMES) {
    const implied = impliedBy(role);
    deepStrictEqual(new Set([role, ...implied]), new Set(expandRoles([role])));
    deepStrictEqual(implied.includes(role), false);
    deepStrictEqual(implied, implied.toSorted((a, b) => order(a) - order(b)));
  }
});

// @spec roles.form
Deno.test("givers() are the ticked roles that imply each role", () => {
  const given = givers(
    new Set(["collect:detail:daily", "collect:display:write"] as const),
    OFFERED,
  );
  deepStrictEqual(
    [...given],
    [
      ["collect:agg:daily", ["collect:detail:daily"]],
      ["collect:minimal", ["collect:detail:daily", "collect:display:write"]],
      ["collect:anondetail:daily", ["collect:detail:daily"]],
      ["collect:display:read", ["collect:display:write"]],
    ].sort(([a], [b]) => order(a) - order(b)),
  );
});

function order(role: unknown): number {
  return ROLE_NAMES.findIndex((name) => name === role);
}

Deno.test("givers() of no ticked role, or of a role without dependencies, are empty", () => {
  deepStrictEqual(givers(new Set(), OFFERED).size, 0);
  deepStrictEqual(givers(new Set(["collect:documents:read"] as const), OFFERED).size, 0);
});

Deno.test("withoutImplied() has the same closure with fewer roles", () => {
  for (const role of ROLE_NAMES) {
    const all = [...expandRoles([role])];
    deepStrictEqual(withoutImplied(all), [role]);
  }
  deepStrictEqual(withoutImplied(["pilot:read", "collect"]), ["pilot:read", "collect"]);
  deepStrictEqual(expandRoles(withoutImplied([...ROLE_NAMES])), new Set(ROLE_NAMES));
});
