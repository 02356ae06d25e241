import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  DJU_CONTRACT_LIMITS,
  SETTINGS_LIMITS,
  THRESHOLD_SETTING_STEP,
} from "@/lib/facilities/energy_setting_limits.ts";
import { committedValue } from "@/lib/ui/number_input.ts";

Deno.test("SETTINGS_LIMITS have a step of 1, as in the simulation form", () => {
  deepStrictEqual(Object.values(SETTINGS_LIMITS).map((limits) => limits.step), [1, 1, 1, 1, 1]);
  strictEqual(committedValue("5,14", null, SETTINGS_LIMITS.threshold), 5);
});

Deno.test("THRESHOLD_SETTING_STEP applies to the settings form, where a threshold has a decimal", () => {
  const rules = { ...SETTINGS_LIMITS.threshold, step: THRESHOLD_SETTING_STEP };
  strictEqual(committedValue("5,14", null, rules), 5.1);
});

Deno.test("DJU_CONTRACT_LIMITS include the coldest French climate, and 0", () => {
  deepStrictEqual(
    ["-1", "3800,4", "10001"].map((text) => committedValue(text, null, DJU_CONTRACT_LIMITS)),
    [0, 3800, 10000],
  );
});
