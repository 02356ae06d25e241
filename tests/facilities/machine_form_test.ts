import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { MACHINE_FORM } from "@/lib/facilities/forms.ts";

const PUMP = {
  name: "PAC",
  kind: "heat-pump" as const,
  productionSeriesId: "s1",
  consumptionSeriesId: null,
  powerKW: 45.5,
};

Deno.test("MACHINE_FORM reads back its displayed values", () => {
  const typed = MACHINE_FORM.typed(PUMP);
  deepStrictEqual(MACHINE_FORM.read(typed), PUMP);
  strictEqual(typed.powerKW, "45,5");
});

Deno.test("MACHINE_FORM requires a name and a known kind, and refuses a negative power", () => {
  for (const kind of ["", "toString"]) {
    deepStrictEqual(MACHINE_FORM.errors({ kind, powerKW: "-1" }), {
      name: { code: "required" },
      kind: { code: "required" },
      powerKW: { code: "min", min: 0 },
    });
  }
});
