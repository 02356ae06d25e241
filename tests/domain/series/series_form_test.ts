import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  readSeriesForm,
  readSeriesSettings,
  seriesErrors,
  seriesSettingsErrors,
  typedSeries,
} from "@/lib/domain/series/series_form.ts";

function typed(dataUnitId: string, importedUnit = "") {
  return { dataUnitId, importedUnit, renamed: " ", equipmentId: "", rhythm: "" };
}

Deno.test("seriesErrors() wants a quantity of the catalogue, in a unit of that quantity", () => {
  deepStrictEqual(seriesErrors(typed("ECSV", "L")), {});
  deepStrictEqual(seriesErrors(typed("CHAE", "MWh")), {});
  deepStrictEqual(seriesErrors(typed("ECSV", "Wh")), { importedUnit: { code: "unit" } });
  deepStrictEqual(seriesErrors(typed("")), { dataUnitId: { code: "required" } });
  deepStrictEqual(seriesErrors(typed("toString")), { dataUnitId: { code: "required" } });
  const yearly = { ...typed("BOIM"), rhythm: "year" };
  deepStrictEqual(seriesErrors(yearly), { rhythm: { code: "not-valid" } });
});

Deno.test("readSeriesForm() turns what is blank into nothing", () => {
  deepStrictEqual(readSeriesForm({ ...typed("GAZV"), equipmentId: "e1" }), {
    dataUnitId: "GAZV",
    renamed: null,
    importedUnit: null,
    equipmentId: "e1",
    rhythm: null,
  });
  strictEqual(readSeriesForm(typed("NOPE")), null);
});

const SERIES = {
  dataUnitId: "ECSV",
  renamed: "Compteur ECS",
  importedUnit: "L",
  equipmentId: "e1",
  rhythm: "month",
  manualIndex: true,
  dataSourceOptions: { "Poids d’impulsion": "10", canal: "2" },
} as const;

Deno.test("readSeriesSettings() reads back what typedSeries() shows", () => {
  const typed = typedSeries(SERIES);
  deepStrictEqual(seriesSettingsErrors(typed), {});
  deepStrictEqual(readSeriesSettings(typed), SERIES);
  const bare = { ...SERIES, renamed: null, importedUnit: null, equipmentId: null, rhythm: null };
  deepStrictEqual(readSeriesSettings(typedSeries(bare)), bare);
});

// @spec series.editing
Deno.test("seriesSettingsErrors() wants a unit of the quantity, and options one a line", () => {
  const typed = { ...typedSeries(SERIES), importedUnit: "Wh", dataSourceOptions: "canal" };
  deepStrictEqual(seriesSettingsErrors(typed), {
    importedUnit: { code: "unit" },
    dataSourceOptions: { code: "pairs" },
  });
  strictEqual(readSeriesSettings(typed), null);
  deepStrictEqual(seriesSettingsErrors({ ...typedSeries(SERIES), renamed: "n".repeat(101) }), {
    renamed: { code: "maxlength", allowedLength: 100 },
  });
});
