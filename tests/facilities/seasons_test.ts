import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { runningSeasonText, weatherText } from "@/lib/facilities/text.ts";

Deno.test("weatherText() gives the dates of a season once it begins, and its end once it ends", () => {
  deepStrictEqual([
    weatherText(null, null),
    weatherText("2026-10-30", null),
    weatherText(null, "2026-04-20"),
    weatherText("2025-10-14", "2026-04-20"),
  ], [
    "",
    "D’après la météo\u00A0: depuis le 30/10/2026",
    "D’après la météo\u00A0: jusqu’au 20/04/2026, sans début connu",
    "D’après la météo\u00A0: du 14/10/2025 au 20/04/2026",
  ]);
});

Deno.test("runningSeasonText() says that the weather gives no start, before the season or its readings", () => {
  strictEqual(
    runningSeasonText({ yearStart: 2026, dateStart: null, dateStop: null }),
    "Saison 2026 à 2027. D’après la météo\u00A0: pas de début connu.",
  );
});
