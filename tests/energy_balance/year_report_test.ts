import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import {
  balanceRange,
  monthsShown,
  periodMonths,
  yearReport,
} from "@/lib/energy_balance/year_report.ts";
import { aBoilerRoom, aYear, months, someSettings } from "./builders.ts";

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

Deno.test("yearReport() does not change its input", () => {
  const input = aYear();
  const before = structuredClone(input);
  yearReport(input);
  deepStrictEqual(input, before);
});
