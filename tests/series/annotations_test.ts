import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  annotationErrors,
  annotationsOfSlot,
  annotationsWithin,
  isAnnotationPeriod,
} from "@/lib/series/annotations.ts";
import { ANNOTATION_FORM } from "@/lib/series/forms.ts";
import type { Annotation } from "@/lib/series/schema.ts";
import { annotationDaysText } from "@/lib/series/text.ts";

function annotation(id: string, from: string, to: string): Annotation {
  return { id, from, to, text: id, author: "anne@bailleur.fr", writtenAt: "2026-04-01T08:00:00Z" };
}

const ALL = [
  annotation("march", "2026-03-12", "2026-03-20"),
  annotation("across", "2026-03-31", "2026-04-01"),
  annotation("new year", "2025-12-29", "2026-01-04"),
];

function touching(slot: string): string[] {
  return annotationsOfSlot(ALL, slot).map(({ id }) => id);
}

Deno.test("annotationsOfSlot() marks every month that an annotation includes a day of", () => {
  deepStrictEqual(touching("2026-02"), []);
  deepStrictEqual(touching("2026-03"), ["march", "across"]);
  deepStrictEqual(touching("2026-04"), ["across"]);
  deepStrictEqual(touching("2025-12"), ["new year"]);
  deepStrictEqual(touching("2026-01"), ["new year"]);
});

Deno.test("annotationsOfSlot() marks ISO weeks, including that of New Year", () => {
  // Monday 29 December 2025 to Sunday 4 January 2026 is the first week of 2026.
  deepStrictEqual(touching("2026-W01"), ["new year"]);
  deepStrictEqual(touching("2025-W52"), []);
  deepStrictEqual(touching("2026-W02"), []);
  // 12 March is the Thursday of week 11, 20 March the Friday of week 12.
  deepStrictEqual(["2026-W10", "2026-W11", "2026-W12", "2026-W13"].map(touching), [
    [],
    ["march"],
    ["march"],
    [],
  ]);
});

Deno.test("annotationsOfSlot() marks the parts of a day as their day", () => {
  const parts = ["2026-03-12T08", "2026-03-12T08:30", "2026-03-20T23:55", "2026-03-21T00"];
  deepStrictEqual(parts.map(touching), [["march"], ["march"], ["march"], []]);
  deepStrictEqual(touching("elsewhere"), []);
});

Deno.test("annotationsWithin() returns those that touch the days, in order", () => {
  const ids = (from: string, to: string) =>
    annotationsWithin(ALL, { from, to }).map(({ id }) => id);
  deepStrictEqual(ids("2026-01-01", "2026-12-31"), ["march", "across", "new year"]);
  deepStrictEqual(ids("2026-04-01", "2026-06-30"), ["across"]);
  deepStrictEqual(ids("2026-03-14", "2026-03-15"), ["march"]);
  deepStrictEqual(ids("2026-04-02", "2026-06-30"), []);
});

Deno.test("annotationErrors() requires days in order and within a year", () => {
  const errors = (from: string, to: string) => annotationErrors({ from, to });
  deepStrictEqual(errors("2026-03-12", "2026-03-12"), {});
  deepStrictEqual(errors("2026-03-12", "2026-03-11"), { to: { code: "date-order" } });
  deepStrictEqual(errors("2026-03-12", "2027-03-12"), {});
  deepStrictEqual(errors("2026-03-12", "2027-03-13"), { to: { code: "max-days", maxDays: 366 } });
  deepStrictEqual([errors("", "2027-03-13"), errors("2026-02-30", "x")], [{}, {}]);
});

Deno.test("isAnnotationPeriod() allows one day to a leap year of them", () => {
  // The whole of 2024 is 366 days.
  strictEqual(isAnnotationPeriod({ from: "2024-01-01", to: "2024-12-31" }), true);
  strictEqual(isAnnotationPeriod({ from: "2024-01-01", to: "2025-01-01" }), false);
  strictEqual(isAnnotationPeriod({ from: "2024-01-01", to: "2024-01-01" }), true);
  strictEqual(isAnnotationPeriod({ from: "2024-01-02", to: "2024-01-01" }), false);
});

const TYPED = { from: "2026-03-12", to: "2026-03-20", text: " Panne du brûleur " };

Deno.test("ANNOTATION_FORM trims the text, and shows it again", () => {
  const draft = { ...TYPED, text: "Panne du brûleur" };
  deepStrictEqual(ANNOTATION_FORM.read(TYPED), { ...draft, signature: null });
  deepStrictEqual(ANNOTATION_FORM.typed(draft), { ...draft, signature: "" });
  const typed = { ...TYPED, signature: "closed" };
  deepStrictEqual(ANNOTATION_FORM.read(typed), { ...draft, signature: "closed" });
});

Deno.test("ANNOTATION_FORM reports missing, reversed and too long values", () => {
  const errors = (over: Partial<typeof TYPED>) => ANNOTATION_FORM.errors({ ...TYPED, ...over });
  deepStrictEqual(errors({ from: "", to: "", text: " " }), {
    from: { code: "required" },
    to: { code: "required" },
    text: { code: "required" },
  });
  deepStrictEqual(errors({ from: "2026-02-30" }), { from: { code: "date" } });
  deepStrictEqual(errors({ to: "2026-03-11" }), { to: { code: "date-order" } });
  deepStrictEqual(errors({ to: "2027-03-13" }), { to: { code: "max-days", maxDays: 366 } });
  deepStrictEqual(errors({ text: "x".repeat(201) }), {
    text: { code: "maxlength", allowedLength: 200 },
  });
  strictEqual(Object.keys(errors({ to: "2026-03-12", text: "x".repeat(200) })).length, 0);
});

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

export const BREAKDOWN: Annotation = {
  id: "a",
  from: "2026-03-30",
  to: "2026-04-02",
  text: "Panne",
  author: "ada@bailleur.fr",
  writtenAt: "2026-04-03T08:00:00Z",
};
