import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import {
  djuInSeason,
  heatingApplies,
  isHeatingMonth,
} from "@/lib/energy_balance/balance_readings.ts";
import {
  balanceRange,
  monthsShown,
  periodMonths,
  yearReport,
} from "@/lib/energy_balance/year_report.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { type Agreements, ANY_YEAR, compareYear } from "./balance_agreement.ts";
import { aBoilerRoom, aYear, months, someSettings } from "./builders.ts";
import { vectorInput } from "./vector.ts";

// @spec balance.year
Deno.test("periodMonths() run from January, or from July when shifted", () => {
  const calendar = periodMonths({ year: 2023, shifted: false });
  deepStrictEqual([calendar[0], calendar[11], calendar.length], ["2023-01", "2023-12", 12]);
  const season = periodMonths({ year: 2023, shifted: true });
  deepStrictEqual([season[0], season[6], season[11]], ["2023-07", "2024-01", "2024-06"]);
});

Deno.test("periodMonths() refuse a year out of the calendar's range", () => {
  throws(() => periodMonths({ year: 99999, shifted: false }), RangeError);
});

Deno.test("monthsShown() stop at the running month", () => {
  deepStrictEqual(monthsShown({ year: 2024, shifted: false }, "2024-03-01"), [
    "2024-01",
    "2024-02",
    "2024-03",
  ]);
  deepStrictEqual(monthsShown({ year: 2023, shifted: true }, "2023-08-31"), ["2023-07", "2023-08"]);
  deepStrictEqual(monthsShown({ year: 2025, shifted: false }, "2024-12-31"), []);
});

Deno.test("balanceRange() names the period as pages and calls do", () => {
  deepStrictEqual(balanceRange({ year: 2023, shifted: true }), {
    type: "monthly-shifted",
    year: 2023,
  });
  deepStrictEqual(balanceRange({ year: 2023, shifted: false }), { type: "monthly", year: 2023 });
});

Deno.test("yearReport() of a future year has no row and no cumulative row", () => {
  const period = { year: 2025, shifted: false };
  deepStrictEqual(yearReport(aYear({ period })), { period, rows: [], cumulative: null });
});

Deno.test("yearReport() of a shifted year reads the months and the season of both years", () => {
  const report = yearReport(aYear({
    period: { year: 2023, shifted: true },
    seasons: [{ yearStart: 2023, dateStart: "2023-11-01", dateStop: "2024-04-30" }],
    dju: { station: months({ "2023-10": 150, "2023-12": 400, "2024-01": 450, "2024-05": 90 }) },
    series: {
      source: months({ "2023-12": 2000, "2024-01": 2200, "2024-05": 700 }),
      ecs: months({ "2023-12": 60, "2024-01": 62, "2024-05": 55 }),
    },
    now: "2024-07-10",
  }));
  strictEqual(report.rows.length, 12);
  deepStrictEqual(
    report.rows.map((row) => row.dju),
    [0, 0, 0, 0, null, 400, 450, null, null, null, 0, 0],
  );
  // 16,000 for December; 24,200 − 6,200 = 18,000 for January, whose N'B is 18,000
  strictEqual(report.cumulative?.heating.total, 34000);
  strictEqual(report.cumulative?.target.total, 34000);
  strictEqual(report.cumulative?.dju, 850);
});

Deno.test("yearReport() of a simulation replaces every version of the year, and reads another station", () => {
  const boilerRoom = aBoilerRoom({
    settings: [someSettings(), someSettings({ fromDate: "2023-02-01", target: 90 })],
  });
  const input = aYear({
    boilerRoom,
    dju: {
      station: months({ "2023-01": 400, "2023-02": 400 }),
      other: months({ "2023-01": 200, "2023-02": 100 }),
    },
    series: {
      source: months({ "2023-01": 2000, "2023-02": 2000 }),
      ecs: months({ "2023-01": 60, "2023-02": 60 }),
    },
  });
  const overrides = {
    area: 2000,
    peopleNb: 100,
    djuSource: "other",
    q: 50,
    target: 20,
    threshold: 10,
  };
  const { rows } = yearReport({ ...input, overrides });
  // 22,000 − 60 × 50 = 19,000; 20 × 2,000 × 200 / 1,000 = 8,000, then half of it
  deepStrictEqual(rows.slice(0, 2).map((row) => row.heating.total), [19000, 19000]);
  deepStrictEqual(rows.slice(0, 2).map((row) => row.target.total), [8000, 4000]);
  deepStrictEqual(rows.slice(0, 2).map((row) => row.rate.threshold), [10, 10]);
  strictEqual(yearReport(input).rows[1]?.target.total, 36000);
});

