import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { round } from "@/lib/base/rounding.ts";
import { REPORT_SETTINGS_FORM } from "@/lib/consumption_reports/forms.ts";
import { FACTORS_FORM, SETTINGS_FORM } from "@/lib/facilities/boiler_room_forms.ts";
import { MACHINE_FORM } from "@/lib/facilities/forms.ts";
import { HOUSE_TYPE_FORM } from "@/lib/housing/forms.ts";
import { number } from "@/lib/ui/fields.ts";
import { type Form, form, storedOffStep } from "@/lib/ui/form.ts";
import { controlText } from "@/lib/ui/number_input.ts";

const HEAT = form({
  name: "heat",
  fields: { tempC: number({ label: "Température", min: 5, max: 30, step: 0.5 }) },
});

// @spec forms.steps
Deno.test("form() refuses a number between two steps with the nearest values, unless it is the stored one", () => {
  const message = "Les valeurs les plus proches sont 19,5 et 20\u00A0: par pas de 0,5";
  deepStrictEqual(HEAT.errors({ tempC: "19,55" }), { tempC: { code: "message", message } });
  strictEqual(HEAT.read({ tempC: "19,55" }), null);
  deepStrictEqual(HEAT.read({ tempC: "19,55" }, { tempC: "19,55" }), { tempC: 19.55 });
  strictEqual(HEAT.read({ tempC: "19,45" }, { tempC: "19,55" }), null);
  deepStrictEqual(HEAT.read({ tempC: "19.5" }), { tempC: 19.5 });
  // Outside its bounds, the error is about the bounds.
  deepStrictEqual(HEAT.errors({ tempC: "30,2" }), { tempC: { code: "max", max: 30 } });
  deepStrictEqual(storedOffStep(HEAT, { tempC: "19,55" }), { "stored.tempC": "19,55" });
  deepStrictEqual(storedOffStep(HEAT, { tempC: "19,5" }), {});
});

const FORMS: readonly Form<string, unknown, never>[] = [
  MACHINE_FORM,
  FACTORS_FORM,
  SETTINGS_FORM,
  HOUSE_TYPE_FORM,
  REPORT_SETTINGS_FORM,
];

// @spec forms.steps
Deno.test("each numeric field with a step refuses numbers between two steps, and accepts both", () => {
  let count = 0;
  for (const { name, fields, errors } of FORMS) {
    for (const { name: field, step, min = 0, integer } of fields) {
      if (step === undefined || integer) continue;
      const texts = [1.5, 1, 2].map((times) => controlText(round(min + times * step, 8)));
      const [between, low, high] = texts.map((text) => errors({ [field]: text })[field]?.code);
      deepStrictEqual([between, low, high], ["message", undefined, undefined], `${name}.${field}`);
      count++;
    }
  }
  ok(count >= 20, `${count} fields`);
});
