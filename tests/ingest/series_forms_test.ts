import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { NEW_SERIES_FORM, SERIES_FORM } from "@/lib/ingest/forms.ts";
import { SOURCE_MISTAKES, USE_MISTAKE } from "@/lib/ingest/text.ts";

const SERIES = {
  dataUnitId: "ECSV",
  renamed: "Compteur ECS",
  importedUnit: "L",
  equipmentId: "e1",
  rhythm: "month",
  use: null,
  maxRatePerHour: 2500.5,
  rollsOverAt: 100_000,
  manualIndex: true,
  dataSourceOptions: { "Poids d’impulsion": "10", canal: "2" },
} as const;

Deno.test("SERIES_FORM reads back its displayed values; empty fields are null", () => {
  deepStrictEqual(SERIES_FORM.read(SERIES_FORM.typed(SERIES)), SERIES);
  const nulls = { renamed: null, importedUnit: null, equipmentId: null, rhythm: null };
  const bare = { ...SERIES, ...nulls, maxRatePerHour: null, rollsOverAt: null };
  deepStrictEqual(SERIES_FORM.read(SERIES_FORM.typed(bare)), bare);
  deepStrictEqual(SERIES_FORM.read({ dataUnitId: "TEMP", renamed: " " })?.renamed, null);
});

const METER = { ...SERIES, importedUnit: null, use: "cooking" } as const;

// @spec reports.uses
Deno.test("SERIES_FORM has a use for a meter that may supply several, and drops that of another quantity", () => {
  const use = (dataUnitId: string) =>
    SERIES_FORM.read({ ...SERIES_FORM.typed(METER), dataUnitId })?.use;
  deepStrictEqual(["ELEC", "GAZE", "ECSV"].map(use), ["cooking", "cooking", null]);
});

// @spec series.registers
Deno.test("SERIES_FORM limits the register of a meter only, and refuses a rate of 0 and a capacity of ten digits", () => {
  const typed = SERIES_FORM.typed(SERIES);
  const limits = (dataUnitId: string) => {
    const { maxRatePerHour, rollsOverAt } =
      SERIES_FORM.read({ ...typed, importedUnit: "", dataUnitId }) ??
        {};
    return [maxRatePerHour, rollsOverAt];
  };
  deepStrictEqual(["ECSV", "TEMP"].map(limits), [[2500.5, 100_000], [null, null]]);
  deepStrictEqual(
    SERIES_FORM.errors({ ...typed, maxRatePerHour: "0", rollsOverAt: "1000000001" }),
    {
      maxRatePerHour: { code: "min", min: 0.001 },
      rollsOverAt: { code: "max", max: 1_000_000_000 },
    },
  );
  deepStrictEqual(SERIES_FORM.errors({ ...typed, maxRatePerHour: "vite" }), {
    maxRatePerHour: { code: "number" },
  });
});

// @spec series.editing
Deno.test("SERIES_FORM requires a quantity of the catalogue, a unit of it, a rhythm of the list and options one a line", () => {
  const typed = SERIES_FORM.typed(SERIES);
  const wrong = { ...typed, importedUnit: "Wh", dataSourceOptions: "canal", rhythm: "year" };
  deepStrictEqual(SERIES_FORM.errors(wrong), {
    importedUnit: { code: "unit" },
    dataSourceOptions: { code: "pairs" },
    rhythm: { code: "required" },
  });
  for (const dataUnitId of ["", "toString"]) {
    deepStrictEqual(SERIES_FORM.errors({ ...typed, dataUnitId }), {
      dataUnitId: { code: "required" },
    });
  }
  deepStrictEqual(SERIES_FORM.errors({ ...typed, renamed: "n".repeat(101) }), {
    renamed: { code: "maxlength", allowedLength: 100 },
  });
});

Deno.test("NEW_SERIES_FORM creates a series of every dwelling, of an equipment or of the residence", () => {
  const placed = (equipmentId: string) => {
    const series = NEW_SERIES_FORM.read({ dataUnitId: "GAZV", equipmentId })?.series;
    return [series?.scope, series?.equipmentId];
  };
  deepStrictEqual(["every-dwelling", "e1", ""].map(placed), [
    ["housing", null],
    ["facilities", "e1"],
    ["facilities", null],
  ]);
});

Deno.test("NEW_SERIES_FORM accepts a measurement for every dwelling, and one source elsewhere", () => {
  const said = (source: string, equipmentId: string) => {
    const error = NEW_SERIES_FORM.errors({ dataUnitId: "TEMP", source, equipmentId }).source;
    return error?.code === "message" ? error.message : undefined;
  };
  strictEqual(said("temp,house=* value", "every-dwelling"), undefined);
  strictEqual(said("temp,house=A12 value", ""), undefined);
  strictEqual(said("temp,house=A12 value", "every-dwelling"), SOURCE_MISTAKES.dwelling);
  strictEqual(said("temp,house=* value", "e1"), SOURCE_MISTAKES.measure);
});

// @spec reports.uses
Deno.test("NEW_SERIES_FORM has a use for a dwelling meter that may supply several, and refuses it elsewhere", () => {
  const typed = (dataUnitId: string, equipmentId: string) => ({
    dataUnitId,
    equipmentId,
    use: "cooking",
  });
  for (const dataUnitId of ["ELEC", "GAZE"]) {
    const made = NEW_SERIES_FORM.read(typed(dataUnitId, "every-dwelling"));
    deepStrictEqual([made?.series.use, made?.series.scope], ["cooking", "housing"]);
  }
  const refused = { use: { code: "message", message: USE_MISTAKE } };
  for (const [dataUnitId, place] of [["ECSV", "every-dwelling"], ["ELEC", "e1"], ["ELEC", ""]]) {
    deepStrictEqual(NEW_SERIES_FORM.errors(typed(dataUnitId ?? "", place ?? "")), refused);
  }
  const whole = { ...typed("ELEC", "every-dwelling"), use: "" };
  strictEqual(NEW_SERIES_FORM.read(whole)?.series.use, null);
});
