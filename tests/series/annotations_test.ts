import { strictEqual } from "node:assert/strict";
import { annotationDaysText, annotationText, annotationTitle } from "@/lib/series/text.ts";

const DAYS: [from: string, to: string, says: string][] = [
  ["2026-03-12", "2026-03-12", "le 12 mars 2026"],
  ["2026-03-12", "2026-03-20", "du 12 au 20 mars 2026"],
  ["2026-03-01", "2026-03-20", "du 1er au 20 mars 2026"],
  ["2026-03-28", "2026-04-03", "du 28 mars au 3 avril 2026"],
  ["2025-12-28", "2026-01-01", "du 28 décembre 2025 au 1er janvier 2026"],
];

for (const [from, to, says] of DAYS) {
  Deno.test(`annotationDaysText() is ${says}`, () => {
    strictEqual(annotationDaysText({ from, to }), says);
  });
}

Deno.test("annotationText() is the text, then the dates", () => {
  const days = { from: "2026-03-12", to: "2026-03-20" };
  strictEqual(annotationText({ ...days, text: "Panne" }), "Panne, du 12 au 20 mars 2026");
});

Deno.test("annotationTitle() starts a line", () => {
  strictEqual(annotationTitle({ from: "2026-03-12", to: "2026-03-12" }), "Le 12 mars 2026");
});
