import { deepStrictEqual } from "node:assert/strict";
import { DOCUMENT_STATES } from "@/lib/documents/document_states.ts";
import { boundsText, documentListTitle, stateText } from "@/lib/documents/text.ts";

// @spec contracting.states
Deno.test("stateText() is the word of the specification", () => {
  deepStrictEqual(DOCUMENT_STATES.map(stateText), [
    "Non transmis",
    "Attente validation",
    "Validé",
    "Validé avec réserve",
    "Refusé",
    "Abandonné",
    "À transmettre de nouveau",
  ]);
});

Deno.test("documentListTitle() distinguishes the lists of documents", () => {
  const titles = (["late", "history"] as const).map((list) =>
    documentListTitle({ list, year: 2026 })
  );
  deepStrictEqual(titles, ["Documents, en retard", "Documents, historique 2026"]);
});

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
