import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { YearInput } from "@/lib/energy_balance/balance_report.ts";
import { hotWaterReport, yearReport } from "@/lib/energy_balance/year_report.ts";
import type { MonthReading } from "@/lib/energy_balance/month_reading.ts";
import { aBoilerRoom, aYear, months, read } from "./builders.ts";

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
Deno.test("hotWaterReport() measures q over the known summer months", () => {
  const report = hotWaterReport(yearReport(aYear(SUMMER)));
  const none = { q: 100, meterEvents: [], energy: null, qMeasured: null };
  deepStrictEqual(report.rows, [
    // 400 × 11 + 1,600 = 6,000 kWh for 50 m³
    { ...none, month: "2023-06", days: 30, volume: 50, energy: 6000, qMeasured: 120 },
    // 300 × 11 + 1,900 = 5,200 kWh for 40 m³
    { ...none, month: "2023-07", days: 31, volume: 40, energy: 5200, qMeasured: 130 },
    { ...none, month: "2023-08", days: 31, volume: 25 },
    { ...none, month: "2023-09", days: 30, volume: null },
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

/**
 * Four days of January 2023 have ended. 100 m³ = 1,100 kWh a day, 1 m³ of hot water = 100 kWh: NC
 * of 1,000 kWh a day.
 */
const FIFTH = { now: "2023-01-05" };

function january(dju: MonthReading, gas: MonthReading, now = FIFTH.now) {
  const series = { source: { "2023-01": gas }, ecs: { "2023-01": daily([1, 1, 1, 1]) } };
  return yearReport(aYear({ now, dju: { station: { "2023-01": dju } }, series }));
}

/** A reading with a value for each day. */
function daily(days: readonly (number | null)[]): MonthReading {
  const known = days.filter((day) => day !== null);
  const completeness = known.length / days.length;
  return read(known.reduce((sum, day) => sum + day, 0), { days, completeness });
}

// @spec balance.whole-days
Deno.test("NC, DJU and N'B of a running month count the days known to both meters and DJU", () => {
  // DJU of days 1, 2 and 4; gas of days 1 to 3: days 1 and 2 are compared.
  const { rows: [row], cumulative } = january(
    daily([25, 25, null, 25]),
    daily([100, 100, 100, null]),
  );
  strictEqual(row?.days, 4);
  strictEqual(row.source.energy, 3300);
  strictEqual(row.dju, 50);
  strictEqual(row.heating.total, 2000);
  // 40 Wh × 1,000 m² × 50 DJU
  strictEqual(row.target.total, 2000);
  strictEqual(row.rate.percent, 0);
  deepStrictEqual(row.compared, {
    count: 2,
    runs: [{ from: 1, to: 2 }],
    withoutDju: [{ from: 3, to: 3 }],
    withoutReading: [{ from: 4, to: 4 }],
  });
  deepStrictEqual([cumulative?.heating.total, cumulative?.target.total], [2000, 2000]);
  strictEqual(cumulative?.comparedDayCount, 2);
});

Deno.test("DJU typed for a month are not compared while it runs, with a notice", () => {
  const typed = read(400, { wholeMonth: true });
  const { rows: [row], cumulative } = january(typed, daily([100, 100, 100, 100]));
  deepStrictEqual([row?.dju, row?.heating.total, row?.target.total], [null, null, null]);
  strictEqual(row?.source.energy, 4400);
  deepStrictEqual(row.warnings, ["running-month", "typed-dju-running"]);
  strictEqual(cumulative?.rate.percent, null);
});

Deno.test("DJU typed for a month are not compared with a part of it once it has ended", () => {
  const typed = read(400, { wholeMonth: true });
  const half = {
    ...daily([...Array(16).fill(100), ...Array(15).fill(null)]),
    completeness: 16 / 31,
  };
  const { rows: [row] } = january(typed, half, "2023-02-10");
  deepStrictEqual([row?.dju, row?.heating.total], [null, null]);
  deepStrictEqual(row?.warnings, ["incomplete", "typed-dju-partial"]);
});

Deno.test("wood delivered once a month is compared once the month has ended", () => {
  const boilerRoom = aBoilerRoom({ sourceKind: "wood-mass", hotWaterTypes: [] });
  const year = (now: string) =>
    yearReport(aYear({
      boilerRoom,
      now,
      units: { source: "kg" },
      series: { source: { "2023-01": read(4000, { wholeMonth: true }) } },
    })).rows[0];
  deepStrictEqual(year("2023-01-20")?.warnings, ["running-month", "monthly-reading"]);
  strictEqual(year("2023-01-20")?.heating.total, null);
  strictEqual(year("2023-02-01")?.heating.total, 4000 * 4.6);
});

Deno.test("month without a day known to both is not compared", () => {
  const { rows: [row] } = january(daily([25, 25, null, null]), daily([null, null, 100, 100]));
  deepStrictEqual([row?.dju, row?.heating.total, row?.compared], [null, null, null]);
  deepStrictEqual(row?.warnings, ["incomplete", "running-month", "no-common-day"]);
});

Deno.test("on the first of a month nothing is missing yet: no day has ended", () => {
  const { rows: [row], cumulative } = january(read(25), read(100), "2023-01-01");
  strictEqual(row?.days, 0);
  deepStrictEqual([row.source.energy, row.hotWater.volume, row.dju], [null, null, null]);
  deepStrictEqual(row.warnings, ["running-month", "no-whole-day"]);
  deepStrictEqual([cumulative?.source.energy, cumulative?.completeness], [null, 0]);
});

Deno.test("is measured over the days of summer that all the meters know", () => {
  const days = (from: number, amount: number) =>
    daily(Array.from({ length: 30 }, (_, day) => day + 1 < from ? null : amount));
  const series = { source: { "2023-06": days(1, 10) }, ecs: { "2023-06": days(16, 1) } };
  const report = hotWaterReport(yearReport(aYear({ series, dju: { station: months({}) } })));
  // 110 kWh a day for 1 m³ a day, from the 16th on; 30 days of gas for 15 of water would be 220.
  strictEqual(report.measured.qMeasured, 110);
  strictEqual(report.rows[0]?.days, 15);
});

Deno.test("litres a day per person are those of the days that the meters of hot water cover", () => {
  const drawn = [...Array(21).fill(null), ...Array(10).fill(2)];
  const { rows: [row] } = yearReport(aYear({
    now: "2023-02-10",
    series: { source: months({ "2023-01": 2000 }), ecs: { "2023-01": daily(drawn) } },
  }));
  // 20 m³ in the ten days since the meter was installed: 2,000 L a day for 50 people, not 12.9.
  strictEqual(row?.hotWater.volume, 20);
  strictEqual(row.hotWater.dailyVolumePerPerson, 40);
  const unread = { ...daily(Array(31).fill(null)), value: 0.5, completeness: 0.01 };
  const { rows: [odd], cumulative } = yearReport(aYear({
    now: "2023-02-01",
    series: { source: months({ "2023-01": 2000 }), ecs: { "2023-01": unread } },
  }));
  // No whole day: no mean of a day.
  deepStrictEqual([odd?.hotWater.volume, odd?.hotWater.dailyVolumePerPerson], [0.5, null]);
  strictEqual(cumulative?.hotWater.dailyVolumePerPerson, null);
});
