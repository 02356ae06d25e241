import { deepStrictEqual } from "node:assert/strict";
import { moduleConfigDraft, pilotConfigDraft } from "@/lib/heating_control/schema.ts";
import { FIRST_CONFIG } from "@/lib/heating_control/setpoints.ts";
import { refusedChanges } from "@/tests/helpers/schema_examples.ts";

// @spec pilot.config
Deno.test("pilotConfigDraft refuses temperatures beyond their limits, nights below 5 °C, and an hour twice", () => {
  // At 10 °C, a night 5 °C lower is at the limit.
  const draft = { ...FIRST_CONFIG, temp_conf: 10, night_decrease: 5 };
  const wrong = [
    { night_decrease: 5.5 },
    { temp_conf: 4.5, night_decrease: 0 },
    { temp_conf: 30.5 },
    { temp_conf: 30, night_decrease: 10.5 },
    { temp_conf_clim: 14.5 },
    { temp_conf_clim: 35.5 },
    { watertank_hours: [24] },
    { watertank_hours: [3, 3] },
  ];
  const right = [
    { temp_conf: 5, night_decrease: 0 },
    { temp_conf: 30, night_decrease: 10 },
    { temp_conf_clim: 15 },
    { temp_conf_clim: 35 },
    { watertank_hours: [0, 23] },
  ];
  deepStrictEqual(refusedChanges(pilotConfigDraft, draft, [...wrong, ...right]), wrong);
});

// @spec pilot.config
Deno.test("moduleConfigDraft checks the nights of a module with its own configuration only", () => {
  const draft = { ...FIRST_CONFIG, temp_conf: 10, night_decrease: 6, isDefault: true };
  const wrong = [{ isDefault: false }];
  deepStrictEqual(
    refusedChanges(moduleConfigDraft, draft, [...wrong, { isDefault: false, night_decrease: 5 }]),
    wrong,
  );
});
