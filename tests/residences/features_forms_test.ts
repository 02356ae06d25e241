import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { FEATURES_FORM, INSTALLATION_FORM } from "@/lib/residences/forms.ts";

// @spec projects.features
Deno.test("FEATURES_FORM reads the modes and the ticked boxes, and shows them again", () => {
  const typed = { houseMode: "3", houseHourly: "6", display: "on" };
  const features = FEATURES_FORM.read(typed);
  deepStrictEqual([features?.houseMode, features?.houseHourly], [3, 6]);
  const on = Object.entries(features ?? {}).filter(([, value]) => value === true);
  deepStrictEqual(on, [["display", true]]);
  strictEqual(FEATURES_FORM.typed(features).display, "on");
});

Deno.test("FEATURES_FORM refuses a mode that is not offered", () => {
  for (const houseMode of ["5", "-1", "", "x", "1.0"]) {
    strictEqual(FEATURES_FORM.read({ houseMode, houseHourly: "0" }), null);
  }
  strictEqual(FEATURES_FORM.read({ houseMode: "0", houseHourly: "7" }), null);
});

Deno.test("INSTALLATION_FORM reads back its displayed values", () => {
  const stored = {
    instrumented: true,
    hasPilot: false,
    hasTempPilot: true,
    ecotouchAdmin: 2,
  } as const;
  deepStrictEqual(INSTALLATION_FORM.read(INSTALLATION_FORM.typed(stored)), stored);
  strictEqual(INSTALLATION_FORM.read({ ecotouchAdmin: "4" }), null);
});
