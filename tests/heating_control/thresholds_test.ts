import { deepStrictEqual } from "node:assert/strict";
import { hasThreshold } from "@/lib/heating_control/features.ts";
import { DATA_UNIT_IDS, dataUnit } from "@/lib/timeseries/units.ts";

// @spec pilot.thresholds
Deno.test("hasThreshold() is true for instants and amounts that nobody types by hand", () => {
  const having = (manualIndex: boolean) =>
    DATA_UNIT_IDS.filter((id) => hasThreshold({ unit: dataUnit(id), manualIndex }));
  deepStrictEqual(having(false), [
    "TEMP",
    "HUM",
    "CO2",
    "BOIM",
    "IRRA",
    "TEXT",
    "DJU",
    "TDEP",
    "TRET",
  ]);
  deepStrictEqual(having(true), []);
});
