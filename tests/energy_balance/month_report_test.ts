import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  aBoilerRoom,
  aYear,
  january,
  monthOfYear,
  months,
  read,
  someSettings,
} from "./builders.ts";

const NO_HEATING = { total: null, perAreaDju: null };

Deno.test("monthReport() of a month of round numbers, every figure", () => {
  deepStrictEqual(january(), {
    month: "2023-01",
    meterEvents: [],
    days: 31,
    settings: someSettings(),
    gazFactorsFrom: null,
    conversionFactor: 11,
    source: { kind: "gaz-volume", volume: 2000, mass: null, energy: 22000 },
    hotWater: {
      volume: 60,
      energy: 6000,
      // 60,000 L / (50 × 31)
      dailyVolumePerPerson: 60000 / 1550,
    },
    solar: { energy: null, percent: null },
    sameDays: {
      days: 31,
      source: { kind: "gaz-volume", volume: 2000, mass: null, energy: 22000 },
      hotWater: { volume: 60, energy: 6000, dailyVolumePerPerson: 60000 / 1550 },
      solar: { energy: null, percent: null },
    },
    drawnDays: 31,
    dju: 400,
    compared: { count: 31, runs: [{ from: 1, to: 31 }], withoutDju: [], withoutReading: [] },
    completeness: 1,
    estimated: false,
    heating: { total: 16000, perAreaDju: 40 },
    target: { total: 16000, perAreaDju: 40 },
    rate: { percent: 0, threshold: 5 },
    status: "good",
    barColour: "orange",
    config: { djuContract: 2000, nBContract: 80000 },
    warnings: [],
  });
});

Deno.test("monthReport() of wood uses 4.6 kWh/kg and counts no volume", () => {
  const row = january({
    boilerRoom: aBoilerRoom({ sourceKind: "wood-mass" }),
    series: { source: months({ "2023-01": 5000 }), ecs: months({ "2023-01": 60 }) },
    units: { source: "kg", ecs: "m³" },
  });
  // 5,000 kg × 4.6 = 23,000; 23,000 − 6,000 = 17,000; 17,000 / 16,000 = +6.25 %
  deepStrictEqual(row.source, { kind: "wood-mass", volume: null, mass: 5000, energy: 23000 });
  strictEqual(row.heating.total, 17000);
  strictEqual(row.rate.percent, 6.25);
  strictEqual(row.status, "very-bad");
  strictEqual(row.barColour, "red");
});

Deno.test("monthReport() of district heating uses the metered energy, also in MWh", () => {
  const row = january({
    boilerRoom: aBoilerRoom({ sourceKind: "urban-energy" }),
    series: { source: months({ "2023-01": 21.2 }), ecs: months({ "2023-01": 60 }) },
    units: { source: "MWh", ecs: "m³" },
  });
  deepStrictEqual(row.source, { kind: "urban-energy", volume: null, mass: null, energy: 21200 });
  strictEqual(row.conversionFactor, 1);
  // 15,200 / 16,000 = −5 %
  ok(Math.abs((row.rate.percent ?? 0) + 5) < 1e-9);
  strictEqual(row.barColour, "green");
});

Deno.test("monthReport() adds solar energy to the source", () => {
  const row = january({
    boilerRoom: aBoilerRoom({ solarTypes: ["sun"] }),
    series: {
      source: months({ "2023-01": 2000 }),
      ecs: months({ "2023-01": 60 }),
      sun: months({ "2023-01": 600 }),
    },
    units: { source: "m³", ecs: "m³", sun: "kWh" },
  });
  deepStrictEqual(row.solar, { energy: 600, percent: 10 });
  strictEqual(row.heating.total, 16600);
});

