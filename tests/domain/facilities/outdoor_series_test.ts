import { strictEqual } from "node:assert/strict";
import { isDjuSeries, isOutdoorTemperature } from "@/lib/domain/facilities/outdoor_series.ts";

// @spec degree-days.sources
Deno.test("isDjuSeries() and isOutdoorTemperature() distinguish DJU from outdoor temperatures", () => {
  strictEqual(isDjuSeries({ dataUnitId: "DJU" }), true);
  strictEqual(isDjuSeries({ dataUnitId: "TEXT" }), false);
  strictEqual(isOutdoorTemperature({ dataUnitId: "TEXT" }), true);
  strictEqual(isOutdoorTemperature({ dataUnitId: "DJU" }), false);
});
