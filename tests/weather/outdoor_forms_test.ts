import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { monthsForm, OUTDOOR_FORM } from "@/lib/weather/forms.ts";

const SOURCE = { name: "Nancy", method: "costic", station: "54473001", seriesId: null } as const;

Deno.test("OUTDOOR_FORM reads back its displayed values", () => {
  deepStrictEqual(OUTDOOR_FORM.read(OUTDOOR_FORM.typed(SOURCE)), SOURCE);
  strictEqual(OUTDOOR_FORM.read({ ...OUTDOOR_FORM.typed(SOURCE), method: "other" }), null);
  const blank = { name: "", method: "meteo", station: "", seriesId: "" };
  deepStrictEqual(OUTDOOR_FORM.typed(null), blank);
});

Deno.test("OUTDOOR_FORM requires a name and one of the methods", () => {
  deepStrictEqual(OUTDOOR_FORM.errors(OUTDOOR_FORM.typed(SOURCE)), {});
  deepStrictEqual(OUTDOOR_FORM.errors({ name: "", method: "x", station: "", seriesId: "" }), {
    name: { code: "required" },
    method: { code: "required" },
  });
});

Deno.test("monthsForm() limits the DJU of each month", () => {
  const months = ["2023-12", "2024-01", "2024-02"];
  deepStrictEqual(monthsForm(months).errors({ "2024-01": "-1", "2024-02": "2001" }), {
    "2024-01": { code: "min", min: 0 },
    "2024-02": { code: "max", max: 2000 },
  });
});
