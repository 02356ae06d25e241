import { strictEqual } from "node:assert/strict";
import {
  isDjuSeries,
  isOutdoorSeries,
  isOutdoorTemperature,
} from "@/lib/domain/facilities/outdoor_series.ts";

Deno.test("isOutdoorSeries() takes temperatures of outdoor air and DJU, of the facilities alone", () => {
  const scope = "facilities";
  strictEqual(isOutdoorSeries({ dataUnitId: "TEXT", scope }), true);
  strictEqual(isOutdoorSeries({ dataUnitId: "DJU", scope }), true);
  strictEqual(isOutdoorSeries({ dataUnitId: "TEMP", scope }), false);
  strictEqual(isOutdoorSeries({ dataUnitId: "GAZV", scope }), false);
  strictEqual(isOutdoorSeries({ dataUnitId: "TEXT", scope: "housing" }), false);
});

Deno.test("isDjuSeries() and isOutdoorTemperature() tell DJU from what they are made of", () => {
  strictEqual(isDjuSeries({ dataUnitId: "DJU" }), true);
  strictEqual(isDjuSeries({ dataUnitId: "TEXT" }), false);
  strictEqual(isOutdoorTemperature({ dataUnitId: "TEXT" }), true);
  strictEqual(isOutdoorTemperature({ dataUnitId: "DJU" }), false);
});
