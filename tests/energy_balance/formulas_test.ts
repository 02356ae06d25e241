import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  cleanSum,
  contractNb,
  conversionFactor,
  dailyLitresPerPerson,
  gapColour,
  gapPercent,
  gapStatus,
  gasFactorsOf,
  heatingPerAreaDju,
  heatingTotal,
  hotWaterFigures,
  isWhole,
  solarFigures,
  solarPercent,
  sourceFigures,
  targetTotal,
} from "@/lib/energy_balance/formulas.ts";

Deno.test("gapPercent() is the part of heating above its target", () => {
  strictEqual(gapPercent({ actualKWh: 150, targetKWh: 100 }), 50);
  strictEqual(gapPercent({ actualKWh: 75, targetKWh: 100 }), -25);
  strictEqual(gapPercent({ actualKWh: 100, targetKWh: 100 }), 0);
});

// @spec balance.gap
Deno.test("gapStatus() is good up to 0, bad up to the threshold, very bad above", () => {
  deepStrictEqual(
    [-40, 0, 0.1, 7, 7.1].map((percent) => gapStatus(percent, 7)),
    ["good", "good", "bad", "bad", "very-bad"],
  );
  strictEqual(gapStatus(null, 7), null);
});

Deno.test("gapColour() is green below 0, orange below the threshold, red from there", () => {
  deepStrictEqual(
    [-0.1, 0, 6.9, 7, 40].map((percent) => gapColour(percent, 7)),
    ["green", "orange", "orange", "red", "red"],
  );
  strictEqual(gapColour(null, 7), null);
});

Deno.test("gapStatus() and gapColour() compare a gap with the threshold in decimals", () => {
  // (105 / 100 − 1) × 100 is 5.000000000000004
  const percent = gapPercent({ actualKWh: 105, targetKWh: 100 });
  strictEqual(gapStatus(percent, 5), "bad");
  strictEqual(gapColour(percent, 5), "red");
});

Deno.test("gapColour() does not treat a rounding error below 0 as a saving", () => {
  strictEqual(gapColour(-1e-12, 5), "orange");
  strictEqual(gapStatus(1e-12, 5), "good");
});

Deno.test("gapStatus() and gapColour() use 5 % by default", () => {
  deepStrictEqual([4.9, 5, 5.1].map((gap) => gapStatus(gap)), ["bad", "bad", "very-bad"]);
  deepStrictEqual([4.9, 5, 5.1].map((gap) => gapColour(gap)), ["orange", "red", "red"]);
});

const TERMS = { sourceKWh: 22000, solarKWh: 1200, hotWaterKWh: 6000 };

