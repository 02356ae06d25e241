import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { isSuitable, type SeriesUser } from "@/lib/series/suitable_series.ts";
import { DATA_UNIT_IDS, type DataUnitId } from "@/lib/timeseries/units.ts";

const place = { scope: "facilities", importedUnit: null } as const;

function unitsOf(user: SeriesUser): DataUnitId[] {
  return DATA_UNIT_IDS
    .filter((dataUnitId) => isSuitable(user, { ...place, dataUnitId }));
}

Deno.test("isSuitable() accepts the units that each entity reads", () => {
  deepStrictEqual(unitsOf("outdoorSource"), ["TEXT", "DJU"]);
  deepStrictEqual(unitsOf("outType"), ["TEMP", "TDEP"]);
  deepStrictEqual(unitsOf("backType"), ["TEMP", "TRET"]);
  for (const user of ["errorCode", "gate", "skydome"] as const) {
    deepStrictEqual(unitsOf(user), ["ETAT"]);
  }
  const energies = ["ECSE", "CHAE", "ELEC", "GAZE", "RCUE", "SOLE", "PVE", "PACP", "PACC"];
  deepStrictEqual(unitsOf("device"), energies);
  deepStrictEqual(unitsOf("producer"), ["PVE"]);
  deepStrictEqual(unitsOf("consumer"), ["ELEC"]);
  for (const user of ["cmv", "faultDetector"] as const) {
    strictEqual(unitsOf(user).length, DATA_UNIT_IDS.length);
  }
});

Deno.test("isSuitable() requires the scope, and a unit of the same quantity", () => {
  const meter = { ...place, dataUnitId: "ELEC" } as const;
  strictEqual(isSuitable("consumer", { ...meter, scope: "housing" }), false);
  strictEqual(isSuitable("consumer", { ...meter, scope: "housing" }, "housing"), true);
  strictEqual(isSuitable("device", { ...meter, importedUnit: "MWh" }), true);
  strictEqual(isSuitable("device", { ...meter, importedUnit: "m³" }), false);
});
