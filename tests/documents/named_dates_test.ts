import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { dateScore, namedDates } from "@/lib/documents/file_matching.ts";

// @spec deposits.matched
Deno.test("namedDates() reads days, months and years as they are written in French, and returns the other words", () => {
  const read = (text: string) => {
    const { named, rest } = namedDates(text);
    return [[...named].toSorted(), rest.trim()];
  };
  const day = ["2026", "2026-03", "2026-03-01"];
  deepStrictEqual(read("attestation 01 03 2026"), [day, "attestation"]);
  deepStrictEqual(read("20260301 ch 02"), [day, "ch 02"]);
  deepStrictEqual(read("mars 2026"), [["2026", "2026-03"], ""]);
  deepStrictEqual(read("03 2026"), [["2026", "2026-03"], ""]);
  deepStrictEqual(read("releve 2026"), [["2026"], "releve 2026"]);
  deepStrictEqual(read("facture 0412"), [[], "facture 0412"]);
});

// @spec deposits.matched
Deno.test("dateScore() is 3 for the day of a deadline, 2 for its month, 1 for its year", () => {
  const score = (text: string) => dateScore(namedDates(text), "2026-03-01");
  strictEqual(score("01 03 2026"), 3);
  strictEqual(score("mars 2026"), 2);
  strictEqual(score("2026"), 1);
  strictEqual(score("01 03 2025"), 0);
});
