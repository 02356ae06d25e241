import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { readSeriesForm, seriesErrors } from "../../../lib/domain/series/series_form.ts";

function typed(dataUnitId: string, importedUnit = "") {
  return { dataUnitId, importedUnit, renamed: " ", equipmentId: "" };
}

Deno.test("seriesErrors() wants a quantity of the catalogue, in a unit of that quantity", () => {
  deepStrictEqual(seriesErrors(typed("ECSV", "L")), {});
  deepStrictEqual(seriesErrors(typed("CHAE", "MWh")), {});
  deepStrictEqual(seriesErrors(typed("ECSV", "Wh")), { importedUnit: { code: "unit" } });
  deepStrictEqual(seriesErrors(typed("")), { dataUnitId: { code: "required" } });
  deepStrictEqual(seriesErrors(typed("toString")), { dataUnitId: { code: "required" } });
});

Deno.test("readSeriesForm() turns what is blank into nothing", () => {
  deepStrictEqual(readSeriesForm({ ...typed("GAZV"), equipmentId: "e1" }), {
    dataUnitId: "GAZV",
    renamed: null,
    importedUnit: null,
    equipmentId: "e1",
  });
  strictEqual(readSeriesForm(typed("NOPE")), null);
});
