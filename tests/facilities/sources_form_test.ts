import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  hotWaterKindOf,
  isSolarSeries,
  isSourceSeries,
  type SeriesChoice,
} from "@/lib/facilities/source_series.ts";

const GAS: SeriesChoice = { id: "gas", dataUnitId: "GAZV", unit: "m³" };
const HEAT: SeriesChoice = { id: "heat", dataUnitId: "CHAE", unit: "MWh" };
const WATER: SeriesChoice = { id: "water", dataUnitId: "ECSV", unit: "L" };
const LOOP: SeriesChoice = { id: "loop", dataUnitId: "ECSE", unit: "kWh" };
const SUN: SeriesChoice = { id: "sun", dataUnitId: "SOLE", unit: "kWh" };
const ALL = [GAS, HEAT, WATER, LOOP, SUN];

Deno.test("isSourceSeries() requires the right energy, in the quantity of the kind", () => {
  strictEqual(isSourceSeries("gaz-volume", GAS), true);
  strictEqual(isSourceSeries("gaz-energy", GAS), false);
  strictEqual(isSourceSeries("urban-energy", HEAT), true);
  strictEqual(isSourceSeries("wood-mass", HEAT), false);
  strictEqual(isSourceSeries("wood-mass", { dataUnitId: "BOIM", unit: "kg" }), true);
  strictEqual(isSourceSeries("gaz-volume", WATER), false);
});

Deno.test("hotWaterKindOf() and isSolarSeries() are determined by the unit of a series", () => {
  deepStrictEqual(ALL.map(hotWaterKindOf), [null, null, "volume", "energy", null]);
  deepStrictEqual(ALL.filter(isSolarSeries), [SUN]);
});
