import { deepStrictEqual } from "node:assert/strict";
import { chartMarks, slotNotes } from "@/lib/series/notes_text.ts";
import { annotatedRows, rangeRows } from "@/lib/series/range_rows.ts";
import type { RangeSlot } from "@/lib/series/schema.ts";
import { BREAKDOWN } from "./an_annotation.ts";

const NOTHING = { value: null, min: null, max: null, completeness: 0, estimated: false };
const SLOTS: RangeSlot[] = ["2026-02", "2026-03", "2026-04"].map((slot) => ({ slot, ...NOTHING }));
const ROWS = annotatedRows(
  rangeRows(SLOTS, [], [{ slot: "2026-03", date: "2026-03-12", what: "replacement" }]),
  [BREAKDOWN],
);

Deno.test("slotNotes() lists the events of the meter, then the annotations", () => {
  deepStrictEqual(ROWS.map((row) => slotNotes(row)), [
    [],
    ["compteur remplacé le 12/03", "Panne, du 30 mars au 2 avril 2026"],
    ["Panne, du 30 mars au 2 avril 2026"],
  ]);
});

Deno.test("chartMarks() are at the slots with a note", () => {
  deepStrictEqual(chartMarks(ROWS), [
    { categoryIndex: 1, text: "compteur remplacé le 12/03 / Panne, du 30 mars au 2 avril 2026" },
    { categoryIndex: 2, text: "Panne, du 30 mars au 2 avril 2026" },
  ]);
});
