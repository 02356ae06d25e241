import { deepStrictEqual } from "node:assert/strict";
import { unitErrors } from "@/lib/timeseries/sent_units.ts";

// @spec series.editing
Deno.test("unitErrors() requires a unit of the quantity", () => {
  const errors = (dataUnitId: string, importedUnit: string) =>
    unitErrors({ dataUnitId, importedUnit });
  deepStrictEqual([errors("ECSV", "L"), errors("CHAE", "MWh"), errors("ECSV", "")], [{}, {}, {}]);
  deepStrictEqual(errors("ECSV", "Wh"), { importedUnit: { code: "unit" } });
  deepStrictEqual([errors("", "Wh"), errors("toString", "Wh")], [{}, {}]);
});
