import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import {
  djuInSeason,
  heatingApplies,
  isHeatingMonth,
} from "@/lib/energy_balance/balance_readings.ts";
import type { YearInput } from "@/lib/energy_balance/balance_report.ts";
import type { CumulativeReport } from "@/lib/energy_balance/schema.ts";
import {
  balanceRange,
  monthsShown,
  periodMonths,
  yearReport,
} from "@/lib/energy_balance/year_report.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { type Agreements, ANY_YEAR, compareYear } from "./balance_agreement.ts";
import { aBoilerRoom, aYear, months, read, someSettings, vectorInput } from "./builders.ts";

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

// @spec balance.source, balance.hot-water, balance.solar, balance.heating, balance.target, balance.cumulative
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

function cumulativeOf(changes: Partial<YearInput>): CumulativeReport {
  const { cumulative } = yearReport(aYear({ now: "2023-03-01", ...changes }));
  ok(cumulative !== null);
  return cumulative;
}

const TWO_MONTHS: Partial<YearInput> = {
  dju: { station: months({ "2023-01": 400, "2023-02": 300 }) },
  series: {
    source: months({ "2023-01": 2000, "2023-02": 1800 }),
    ecs: months({ "2023-01": 60, "2023-02": 50 }),
  },
};

// @spec balance.whole-days
Deno.test("cumulativeReport() weights litres by the days that the meters of hot water cover", () => {
  const days = [...Array(21).fill(null), ...Array(7).fill(2)];
  const row = cumulativeOf({
    ...TWO_MONTHS,
    series: {
      source: months({ "2023-01": 2000, "2023-02": 1800 }),
      ecs: { "2023-01": read(62), "2023-02": read(14, { days, completeness: 0.25 }) },
    },
  });
  // 2 m³ a day for 50 people, in the 31 days of January as in the last seven of February.
  strictEqual(row.hotWater.dailyVolumePerPerson, 40);
  strictEqual(row.hotWater.volume, 76);
});

Deno.test("cumulativeReport() of summer alone has 0 DJU, and no heating", () => {
  const row = cumulativeOf({
    period: { year: 2023, shifted: true },
    now: "2023-08-31",
    dju: { station: months({ "2023-07": 1, "2023-08": 2 }) },
  });
  strictEqual(row.dju, 0);
  deepStrictEqual(row.heating, { total: null, perAreaDju: null });
  strictEqual(row.rate.percent, null);
  strictEqual(row.status, null);
  strictEqual(row.heatingMonthCount, 0);
  strictEqual(row.comparedDayCount, 0);
});

Deno.test("cumulativeReport() has no DJU of a winter of which no month could be compared", () => {
  const { dju, heating, target } = cumulativeOf({
    ...TWO_MONTHS,
    series: { source: months({ "2023-01": 2000, "2023-02": 1800 }) },
  });
  deepStrictEqual([dju, heating.total, target.total], [null, null, null]);
});

Deno.test("cumulativeReport() shows the contract and the threshold of the last month", () => {
  const row = cumulativeOf({
    ...TWO_MONTHS,
    boilerRoom: aBoilerRoom({
      settings: [
        someSettings(),
        someSettings({ fromDate: "2023-02-01", threshold: 12, djuContract: 1000 }),
      ],
    }),
  });
  strictEqual(row.rate.threshold, 12);
  deepStrictEqual(row.config, { djuContract: 1000, nBContract: 40000 });
  strictEqual(row.status, "bad");
});

Deno.test("cumulativeReport() has no single factor when it changed in the year", () => {
  const gazFactors = [{ fromDate: "2023-02-01", pta: 0.8, pcs: 12.5 }];
  strictEqual(
    cumulativeOf({ ...TWO_MONTHS, boilerRoom: aBoilerRoom({ gazFactors }) }).conversionFactor,
    null,
  );
});

Deno.test("cumulativeReport() is as complete as its months, weighted by their days", () => {
  const row = cumulativeOf({
    dju: { station: months({ "2023-01": 400, "2023-02": 300 }) },
    series: {
      source: { "2023-01": read(2000), "2023-02": read(1800, { completeness: 0.4 }) },
      ecs: { "2023-01": read(60, { estimated: true }), "2023-02": read(50) },
    },
  });
  // 31 days of January, and 0.4 of the 28 of February, out of 59.
  strictEqual(row.completeness, (31 + 0.4 * 28) / 59);
  strictEqual(row.estimated, true);
});
