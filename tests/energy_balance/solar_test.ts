import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { solarFigures, solarPercent } from "@/lib/energy_balance/formulas.ts";

// @spec balance.solar
Deno.test("solarFigures() add the series and return their share of hot water", () => {
  deepStrictEqual(solarFigures([900, 300], 6000), { energy: 1200, percent: 20 });
});

Deno.test("solarFigures() are null without panels, and when a series is missing", () => {
  deepStrictEqual(solarFigures([], 6000), { energy: null, percent: null });
  deepStrictEqual(solarFigures([900, null], 6000), { energy: null, percent: null });
});

Deno.test("solarPercent() is null without hot water", () => {
  strictEqual(solarPercent({ solarKWh: 1200, hotWaterKWh: 0 }), null);
  strictEqual(solarPercent({ solarKWh: 1200, hotWaterKWh: null }), null);
  strictEqual(solarPercent({ solarKWh: 0, hotWaterKWh: 6000 }), 0);
});

Deno.test("solarPercent() may pass 100", () =>
  strictEqual(solarPercent({ solarKWh: 9000, hotWaterKWh: 6000 }), 150));
