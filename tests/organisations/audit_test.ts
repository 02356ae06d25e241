import { ok, strictEqual } from "node:assert/strict";
import { areaLabel, AREAS, auditActionText, CALLS } from "@/lib/app/catalogue.ts";
import { auditPersonText, auditSubjectText } from "@/lib/organisations/audit_pages.ts";
import { AUDIT_AREAS } from "@/lib/organisations/schema.ts";

const ACTIONS = Object.entries(CALLS).flatMap(([name, { audit }]) => audit ? [name] : []);

Deno.test("auditActionText() has French words for every audited call", () => {
  ok(ACTIONS.length > 120);
  for (const action of ACTIONS) {
    ok(/^\p{Lu}[^.]+$/u.test(auditActionText(action)), action);
    ok(!/['"]/.test(auditActionText(action)), action);
  }
  strictEqual(new Set(ACTIONS.map(auditActionText)).size, ACTIONS.length);
  strictEqual(auditActionText("anOldName"), "anOldName");
});

Deno.test("every action belongs to an area of the log's filter", () => {
  const inAreas = AUDIT_AREAS.flatMap((area) => Object.keys(AREAS[area]));
  for (const action of ACTIONS) ok(inAreas.includes(action), action);
  for (const area of AUDIT_AREAS) ok(areaLabel(area) !== area, area);
});

Deno.test("auditPersonText() names the program for automatic changes", () => {
  strictEqual(auditPersonText("ada@bailleur.fr"), "ada@bailleur.fr");
  strictEqual(auditPersonText(null), "Programme");
});

Deno.test("auditSubjectText() writes the labels of the roles given and removed", () => {
  strictEqual(
    auditSubjectText("putProjectUserRoles", "ada@bailleur.fr: +collect:read -pilot"),
    "ada@bailleur.fr\u00A0: +\u00A0Eco-Platform - Lecture seule, −\u00A0Eco-Pilot - Accès complet",
  );
  strictEqual(auditSubjectText("putProjectUserRoles", "ada@bailleur.fr:"), "ada@bailleur.fr");
  strictEqual(auditSubjectText("putTeam", "Nord: +pilot"), "Nord: +pilot");
});
