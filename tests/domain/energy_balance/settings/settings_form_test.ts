import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  FACTORS_RULES,
  readFactors,
  readSettings,
  SETTINGS_RULES,
  typedFactors,
  typedSettings,
} from "@/lib/domain/energy_balance/settings/settings_form.ts";
import type { EfficiencySettings } from "@/lib/domain/energy_balance/types.ts";
import { typedErrors } from "@/lib/domain/forms/typed_fields.ts";

const SETTINGS: EfficiencySettings = {
  fromDate: "2024-10-01",
  area: 3250.5,
  peopleNb: 120,
  djuSource: "s1",
  q: 100,
  target: 37.5,
  threshold: 5,
  djuContract: null,
};

Deno.test("readSettings() reads back what typedSettings() shows", () => {
  const typed = typedSettings(SETTINGS);
  strictEqual(typed.area, "3250,5");
  strictEqual(typed.djuContract, "");
  deepStrictEqual(readSettings(typed), SETTINGS);
  deepStrictEqual(typedErrors(SETTINGS_RULES, typed), {});
});

Deno.test("readSettings() gives nothing while a required number is no number", () => {
  for (const field of ["area", "peopleNb", "q", "target", "threshold"] as const) {
    strictEqual(readSettings({ ...typedSettings(SETTINGS), [field]: "abc" }), null, field);
  }
});

Deno.test("SETTINGS_RULES requires all but the contract's DJU, occupants whole, nothing negative", () => {
  deepStrictEqual(Object.keys(typedErrors(SETTINGS_RULES, {})), [
    "fromDate",
    "area",
    "peopleNb",
    "djuSource",
    "q",
    "target",
    "threshold",
  ]);
  const typed = { ...typedSettings(SETTINGS), peopleNb: "2,5", q: "-1", threshold: "101" };
  deepStrictEqual(typedErrors(SETTINGS_RULES, typed), {
    peopleNb: { code: "integer" },
    q: { code: "min", min: 0 },
    threshold: { code: "max", max: 100 },
  });
});

Deno.test("SETTINGS_RULES rounds the threshold to a tenth and the area to a unit", () => {
  const step = (name: string) => SETTINGS_RULES.find((rule) => rule.name === name)?.step;
  deepStrictEqual([step("threshold"), step("area"), step("peopleNb")], [0.1, 1, 1]);
});

Deno.test("readFactors() reads back what typedFactors() shows; one alone is unchanged", () => {
  const factors = { fromDate: "2024-01-01", pta: 0.968, pcs: null };
  deepStrictEqual(readFactors(typedFactors(factors)), factors);
  const wrong = { fromDate: "2024-01-01", pta: "0", pcs: "31" };
  deepStrictEqual(typedErrors(FACTORS_RULES, wrong), {
    pta: { code: "min", min: 0.0001 },
    pcs: { code: "max", max: 30 },
  });
});
