import { deepStrictEqual } from "node:assert/strict";
import { meterMarkTexts } from "../../lib/text/meter_events.ts";

const on = (date: string, what: "replacement" | "reset" = "replacement") => ({ what, date });

Deno.test("meterMarkTexts() says what happened to a meter, and when", () => {
  deepStrictEqual(meterMarkTexts([]), []);
  deepStrictEqual(meterMarkTexts([on("2026-03-12")]), ["compteur remplacé le 12/03"]);
  deepStrictEqual(meterMarkTexts([on("2026-03-12", "reset")]), ["compteur remis à zéro le 12/03"]);
});

Deno.test("meterMarkTexts() counts those of one kind together, over their days", () => {
  const marks = [on("2026-03-10"), on("2026-03-11", "reset"), on("2026-03-10"), on("2026-03-12")];
  deepStrictEqual(meterMarkTexts(marks), [
    "3\u00A0remplacements de compteur, du 10/03 au 12/03",
    "compteur remis à zéro le 11/03",
  ]);
  deepStrictEqual(meterMarkTexts([on("2026-03-10"), on("2026-03-10")]), [
    "2\u00A0remplacements de compteur, le 10/03",
  ]);
});
