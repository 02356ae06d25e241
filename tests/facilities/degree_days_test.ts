import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { type DailyDju, DJU_METHODS, djuOfDay, djuOfMonth } from "@/lib/facilities/degree_days.ts";
import { fc } from "@/tests/npm/fast_check.ts";

function extremes(minC: number | null, maxC: number | null) {
  return { minC, maxC, meanC: null };
}

function mean(meanC: number | null) {
  return { minC: null, maxC: null, meanC };
}

function near(actual: number | null, expected: number): void {
  ok(actual !== null && Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);
}

Deno.test("djuOfDay() from extremes is 18 less their mean", () => {
  // 18 − (2 + 10) / 2 = 12
  strictEqual(djuOfDay(extremes(2, 10), "meteo"), 12);
  strictEqual(djuOfDay(extremes(-8, -2), "meteo"), 23);
});

Deno.test("djuOfDay() by the COSTIC method counts more in mid-season", () => {
  // b = 8/12 ; 12 · b · (0,08 + 0,42 · b) = 8 · 0,36 = 2,88, against 18 − 16 = 2
  near(djuOfDay(extremes(10, 22), "costic"), 2.88);
  strictEqual(djuOfDay(extremes(10, 22), "meteo"), 2);
  // b = 2/10 ; 10 · 0,2 · (0,08 + 0,084) = 0,328
  near(djuOfDay(extremes(16, 26), "costic"), 0.328);
});

Deno.test("djuOfDay() by the COSTIC method equals the Météo method up to 18", () => {
  strictEqual(djuOfDay(extremes(2, 10), "costic"), 12);
  strictEqual(djuOfDay(extremes(10, 18), "costic"), 4);
  strictEqual(djuOfDay(extremes(18, 25), "costic"), 0);
  strictEqual(djuOfDay(extremes(18, 18), "costic"), 0);
});

// @spec degree-days.formula
Deno.test("djuOfDay() from the mean is 18 less the mean", () =>
  near(djuOfDay(mean(4.5), "mean"), 13.5));

Deno.test("djuOfDay() is null when a temperature the method needs is missing", () => {
  strictEqual(djuOfDay(extremes(2, null), "meteo"), null);
  strictEqual(djuOfDay(extremes(null, 10), "costic"), null);
  strictEqual(djuOfDay(extremes(2, 10), "mean"), null);
  strictEqual(djuOfDay(mean(5), "meteo"), null);
});

Deno.test("djuOfDay() is null when the lowest temperature is above the highest", () => {
  strictEqual(djuOfDay(extremes(12, 10), "meteo"), null);
  strictEqual(djuOfDay(extremes(12, 10), "costic"), null);
});

Deno.test("djuOfDay() is never negative, and 0 when the day never goes below 18", () => {
  const celsius = fc.integer({ min: -300, max: 450 }).map((tenths) => tenths / 10);
  fc.assert(
    fc.property(celsius, celsius, fc.constantFrom(...DJU_METHODS), (one, other, method) => {
      const [minC, maxC] = one < other ? [one, other] : [other, one];
      const dju = djuOfDay({ minC, maxC, meanC: (minC + maxC) / 2 }, method);
      ok(dju !== null && dju >= 0);
      if (minC >= 18) strictEqual(dju, 0);
      if (maxC <= 18) near(dju, 18 - (minC + maxC) / 2);
    }),
    { numRuns: 500, seed: 20260101 },
  );
});

const DAILY: DailyDju = {
  "2024-02-01": 10,
  "2024-02-02": 12.5,
  "2024-02-03": null,
  "2024-02-04": 8,
  "2024-03-01": 5,
};

// @spec degree-days.months
Deno.test("djuOfMonth() adds the known days and returns their share of a leap February", () => {
  deepStrictEqual(djuOfMonth(DAILY, "2024-02", { until: "2024-12-31" }), {
    value: 30.5,
    completeness: 3 / 29,
    estimated: false,
  });
});

Deno.test("djuOfMonth() of a running month expects no day after the last one", () => {
  deepStrictEqual(djuOfMonth(DAILY, "2024-02", { until: "2024-02-04" }), {
    value: 30.5,
    completeness: 3 / 4,
    estimated: false,
  });
  strictEqual(djuOfMonth(DAILY, "2024-02", { until: "2024-02-02" }).completeness, 1);
});

Deno.test("djuOfMonth() is null when no day was read", () => {
  const nothing = { value: null, completeness: 0, estimated: false };
  deepStrictEqual(djuOfMonth(DAILY, "2024-04", { until: "2024-12-31" }), nothing);
  deepStrictEqual(djuOfMonth(DAILY, "2024-02", { until: "2024-01-31" }), nothing);
});

Deno.test("djuOfMonth() of known warm days is 0, not null", () => {
  const july = Object.fromEntries([["2024-07-01", 0], ["2024-07-02", 0]]);
  strictEqual(djuOfMonth(july, "2024-07", { until: "2024-07-02" }).value, 0);
});
