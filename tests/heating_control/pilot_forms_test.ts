import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { FeaturesOn } from "@/lib/heating_control/features.ts";
import { configForm, moduleForm, ownHeatingForm } from "@/lib/heating_control/forms.ts";
import { FIRST_CONFIG } from "@/lib/heating_control/setpoints.ts";

const ALL: FeaturesOn = {
  ch_pilot: true,
  clim_pilot: true,
  watertank_pilot: true,
  house_status: true,
};
const FORM = configForm(ALL, FIRST_CONFIG);
const typed = FORM.typed(FIRST_CONFIG);

// @spec pilot.config
Deno.test("configForm() refuses a night below the lowest heating", () => {
  const errorsOf = (temp_conf: string, night_decrease: string) =>
    FORM.errors({ ...typed, temp_conf, night_decrease });
  // 5 °C is the lowest: a comfort of 8 °C leaves 3.
  deepStrictEqual(errorsOf("8", "3"), {});
  deepStrictEqual(errorsOf("8", "3,5"), { night_decrease: { code: "max", max: 3 } });
  deepStrictEqual(errorsOf("5", "0"), {});
  deepStrictEqual(errorsOf("5", "0,5"), { night_decrease: { code: "max", max: 0 } });
  // A comfort that is itself too low is reported alone.
  deepStrictEqual(Object.keys(errorsOf("4", "0,5")), ["temp_conf"]);
  deepStrictEqual(Object.keys(errorsOf("", "3,5")), ["temp_conf"]);
  deepStrictEqual(Object.keys(errorsOf("19", "")), ["night_decrease"]);
});

// @spec pilot.config
Deno.test("configForm() keeps the stored values of features that are off, which are not required", () => {
  const off = { ...ALL, clim_pilot: false, watertank_pilot: false };
  const form = configForm(off, FIRST_CONFIG);
  const changed = { ...typed, temp_conf: "20", temp_conf_clim: "", watertank_hours: "7" };
  deepStrictEqual(form.read(changed), { ...FIRST_CONFIG, temp_conf: 20 });
  deepStrictEqual(FORM.read({ ...changed, temp_conf_clim: "27" }), {
    ...FIRST_CONFIG,
    temp_conf: 20,
    temp_conf_clim: 27,
    watertank_hours: [7],
  });
  strictEqual(FORM.read(changed), null);
});

// @spec pilot.config
Deno.test("moduleForm() checks the night only of a module with its own settings", () => {
  const form = moduleForm(ALL, FIRST_CONFIG);
  const own = form.typed({ ...FIRST_CONFIG, isDefault: false });
  const night = { ...own, temp_conf: "8", night_decrease: "3,5" };
  deepStrictEqual(form.errors(night), { night_decrease: { code: "max", max: 3 } });
  deepStrictEqual(form.errors({ ...night, isDefault: "on" }), {});
});

// @spec pilot.occupant-range
Deno.test("ownHeatingForm() accepts the temperatures of the landlord's range, ends included", () => {
  const form = ownHeatingForm({ minC: 18, maxC: 20 });
  const codes = ["17,5", "18", "20", "20,5", ""].map((tempC) => form.errors({ tempC }).tempC?.code);
  deepStrictEqual(codes, ["min", undefined, undefined, "max", undefined]);
});
