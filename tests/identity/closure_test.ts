import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { expandRoles } from "@/lib/identity/effective_roles.ts";
import { type Role, ROLE_NAMES, ROLES } from "@/lib/identity/roles.ts";
import { fc } from "@/tests/npm/fast_check.ts";

/** Sizes of the closures by F §6, the role itself included; computed by hand from the table. */
const SIZES: Record<Role, number> = {
  "admin": 1,
  "pilot": 27,
  "pilot:write": 26,
  "pilot:read": 13,
  "collect": 24,
  "collect:read": 12,
  "collect:minimal": 1,
  "collect:building:write": 3,
  "collect:building:read": 2,
  "collect:boilerroom:write": 3,
  "collect:boilerroom:read": 2,
  "collect:agg:daily": 2,
  "collect:anondetail:daily": 3,
  "collect:detail:daily": 4,
  "collect:agg:hourly": 3,
  "collect:detail:hourly": 6,
  "collect:houseadmin": 5,
  "collect:acc:write": 1,
  "collect:alarm:write": 2,
  "collect:alarm:comment:write": 1,
  "collect:alarm:report:write": 1,
  "collect:housesconsreport:read": 5,
  "collect:housesconsreport:write": 6,
  "collect:housing:alerts:read": 1,
  "collect:housing:alerts:write": 2,
  "collect:housing:pilottemp:read": 1,
  "collect:housing:pilottemp:write": 2,
  "collect:display:write": 3,
  "collect:display:read": 2,
  "collect:config:manualindex:write": 1,
  "collect:documents:write": 3,
  "collect:documents:validate:write": 2,
  "collect:documents:read": 1,
  "ecotouch:houses:write": 2,
  "ecotouch:houses:read": 1,
  "ecotouch:houses:ws": 1,
  "ecotouch:houses:admin": 1,
  "ecotouch:facilities:ws": 1,
};

const anyRoles = fc.subarray([...ROLE_NAMES]);

for (const role of ROLE_NAMES) {
  Deno.test(`closure() of ${role} has ${SIZES[role]} roles, itself included`, () => {
    strictEqual(expandRoles([role]).size, SIZES[role]);
    strictEqual(expandRoles([role]).has(role), true);
  });
}

Deno.test("closure() of collect:detail:hourly is the six roles of domain §4", () => {
  deepStrictEqual([...expandRoles(["collect:detail:hourly"])].sort(), [
    "collect:agg:daily",
    "collect:agg:hourly",
    "collect:anondetail:daily",
    "collect:detail:daily",
    "collect:detail:hourly",
    "collect:minimal",
  ]);
});

Deno.test("closure() of pilot has no role of documents, tenant alerts or Eco-Touch", () => {
  const foreign = [...expandRoles(["pilot"])].filter((role) =>
    /^(collect:documents|collect:housing:alerts|ecotouch)/.test(role)
  );
  deepStrictEqual(foreign, []);
});

Deno.test("closure() of no role is empty, and does not change its input", () => {
  const given: Role[] = ["pilot"];
  expandRoles(given);
  deepStrictEqual(given, ["pilot"]);
  strictEqual(expandRoles([]).size, 0);
});

// @spec roles.closure
Deno.test("closure() is closed: it contains every role that its roles imply, without duplicates", () => {
  fc.assert(
    fc.property(anyRoles, (given) => {
      const closed = expandRoles(given);
      for (const role of closed) {
        for (const implied of ROLES[role].implies ?? []) strictEqual(closed.has(implied), true);
      }
      deepStrictEqual(expandRoles(closed), closed);
    }),
    { numRuns: 300, seed: 20260101 },
  );
});

Deno.test("closure() of two sets together is the union of their closures", () => {
  fc.assert(
    fc.property(anyRoles, anyRoles, (some, others) => {
      const together = expandRoles([...some, ...others]);
      deepStrictEqual(
        new Set([...together].sort()),
        new Set([...expandRoles(some), ...expandRoles(others)].sort()),
      );
    }),
    { numRuns: 300, seed: 20260101 },
  );
});
