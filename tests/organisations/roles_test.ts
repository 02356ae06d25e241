import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { ROLE_GROUPS, ROLE_NAMES } from "@/lib/identity/roles.ts";
import { groupedRoles, ROLE_GROUP_LABELS, roleLabel } from "@/lib/organisations/text.ts";

Deno.test("ROLE_GROUP_LABELS name the products as they are sold", () => {
  strictEqual(ROLE_GROUP_LABELS.pilot, "Eco-Pilot");
  strictEqual(ROLE_GROUP_LABELS.platform, "Eco-Platform");
  strictEqual(ROLE_GROUP_LABELS.ecotouchHouses, "Eco-Touch des logements");
  strictEqual(ROLE_GROUP_LABELS["bos-heating"], "Eco-Bos / Eco-Heating");
});

Deno.test("ROLE_GROUP_LABELS are different for each of the 16 groups", () => {
  strictEqual(new Set(ROLE_GROUPS.map((group) => ROLE_GROUP_LABELS[group])).size, 16);
});

Deno.test("roleLabel() names each role in French, those without a label in the specification too", () => {
  strictEqual(roleLabel("admin"), "Administration");
  strictEqual(roleLabel("collect:minimal"), "Accès minimal");
  strictEqual(roleLabel("collect"), "Eco-Platform - Accès complet");
});

Deno.test("groupedRoles() lists roles under their groups, in order, without empty groups", () => {
  deepStrictEqual(
    groupedRoles(["collect:documents:read", "pilot:read", "pilot"]).map((choice) => [
      choice.group,
      choice.roles.map((one) => one.role),
    ]),
    [["pilot", ["pilot", "pilot:read"]], ["doc", ["collect:documents:read"]]],
  );
});

Deno.test("groupedRoles() of every role shows the 36 that have a label, under 16 groups", () => {
  const groups = groupedRoles(ROLE_NAMES);
  strictEqual(groups.length, 16);
  strictEqual(groups.reduce((count, choice) => count + choice.roles.length, 0), 36);
});