Deno.test("monthReport() with DJU of 0 has no heating, and keeps its energies", () => {
  const row = january({ dju: { station: months({ "2023-01": 0 }) } });
  deepStrictEqual([row.heating, row.target, row.rate.percent], [NO_HEATING, NO_HEATING, null]);
  strictEqual(row.status, null);
  strictEqual(row.barColour, null);
  strictEqual(row.source.energy, 22000);
  strictEqual(row.hotWater.energy, 6000);
});

Deno.test("monthReport() outside the season zeroes the known DJU", () => {
  const seasons = [{ yearStart: 2022, dateStart: "2022-11-01", dateStop: "2022-12-31" }];
  const row = january({ seasons });
  strictEqual(row.dju, 0);
  deepStrictEqual(row.heating, NO_HEATING);
});

Deno.test("monthReport() of June to September has no heating, and keeps its DJU without season", () => {
  const input = aYear({
    dju: { station: months({ "2023-09": 60 }) },
    series: { source: months({ "2023-09": 900 }), ecs: months({ "2023-09": 60 }) },
  });
  const row = monthOfYear(input, "2023-09");
  strictEqual(row.dju, 60);
  deepStrictEqual([row.heating, row.target], [NO_HEATING, NO_HEATING]);
  strictEqual(row.source.energy, 9900);
});

Deno.test("monthReport() with hot water missing has no heating, rather than too much", () => {
  const row = january({ series: { source: months({ "2023-01": 2000 }), ecs: {} } });
  deepStrictEqual(row.heating, NO_HEATING);
  strictEqual(row.target.total, 16000);
  strictEqual(row.rate.percent, null);
  strictEqual(row.completeness, 0);
  deepStrictEqual(row.warnings, ["missing-hot-water"]);
});

Deno.test("monthReport() with solar missing has no heating either", () => {
  const row = january({
    boilerRoom: aBoilerRoom({ solarTypes: ["sun"] }),
    units: { source: "m³", ecs: "m³", sun: "kWh" },
  });
  deepStrictEqual(row.heating, NO_HEATING);
  deepStrictEqual(row.warnings, ["missing-solar"]);
});

Deno.test("monthReport() with the source missing has a notice", () => {
  const row = january({ series: { ecs: months({ "2023-01": 60 }) } });
  deepStrictEqual(row.source, { kind: "gaz-volume", volume: null, mass: null, energy: null });
  deepStrictEqual(row.warnings, ["missing-source"]);
});

Deno.test("monthReport() with DJU missing has no heating and no target", () => {
  const row = january({ dju: { station: months({ "2023-01": null }) } });
  strictEqual(row.dju, null);
  deepStrictEqual([row.heating, row.target], [NO_HEATING, NO_HEATING]);
  deepStrictEqual(row.warnings, ["missing-dju"]);
});

Deno.test("monthReport() does not report missing DJU where heating never applies", () => {
  const input = aYear({
    series: { source: months({ "2023-07": 500 }), ecs: months({ "2023-07": 40 }) },
  });
  deepStrictEqual(monthOfYear(input, "2023-07").warnings, []);
});

Deno.test("monthReport() before the first settings has the figures that need none, and 11 for gas", () => {
  const row = january({ boilerRoom: aBoilerRoom({ settings: [] }) });
  strictEqual(row.source.energy, 22000);
  deepStrictEqual(row.hotWater, { volume: 60, energy: null, dailyVolumePerPerson: null });
  deepStrictEqual([row.dju, row.heating, row.target], [null, NO_HEATING, NO_HEATING]);
  deepStrictEqual(row.rate, { percent: null, threshold: null });
  deepStrictEqual(row.config, { djuContract: null, nBContract: null });
  deepStrictEqual(row.warnings, ["no-settings"]);
});

