import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { reportSource } from "@/lib/consumption_reports/items.ts";
import { DATA_UNIT_IDS, hasUse } from "@/lib/timeseries/units.ts";

// @spec reports.uses
Deno.test("reportSource() is the use of an electric or gas meter, else its quantity", () => {
  const kinds = DATA_UNIT_IDS.map((dataUnitId) => [
    dataUnitId,
    reportSource({ scope: "housing", dataUnitId })?.kind,
  ]);
  deepStrictEqual(Object.fromEntries(kinds.filter(([, kind]) => kind !== undefined)), {
    TEMP: "temp",
    EFSV: "coldWater",
    ECSV: "hotWater",
    ECSE: "waterHeating",
    CHAE: "heating",
    ELEC: "electricity",
    GAZE: "gas",
  });
  const lights = reportSource({ scope: "housing", dataUnitId: "ELEC", use: "lights" });
  deepStrictEqual(lights, { kind: "lights", price: "elecPricing", isElectric: true });
  const cooking = reportSource({ scope: "housing", dataUnitId: "GAZE", use: "cooking" });
  deepStrictEqual(cooking, { kind: "cooking", price: null, isElectric: false });
});

Deno.test("reportSource() is null for a series of the facilities", () => {
  strictEqual(reportSource({ scope: "facilities", dataUnitId: "ELEC", use: null }), null);
});

Deno.test("use is allowed only on a meter that may supply several", () => {
  deepStrictEqual(DATA_UNIT_IDS.filter(hasUse), ["ELEC", "GAZE"]);
});
