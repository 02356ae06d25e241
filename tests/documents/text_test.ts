import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { askedText, targetText } from "@/lib/documents/portal_text.ts";
import { boundsText } from "@/lib/documents/text.ts";

Deno.test("boundsText() gives the expected values, with the unit once", () => {
  const said = ([min, max]: readonly (number | null)[]) =>
    boundsText({ min: min ?? null, max: max ?? null, unit: "°C" });
  deepStrictEqual([[60, 80], [60, null], [null, 0.1234567], [null, null]].map(said), [
    "entre 60 et 80\u202F°C",
    "au moins 60\u202F°C",
    "au plus 0,1234567\u202F°C",
    "",
  ]);
});

// @spec deposits.matched
Deno.test("targetText() names the building of an equipment, since each may have one of the same name", () => {
  const target = {
    orgId: "o1",
    requestId: "r1",
    documentId: "r1.d1",
    deadline: "2026-03-01",
    organisationName: "Nord Habitat",
    typedocName: "VMC non gaz",
    values: [],
    contractCode: "",
    projectName: "Les Lilas",
    projectCode: "",
    equipmentPlace: "Bâtiment B",
    equipmentName: "VMC",
    equipmentCode: "",
  };
  strictEqual(
    targetText(target),
    "VMC non gaz, Les Lilas, Bâtiment B, VMC, échéance 01/03/2026, Nord Habitat",
  );
});

Deno.test("askedText() agrees in number, and separates thousands", () => {
  strictEqual(
    askedText({ count: 1, late: 0, refused: 1 }),
    "demande 1\u00A0document, dont 1\u00A0refusé",
  );
  strictEqual(
    askedText({ count: 1_200, late: 1_100, refused: 2 }),
    "demande 1\u202F200\u00A0documents, dont 2\u00A0refusés et 1\u202F100\u00A0en retard",
  );
});
