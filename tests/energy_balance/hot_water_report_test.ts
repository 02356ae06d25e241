import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { YearInput } from "@/lib/energy_balance/balance_report.ts";
import { hotWaterReport, isHotWaterMonth } from "@/lib/energy_balance/hot_water_report.ts";
import { periodMonths, yearReport } from "@/lib/energy_balance/year_report.ts";
import { aBoilerRoom, aYear, months } from "./builders.ts";

const SUMMER: Partial<YearInput> = {
  boilerRoom: aBoilerRoom({ solarTypes: ["sun"] }),
  series: {
    source: months({ "2023-05": 900, "2023-06": 400, "2023-07": 300, "2023-08": 200 }),
    ecs: months({ "2023-05": 60, "2023-06": 50, "2023-07": 40, "2023-08": 25 }),
    sun: months({ "2023-05": 900, "2023-06": 1600, "2023-07": 1900 }),
  },
  units: { source: "m³", ecs: "m³", sun: "kWh" },
};

// @spec balance.summer-q
Deno.test("isHotWaterMonth() is true from June to September", () => {
  deepStrictEqual(periodMonths({ year: 2023, shifted: false }).filter(isHotWaterMonth), [
    "2023-06",
    "2023-07",
    "2023-08",
    "2023-09",
  ]);
});

Deno.test("hotWaterReport() measures q over the known summer months", () => {
  const report = hotWaterReport(yearReport(aYear(SUMMER)));
  deepStrictEqual(report.rows, [
    // 400 × 11 + 1,600 = 6,000 kWh for 50 m³
    {
      month: "2023-06",
      days: 30,
      volume: 50,
      energy: 6000,
      qMeasured: 120,
      q: 100,
      meterEvents: [],
    },
    // 300 × 11 + 1,900 = 5,200 kWh for 40 m³
    {
      month: "2023-07",
      days: 31,
      volume: 40,
      energy: 5200,
      qMeasured: 130,
      q: 100,
      meterEvents: [],
    },
    {
      month: "2023-08",
      days: 31,
      volume: 25,
      energy: null,
      qMeasured: null,
      q: 100,
      meterEvents: [],
    },
    {
      month: "2023-09",
      days: 30,
      volume: null,
      energy: null,
      qMeasured: null,
      q: 100,
      meterEvents: [],
    },
  ]);
  deepStrictEqual(report.measured, {
    days: 61,
    volume: 90,
    energy: 11_200,
    qMeasured: 11_200 / 90,
  });
});

Deno.test("hotWaterReport() without panels uses the source alone", () => {
  const boilerRoom = aBoilerRoom();
  const [june] = hotWaterReport(yearReport(aYear({ ...SUMMER, boilerRoom }))).rows;
  strictEqual(june?.qMeasured, 88);
});

Deno.test("hotWaterReport() of a season includes the months of both its summers", () => {
  const report = yearReport(aYear({ period: { year: 2023, shifted: true }, now: "2024-07-01" }));
  deepStrictEqual(hotWaterReport(report).rows.map((row) => row.month), [
    "2023-07",
    "2023-08",
    "2023-09",
    "2024-06",
  ]);
});

Deno.test("hotWaterReport() before summer has nothing to measure", () => {
  deepStrictEqual(hotWaterReport(yearReport(aYear({ now: "2023-05-31" }))), {
    rows: [],
    measured: { days: 0, volume: null, energy: null, qMeasured: null },
  });
});
