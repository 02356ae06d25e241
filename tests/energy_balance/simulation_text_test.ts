import { deepStrictEqual } from "node:assert/strict";
import { savedSettingsText } from "@/lib/energy_balance/simulation_text.ts";

Deno.test("savedSettingsText() names the first month that changes", () => {
  deepStrictEqual(
    [savedSettingsText("2026-03-15", "2026-04"), savedSettingsText("2026-03-15", null)].map((
      text,
    ) => text.replaceAll(/[\u00A0\u202F]/g, " ")),
    [
      "Réglages enregistrés au 15/03/2026 : avril 2026 est le premier mois qui change.",
      "Réglages enregistrés au 15/03/2026 : aucun mois ne change, d’autres réglages les suivent avant le premier jour d’un mois.",
    ],
  );
});
