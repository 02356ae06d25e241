import { strictEqual } from "node:assert/strict";
import { isOutdoorTemperature } from "@/lib/facilities/heat_curve.ts";
import { isDjuSeries } from "@/lib/weather/degree_days.ts";

// @spec degree-days.sources
Deno.test("isDjuSeries() and isOutdoorTemperature() distinguish DJU from outdoor temperatures", () => {
  strictEqual(isDjuSeries({ dataUnitId: "DJU" }), true);
  strictEqual(isDjuSeries({ dataUnitId: "TEXT" }), false);
  strictEqual(isOutdoorTemperature({ dataUnitId: "TEXT" }), true);
  strictEqual(isOutdoorTemperature({ dataUnitId: "DJU" }), false);
});