// @spec balance.heating
Deno.test("heatingTotal() is the source plus solar, less hot water", () => {
  strictEqual(heatingTotal(TERMS), 17200);
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

const SETTINGS = { q: 100, peopleNb: 50 };

// @spec balance.hot-water
Deno.test("hotWaterFigures() add volumes × q to measured energies", () => {
  // (40 + 22) m³ × 100 + 500 + 300 kWh; 62,000 L / (50 × 31)
  deepStrictEqual(
    hotWaterFigures({ volumesM3: [40, 22], energiesKWh: [500, 300] }, SETTINGS, 31),
    { volume: 62, energy: 7000, dailyVolumePerPerson: 40 },
  );
});

Deno.test("hotWaterFigures() have no energy when a series is missing", () => {
  deepStrictEqual(
    hotWaterFigures({ volumesM3: [40, null], energiesKWh: [] }, SETTINGS, 31),
    { volume: null, energy: null, dailyVolumePerPerson: null },
  );
  const { volume, energy } = hotWaterFigures(
    { volumesM3: [62], energiesKWh: [null] },
    SETTINGS,
    31,
  );
  deepStrictEqual([volume, energy], [62, null]);
});

Deno.test("hotWaterFigures() without settings have the volume, and energies that need no q", () => {
  deepStrictEqual(hotWaterFigures({ volumesM3: [62], energiesKWh: [] }, null, 31), {
    volume: 62,
    energy: null,
    dailyVolumePerPerson: null,
  });
  strictEqual(hotWaterFigures({ volumesM3: [], energiesKWh: [500] }, null, 31).energy, 500);
});

Deno.test("dailyLitresPerPerson() counts litres a day a person", () => {
  // 1000 × 141.23 / (118 × 31), January of the reference year
  const litres = dailyLitresPerPerson({ volumeM3: 141.23, peopleNb: 118, days: 31 });
  ok(litres !== null && Math.abs(litres - 38.608529251) < 1e-9);
});

Deno.test("dailyLitresPerPerson() is null without occupants", () => {
  strictEqual(dailyLitresPerPerson({ volumeM3: 10, peopleNb: 0, days: 31 }), null);
  strictEqual(dailyLitresPerPerson({ volumeM3: 10, peopleNb: null, days: 31 }), null);
});

// @spec balance.solar
Deno.test("solarFigures() add the series and return their share of hot water", () => {
  deepStrictEqual(solarFigures([900, 300], 6000), { energy: 1200, percent: 20 });
});

Deno.test("solarPercent() is null without hot water", () => {
  strictEqual(solarPercent({ solarKWh: 1200, hotWaterKWh: 0 }), null);
  strictEqual(solarPercent({ solarKWh: 1200, hotWaterKWh: null }), null);
  strictEqual(solarPercent({ solarKWh: 0, hotWaterKWh: 6000 }), 0);
});

Deno.test("solarPercent() may pass 100", () =>
  strictEqual(solarPercent({ solarKWh: 9000, hotWaterKWh: 6000 }), 150));

const FACTORS = { fromDate: "2023-01-01", pta: 0.9, pcs: 11.5 };

Deno.test("conversionFactor() of a volume of gas is 11 kWh/m³ by default", () => {
  strictEqual(conversionFactor("gaz-volume", null), 11);
});

// @spec balance.source
Deno.test("conversionFactor() of a volume of gas is pta × pcs when both are known", () => {
  const factor = conversionFactor("gaz-volume", FACTORS);
  ok(Math.abs(factor - 10.35) < 1e-12);
});

Deno.test("conversionFactor() treats one factor alone as none", () => {
  strictEqual(conversionFactor("gaz-volume", { ...FACTORS, pcs: null }), 11);
  strictEqual(conversionFactor("gaz-volume", { ...FACTORS, pta: null }), 11);
  strictEqual(isWhole({ ...FACTORS, pta: null }), false);
});

Deno.test("conversionFactor() of wood is 4.6 kWh/kg, for any gas factors", () => {
  strictEqual(conversionFactor("wood-mass", FACTORS), 4.6);
});

Deno.test("conversionFactor() of metered energy is 1", () => {
  for (const kind of ["gaz-energy", "urban-energy", "wood-energy"] as const) {
    strictEqual(conversionFactor(kind, FACTORS), 1);
  }
});

Deno.test("gasFactorsOf() a month is the latest version on or before its first day", () => {
  const midMonth = { ...FACTORS, fromDate: "2023-03-15" };
  strictEqual(gasFactorsOf([FACTORS, midMonth], "2023-03"), FACTORS);
  strictEqual(gasFactorsOf([FACTORS, midMonth], "2023-04"), midMonth);
  strictEqual(gasFactorsOf([FACTORS, midMonth], "2022-12"), null);
});

Deno.test("sourceFigures() have the quantity of the meter, and the energy", () => {
  deepStrictEqual(sourceFigures("gaz-volume", { amount: 100, factor: 11 }), {
    kind: "gaz-volume",
    volume: 100,
    mass: null,
    energy: 1100,
  });
  deepStrictEqual(sourceFigures("wood-mass", { amount: 5000, factor: 4.6 }), {
    kind: "wood-mass",
    volume: null,
    mass: 5000,
    energy: 23000,
  });
  deepStrictEqual(sourceFigures("urban-energy", { amount: 100, factor: 1 }), {
    kind: "urban-energy",
    volume: null,
    mass: null,
    energy: 100,
  });
});

Deno.test("cleanSum() is 0 where its terms cancel out", () => {
  strictEqual(cleanSum([1001.1, -1000.6]), 0.5);
  strictEqual(cleanSum([0.1, 0.2, -0.3]), 0);
  strictEqual(cleanSum([4e-9, 5e-10]), 4.5e-9);
  strictEqual(cleanSum([0, 0]), 0);
  strictEqual(cleanSum([2e20, -1e20]), 1e20);
});
