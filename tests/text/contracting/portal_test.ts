import { strictEqual } from "node:assert/strict";
import { targetText } from "@/lib/text/contracting/portal.ts";

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
