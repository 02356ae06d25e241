import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  hotWaterKindOf,
  isSolarSeries,
  isSourceSeries,
  type SeriesChoice,
} from "@/lib/domain/energy_balance/settings/sources_form.ts";

const GAS: SeriesChoice = { id: "gas", dataUnitId: "GAZV", unit: "m³" };
const HEAT: SeriesChoice = { id: "heat", dataUnitId: "CHAE", unit: "MWh" };
const WATER: SeriesChoice = { id: "water", dataUnitId: "ECSV", unit: "L" };
const LOOP: SeriesChoice = { id: "loop", dataUnitId: "ECSE", unit: "kWh" };
const SUN: SeriesChoice = { id: "sun", dataUnitId: "SOLE", unit: "kWh" };
const ALL = [GAS, HEAT, WATER, LOOP, SUN];

Deno.test("isSourceSeries() wants the right energy, counted as the kind says", () => {
  strictEqual(isSourceSeries("gaz-volume", GAS), true);
  strictEqual(isSourceSeries("gaz-energy", GAS), false);
  strictEqual(isSourceSeries("urban-energy", HEAT), true);
  strictEqual(isSourceSeries("wood-mass", HEAT), false);
  strictEqual(isSourceSeries("wood-mass", { dataUnitId: "BOIM", unit: "kg" }), true);
  strictEqual(isSourceSeries("gaz-volume", WATER), false);
});

Deno.test("hotWaterKindOf() and isSolarSeries() tell what a series counts", () => {
  deepStrictEqual(ALL.map(hotWaterKindOf), [null, null, "volume", "energy", null]);
  deepStrictEqual(ALL.filter(isSolarSeries), [SUN]);
});
