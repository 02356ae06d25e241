import { deepStrictEqual } from "node:assert/strict";
import { annotatedIntervals, type StateInterval } from "@/lib/series/range_notes.ts";

const second = (instant: string) => Date.parse(instant) / 1_000;

const SPELLS: StateInterval[] = [
  { state: "ouverte", fromS: second("2026-01-14T23:30:00Z"), toS: null },
  { state: "fermée", fromS: second("2026-01-09T12:00:00Z"), toS: second("2026-01-14T23:00:00Z") },
  { state: "ouverte", fromS: second("2026-01-01T12:00:00Z"), toS: second("2026-01-09T12:00:00Z") },
];

function annotation(text: string, from: string, to: string) {
  return { id: text, from, to, text, author: "a@b.fr", writtenAt: "2026-02-01T08:00:00Z" };
}

Deno.test("annotatedIntervals() has for each interval the annotations of its days, in the residence's time zone", () => {
  const annotations = [
    annotation("essai", "2026-01-09", "2026-01-09"),
    annotation("travaux", "2026-01-15", "2026-01-16"),
    annotation("panne", "2026-03-01", "2026-03-02"),
  ];
  const texts = (timeZone: string) =>
    annotatedIntervals(SPELLS, annotations, timeZone).map(({ annotations }) =>
      annotations.map(({ text }) => text)
    );
  // In Paris the closed interval ends at midnight, before the works; an open one includes future
  // annotations.
  deepStrictEqual(texts("Europe/Paris"), [["travaux", "panne"], ["essai"], ["essai"]]);
  // In Auckland it ends at noon of the 15th.
  deepStrictEqual(texts("Pacific/Auckland"), [["travaux", "panne"], ["travaux"], ["essai"]]);
});
