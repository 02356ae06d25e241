import { deepStrictEqual } from "node:assert/strict";
import { meterMarkTexts } from "@/lib/series/notes_text.ts";

const on = (date: string, what: "replacement" | "reset" = "replacement") => ({ what, date });

Deno.test("meterMarkTexts() names the event of a meter, and its date", () => {
  deepStrictEqual(meterMarkTexts([]), []);
  deepStrictEqual(meterMarkTexts([on("2026-03-12")]), ["compteur remplacé le 12/03"]);
  deepStrictEqual(meterMarkTexts([on("2026-03-12", "reset")]), ["compteur remis à zéro le 12/03"]);
});

Deno.test("meterMarkTexts() asks for the cause of a fallen register, and never names its dwelling among several", () => {
  const at = { date: "2026-03-12", what: "fall" } as const;
  const texts = [
    ...meterMarkTexts([{ ...at, fall: { before: 5742.8, value: 5, cause: "replacement" } }]),
    ...meterMarkTexts([{ ...at, fall: { before: 15.5, value: 12, cause: "mistake" } }]),
    ...meterMarkTexts([at]),
    ...meterMarkTexts([at, at]),
  ];
  deepStrictEqual(texts.map((text) => text.replaceAll(/[\u00A0\u202F]/g, " ")), [
    "compteur en recul le 12/03 (5 742,8 puis 5) : remplacé ou remis à zéro ?",
    "compteur en recul le 12/03 (15,5 puis 12) : erreur de relevé ?",
    "compteur en recul le 12/03 : remplacé ou remis à zéro ?",
    "2 reculs d’index, le 12/03",
  ]);
});

Deno.test("meterMarkTexts() counts events of one kind together, over their days", () => {
  const marks = [on("2026-03-10"), on("2026-03-11", "reset"), on("2026-03-10"), on("2026-03-12")];
  deepStrictEqual(meterMarkTexts(marks), [
    "3\u00A0remplacements de compteur, du 10/03 au 12/03",
    "compteur remis à zéro le 11/03",
  ]);
  deepStrictEqual(meterMarkTexts([on("2026-03-10"), on("2026-03-10")]), [
    "2\u00A0remplacements de compteur, le 10/03",
  ]);
});