Deno.test("yearReport() of a simulation with another meter reads its volumes as gas", () => {
  const input = aYear({
    boilerRoom: aBoilerRoom({ sourceKind: "gaz-energy" }),
    series: {
      source: months({ "2023-01": 22000 }),
      ecs: months({ "2023-01": 60 }),
      "second-meter": months({ "2023-01": 1000 }),
    },
    units: { source: "kWh", ecs: "m³", "second-meter": "m³" },
  });
  const { djuContract: _contract, fromDate: _from, ...values } = someSettings();
  const simulated = yearReport({ ...input, overrides: { ...values, gasSource: "second-meter" } });
  deepStrictEqual(simulated.rows[0]?.source, {
    kind: "gaz-volume",
    volume: 1000,
    mass: null,
    energy: 11000,
  });
  strictEqual(yearReport({ ...input, overrides: values }).rows[0]?.source.energy, 22000);
});

const MONTHS = 1000;

Deno.test("yearReport() equals an exact oracle over a thousand random months", () => {
  const agreements: Agreements = new Map();
  let monthCount = 0;
  fc.assert(
    fc.property(ANY_YEAR, (input) => {
      monthCount += compareYear(input, agreements);
    }),
    { numRuns: 120, seed: 20260101 },
  );
  ok(monthCount >= MONTHS, `${monthCount} months`);
  strictEqual(agreements.size, 14);
  for (const [formula, { figureCount }] of agreements) ok(figureCount >= 100, formula);
});

Deno.test("yearReport() equals the exact oracle on the reference year", () => {
  strictEqual(compareYear(vectorInput(), new Map()), 12);
});

const SEASON = { yearStart: 2023, dateStart: "2023-10-16", dateStop: "2024-05-12" };

// @spec balance.heating-months
Deno.test("isHeatingMonth() is true up to May and from October", () => {
  deepStrictEqual(
    periodMonths({ year: 2023, shifted: false }).map(isHeatingMonth),
    [true, true, true, true, true, false, false, false, false, true, true, true],
  );
});

Deno.test("heatingApplies() requires DJU above 0 in a heating month", () => {
  strictEqual(heatingApplies("2023-05", 0.1), true);
  strictEqual(heatingApplies("2023-05", 0), false);
  strictEqual(heatingApplies("2023-05", null), false);
  strictEqual(heatingApplies("2023-06", 50), false);
  strictEqual(heatingApplies("2023-09", 50), false);
  strictEqual(heatingApplies("2023-10", 50), true);
});

Deno.test("djuInSeason() is 0 outside the season, even without readings", () => {
  strictEqual(djuInSeason([SEASON], "2023-09", 30), 0);
  strictEqual(djuInSeason([SEASON], "2023-09", null), 0);
});

Deno.test("djuInSeason() keeps a whole month that overlaps the season", () => {
  strictEqual(djuInSeason([SEASON], "2023-10", 118.7), 118.7);
  strictEqual(djuInSeason([SEASON], "2024-05", 90), 90);
  strictEqual(djuInSeason([SEASON], "2024-05", null), null);
});

Deno.test("djuInSeason() is the known DJU when no season is recorded", () => {
  strictEqual(djuInSeason([], "2023-07", 2.4), 2.4);
  strictEqual(djuInSeason([SEASON], "2024-07", 2.4), 2.4);
});
