import { deepStrictEqual } from "node:assert/strict";
import { consentText, gasLineFaultText } from "@/lib/gas/text.ts";

const DATED = { state: "active", isUsable: true, endDate: "2026-03-12" } as const;
const ENDLESS = { ...DATED, endDate: null };

Deno.test("consentText() is the state of a consent, with its end when it has one that is not near", () => {
  const ends = { kind: "ends", days: 30 } as const;
  const closed = { kind: "closed" } as const;
  deepStrictEqual([
    consentText(DATED, null),
    consentText(DATED, ends),
    consentText(DATED, { ...ends, days: 0 }),
    consentText(DATED, { kind: "ended" }),
    consentText({ ...DATED, state: "revoked" }, closed),
    consentText(ENDLESS, null),
    consentText({ ...ENDLESS, state: "to-validate" }, closed),
  ], [
    "Actif jusqu’au 12/03/2026",
    "Se termine dans 30\u00A0jours",
    "Se termine aujourd’hui",
    "Terminé le 12/03/2026",
    "Révoqué",
    "Actif",
    "À valider par le titulaire",
  ]);
});

Deno.test("gasLineFaultText() names the year that has no room for a line", () => {
  deepStrictEqual([
    gasLineFaultText({ line: 502, fault: "year-full", year: 2024 }),
    gasLineFaultText({ line: 3, fault: "to-date" }),
  ], ["plus de relevés de ce type qu’une année n’a de jours (2024)", "date de fin illisible"]);
});