Deno.test("monthReport() shows the gas factors used, and treats a single one as none", () => {
  const whole = { fromDate: "2022-05-01", pta: 0.8, pcs: 12.5 };
  const used = january({ boilerRoom: aBoilerRoom({ gazFactors: [whole] }) });
  strictEqual(used.conversionFactor, 10);
  strictEqual(used.gazFactorsFrom, "2022-05-01");
  strictEqual(used.source.energy, 20000);
  const lone = january({ boilerRoom: aBoilerRoom({ gazFactors: [{ ...whole, pcs: null }] }) });
  strictEqual(lone.conversionFactor, 11);
  strictEqual(lone.gazFactorsFrom, null);
  deepStrictEqual(lone.warnings, ["lone-gas-factor"]);
});

Deno.test("monthReport() uses the default for two empty factors, without a notice", () => {
  const none = { fromDate: "2022-05-01", pta: null, pcs: null };
  const row = january({ boilerRoom: aBoilerRoom({ gazFactors: [none] }) });
  strictEqual(row.conversionFactor, 11);
  deepStrictEqual(row.warnings, []);
});

Deno.test("monthReport() has no gas factors for another source", () => {
  const row = january({
    boilerRoom: aBoilerRoom({
      sourceKind: "gaz-energy",
      gazFactors: [{ fromDate: "2022-05-01", pta: 0.8, pcs: null }],
    }),
    series: { source: months({ "2023-01": 22000 }), ecs: months({ "2023-01": 60 }) },
    units: { source: "kWh", ecs: "m³" },
  });
  strictEqual(row.gazFactorsFrom, null);
  deepStrictEqual(row.warnings, []);
});

// @spec balance.warnings
Deno.test("monthReport() shows negative heating as it is, good by rule, with a warning", () => {
  const row = january({
    series: { source: months({ "2023-01": 500 }), ecs: months({ "2023-01": 60 }) },
  });
  // 5,500 − 6,000
  strictEqual(row.heating.total, -500);
  strictEqual(row.status, "good");
  strictEqual(row.barColour, "green");
  deepStrictEqual(row.warnings, ["negative-heating"]);
});

Deno.test("monthReport() has the completeness of its least complete series", () => {
  const row = january({
    series: {
      source: { "2023-01": read(2000, { completeness: 0.9, estimated: true }) },
      ecs: { "2023-01": read(60, { completeness: 0.75 }) },
    },
  });
  strictEqual(row.completeness, 0.75);
  strictEqual(row.estimated, true);
  deepStrictEqual(row.warnings, ["incomplete", "estimated"]);
  strictEqual(row.heating.total, 16000);
});

Deno.test("monthReport() is incomplete as soon as one reading is missing", () => {
  const source = { "2023-01": read(2000, { completeness: 0.999 }) };
  const row = january({ series: { source, ecs: months({ "2023-01": 60 }) } });
  deepStrictEqual(row.warnings, ["incomplete"]);
});

Deno.test("monthReport() refuses an unsuitable unit", () => {
  const row = january({ units: { source: "kWh", ecs: "m³" } });
  strictEqual(row.source.energy, null);
  deepStrictEqual(row.warnings, ["missing-source", "unknown-unit"]);
  strictEqual(january({ units: { source: "m³" } }).hotWater.volume, null);
});

Deno.test("monthReport() of the running month counts the finished days, with a notice", () => {
  const row = january({ now: "2023-01-16" });
  strictEqual(row.days, 15);
  strictEqual(row.hotWater.dailyVolumePerPerson, 60000 / 750);
  deepStrictEqual(row.warnings, ["running-month"]);
});

// @spec series.doubtful, balance.warnings
Deno.test("monthReport() warns of a doubtful reading once: not beside the jump that explains it", () => {
  const warningsOf = (changes: Parameters<typeof read>[1]) =>
    january({
      series: { source: { "2023-01": read(2000, changes) }, ecs: months({ "2023-01": 60 }) },
    })
      .warnings;
  deepStrictEqual(warningsOf({ doubtful: true }), ["doubtful"]);
  const jump = { date: "2023-01-12", what: "fall" } as const;
  deepStrictEqual(warningsOf({ doubtful: true, events: [jump] }), []);
});
