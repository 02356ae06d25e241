import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { isHeatingMonth } from "@/lib/energy_balance/balance_readings.ts";
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

// @spec balance.heating-months
Deno.test("isHeatingMonth() is true up to May and from October", () => {
  deepStrictEqual(
    periodMonths({ year: 2023, shifted: false }).map(isHeatingMonth),
    [true, true, true, true, true, false, false, false, false, true, true, true],
  );
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
