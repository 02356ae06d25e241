import { strictEqual } from "node:assert/strict";
import { FIRST_CONFIG } from "@/lib/heating_control/setpoints.ts";
import { configChangesText, hoursText } from "@/lib/heating_control/text.ts";

Deno.test("hoursText() groups consecutive hours", () => {
  strictEqual(hoursText([]), "Aucune");
  strictEqual(
    hoursText([5, 13, 4, 23]),
    "4\u00A0h à 6\u00A0h, 13\u00A0h à 14\u00A0h, 23\u00A0h à 24\u00A0h",
  );
});

// @spec pilot.changes
Deno.test("configChangesText() gives each changed value, before and after", () => {
  const before = { ...FIRST_CONFIG, ch_on: true, temp_conf_clim: 26, watertank_hours: [0, 1] };
  strictEqual(configChangesText(before, before), "");
  strictEqual(
    configChangesText(before, { ...before, ch_on: false, temp_conf_clim: 25, watertank_hours: [] }),
    "Froid\u00A0: Température à ne pas dépasser\u00A0: 26\u202F°C → 25\u202F°C, " +
      "Chauffage en marche\u00A0: Oui → Non, " +
      "Ballon d’eau chaude\u00A0: Heures de chauffe\u00A0: 0\u00A0h à 2\u00A0h → Aucune",
  );
});
