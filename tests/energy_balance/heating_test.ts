import { strictEqual } from "node:assert/strict";
import {
  contractNb,
  heatingPerAreaDju,
  heatingTotal,
  targetTotal,
} from "@/lib/energy_balance/formulas.ts";

const TERMS = { sourceKWh: 22000, solarKWh: 1200, hotWaterKWh: 6000 };

// @spec balance.heating
Deno.test("heatingTotal() is the source plus solar, less hot water", () => {
  strictEqual(heatingTotal(TERMS), 17200);
});

Deno.test("heatingTotal() may be negative", () => {
  strictEqual(heatingTotal({ ...TERMS, sourceKWh: 1000 }), -3800);
});

Deno.test("heatingTotal() is null when a term is unknown", () => {
  strictEqual(heatingTotal({ ...TERMS, sourceKWh: null }), null);
  strictEqual(heatingTotal({ ...TERMS, solarKWh: null }), null);
  strictEqual(heatingTotal({ ...TERMS, hotWaterKWh: null }), null);
});

Deno.test("heatingPerAreaDju() is in Wh for each m² and each DJU", () => {
  // 16,000 kWh / (1,000 m² × 400 DJU)
  strictEqual(heatingPerAreaDju({ totalKWh: 16000, areaDju: 400000 }), 40);
  strictEqual(heatingPerAreaDju({ totalKWh: 16000, areaDju: 0 }), null);
  strictEqual(heatingPerAreaDju({ totalKWh: null, areaDju: 400000 }), null);
});

Deno.test("targetTotal() is the target over the area and the climate", () => {
  // 40 Wh × 1,000 m² × 400 DJU = 16,000 kWh
  strictEqual(targetTotal({ targetPerAreaDju: 40, areaM2: 1000, dju: 400 }), 16000);
});

// @spec balance.target
Deno.test("contractNb() is the target for the contract's reference season", () => {
  // 2,000 DJU × 1,000 m² × 40 Wh = 80,000 kWh
  strictEqual(contractNb({ djuContract: 2000, areaM2: 1000, targetPerAreaDju: 40 }), 80000);
  strictEqual(contractNb({ djuContract: null, areaM2: 1000, targetPerAreaDju: 40 }), null);
});
