import { deepStrictEqual } from "node:assert/strict";
import { DOCUMENT_STATES } from "@/lib/domain/contracting/types.ts";
import { stateText } from "@/lib/text/contracting/documents.ts";

// @spec contracting.states
Deno.test("stateText() is the word of the specification", () => {
  deepStrictEqual(DOCUMENT_STATES.map(stateText), [
    "Non transmis",
    "Attente validation",
    "Validé",
    "Validé avec réserve",
    "Refusé",
    "Abandonné",
    "À transmettre à nouveau",
  ]);
});
