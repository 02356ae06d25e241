import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { expandRoles, givers, impliedBy } from "@/lib/identity/effective_roles.ts";
import { type Role, ROLE_GROUPS, ROLE_NAMES, ROLES } from "@/lib/identity/roles.ts";
import { fc } from "@/tests/npm/fast_check.ts";

// @spec roles.catalogue
Deno.test("ROLES contains the 38 roles of the specification", () => {
  strictEqual(ROLE_NAMES.length, 38);
  strictEqual(new Set(ROLE_NAMES).size, 38);
  deepStrictEqual(Object.keys(ROLES).sort(), [...ROLE_NAMES].sort());
});

Deno.test("ROLE_GROUPS are the 16 display groups, each with a role", () => {
  deepStrictEqual([
    ...["houseAdmin", "pilot", "platform", "building", "boilerroom", "houseData", "acc", "alarm"],
    ...["consreport", "houseAlert", "pilotTemp", "display", "doc", "ecotouchHouses"],
    ...["bos-heating", "config"],
  ], [...ROLE_GROUPS]);
  for (const group of ROLE_GROUPS) {
    strictEqual(ROLE_NAMES.some((role) => ROLES[role].group === group), true, group);
  }
});

Deno.test("ROLES has the exact labels of the specification", () => {
  const given: Partial<Record<Role, string>> = {
    "pilot": "Eco-Pilot - Accès complet",
    "pilot:read": "Eco-Pilot - Lecture seule",
    "collect": "Eco-Platform - Accès complet",
    "collect:read": "Eco-Platform - Lecture seule",
    "collect:building:write": "Bâtiment - Configuration",
    "collect:building:read": "Bâtiment - Lecture seule",
    "collect:boilerroom:write": "Chaufferie - Configuration",
    "collect:boilerroom:read": "Chaufferie - Lecture seule",
    "collect:agg:daily": "Consultation par jour des conso. agrégées des Logements",
    "collect:acc:write": "Configuration des données d'autoconsommation",
    "collect:alarm:write": "Autorisation de suppression des alertes Eco-Platform",
    "collect:alarm:comment:write": "Autorisation de commenter des alertes Eco-Platform",
    "collect:alarm:report:write": "Configuration des rapports d'alerte Eco-Platform par mail",
    "collect:housesconsreport:read": "Consultation des factures virtuelles",
    "collect:housesconsreport:write": "Configuration des factures virtuelles (références)",
    "collect:housing:alerts:read": "Consultation des messages d'alerte locataires",
    "collect:housing:alerts:write": "Configuration des messages d'alerte locataires",
    "collect:housing:pilottemp:read": "Pilotage du chauffage - Lecture seule",
    "collect:housing:pilottemp:write": "Pilotage du chauffage - Configuration",
    "collect:display:write": "Écran d'information",
    "collect:display:read": "Écran d'information (lecture seule)",
    "collect:config:manualindex:write": "Autorisation de saisir les index manuellement",
    "collect:documents:write": "Gestion des documents - Configuration",
    "ecotouch:houses:write": "Eco-Touch des logements\u00A0: Pilotage",
    "ecotouch:facilities:ws": "Eco-Bos / Eco-Heating\u00A0: Application",
  };
  for (const [role, label] of Object.entries(given)) {
    strictEqual(Object.entries(ROLES).find(([name]) => name === role)?.[1].label, label);
  }
});

Deno.test("ROLES has exactly the implications of the specification's table", () => {
  const table: Partial<Record<Role, readonly Role[]>> = {
    "pilot": ["pilot:write"],
    "pilot:write": ["pilot:read", "collect"],
    "pilot:read": ["collect:read", "collect:detail:hourly"],
    "collect:building:write": ["collect:building:read"],
    "collect:building:read": ["collect:minimal"],
    "collect:boilerroom:write": ["collect:boilerroom:read"],
    "collect:boilerroom:read": ["collect:minimal"],
    "collect:agg:daily": ["collect:minimal"],
    "collect:anondetail:daily": ["collect:agg:daily"],
    "collect:detail:daily": ["collect:agg:daily", "collect:anondetail:daily"],
    "collect:agg:hourly": ["collect:agg:daily"],
    "collect:detail:hourly": ["collect:agg:hourly", "collect:detail:daily"],
    "collect:houseadmin": ["collect:detail:daily"],
    "collect:alarm:write": ["collect:alarm:comment:write"],
    "collect:housesconsreport:read": ["collect:detail:daily"],
    "collect:housesconsreport:write": ["collect:housesconsreport:read"],
    "collect:housing:alerts:write": ["collect:housing:alerts:read"],
    "collect:housing:pilottemp:write": ["collect:housing:pilottemp:read"],
    "collect:display:write": ["collect:display:read"],
    "collect:display:read": ["collect:minimal"],
    "collect:documents:write": ["collect:documents:validate:write", "collect:documents:read"],
    "collect:documents:validate:write": ["collect:documents:read"],
    "ecotouch:houses:write": ["ecotouch:houses:read"],
  };
  for (const role of ROLE_NAMES) {
    if (role === "collect" || role === "collect:read") continue;
    deepStrictEqual([...ROLES[role].implies ?? []].sort(), [...(table[role] ?? [])].sort(), role);
  }
  strictEqual(ROLES["collect"].implies?.length, 12);
  strictEqual(ROLES["collect:read"].implies?.length, 8);
});

const anyRoles = fc.subarray([...ROLE_NAMES]);

// @spec roles.closure
Deno.test("expandRoles() of a role are the role and those of the table of F §6 from it", () => {
  const sizes: Partial<Record<Role, number>> = {
    "admin": 1,
    "pilot": 27,
    "pilot:read": 13,
    "collect": 24,
    "collect:read": 12,
    "collect:building:write": 3,
    "collect:detail:hourly": 6,
    "collect:housesconsreport:write": 6,
  };
  const counted = Object.keys(sizes).map((name) => {
    const role = ROLE_NAMES.find((one) => one === name) ?? "admin";
    const roles = expandRoles([role]);
    strictEqual(roles.has(role), true);
    return [name, roles.size];
  });
  deepStrictEqual(Object.fromEntries(counted), sizes);
});

// @spec roles.closure
Deno.test("expandRoles() is closed: it contains every role that its roles imply, without duplicates", () => {
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
