import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { periodPath } from "@/lib/base/period_paths.ts";
import {
  optionOf,
  type PeriodOption,
  periodSelector,
  rangeOfMode,
  switchedPath,
  switchPeriod,
} from "@/lib/base/period_selector.ts";
import { levelOf, PERIOD_TYPES, type PeriodRange, rangeFrom } from "@/lib/base/periods.ts";

function switched(range: PeriodRange, option: PeriodOption): string {
  return periodPath(switchPeriod(range, option));
}

Deno.test("periodSelector() always offers months, weeks and days", () => {
  deepStrictEqual(periodSelector({}), { kind: "options", options: ["month", "week", "day"] });
});

// @spec periods.switch
Deno.test("periodSelector() offers hours and five minutes when allowed", () => {
  deepStrictEqual(periodSelector({ isHourlyAllowed: true }), {
    kind: "options",
    options: ["month", "week", "day", "hour"],
  });
  deepStrictEqual(periodSelector({ isHourlyAllowed: true, isFiveMinuteAllowed: true }), {
    kind: "options",
    options: ["month", "week", "day", "hour", "five-minute"],
  });
});

// @spec periods.selector
Deno.test("periodSelector() is a static label on pages of one type", () => {
  deepStrictEqual(periodSelector({ isYearOnly: true, isHourlyAllowed: true }), {
    kind: "static",
    label: "year",
  });
  deepStrictEqual(periodSelector({ isMonthOnly: true }), { kind: "static", label: "month" });
});

Deno.test("switchPeriod() keeps the shifted variant between months and weeks", () => {
  strictEqual(switched({ type: "monthly-shifted", year: 2023 }, "week"), "weekly-shifted/2023");
  strictEqual(switched({ type: "weekly-shifted", year: 2023 }, "month"), "monthly-shifted/2023");
  strictEqual(switched({ type: "monthly", year: 2023 }, "week"), "weekly/2023");
});

Deno.test("switchPeriod() goes down from the start date of the previous range", () => {
  strictEqual(switched({ type: "monthly", year: 2023 }, "day"), "daily/2023/01");
  strictEqual(switched({ type: "monthly-shifted", year: 2023 }, "day"), "daily/2023/07");
  strictEqual(switched({ type: "weekly", year: 2023 }, "hour"), "hourly/2023/01/04");
  strictEqual(switched({ type: "weekly-shifted", year: 2020 }, "day"), "daily/2020/07");
  strictEqual(
    switched({ type: "daily", year: 2023, month: 7 }, "five-minute"),
    "fivemin/2023/07/01",
  );
});

// @spec periods.current-date
Deno.test("switchPeriod() goes down to the date one looks at", () => {
  const to = (range: PeriodRange, option: PeriodOption) =>
    periodPath(switchPeriod(range, option, "2023-07-15"));
  strictEqual(to({ type: "monthly", year: 2023 }, "day"), "daily/2023/07");
  strictEqual(to({ type: "weekly-shifted", year: 2023 }, "hour"), "hourly/2023/07/15");
  strictEqual(to({ type: "daily", year: 2023, month: 7 }, "hour"), "hourly/2023/07/15");
  strictEqual(
    to({ type: "hourly", year: 2023, month: 7, day: 15 }, "five-minute"),
    "fivemin/2023/07/15",
  );
  strictEqual(to({ type: "monthly-shifted", year: 2022 }, "week"), "weekly-shifted/2022");
});

// @spec periods.views
Deno.test("levelOf() and rangeOfMode() map ranges and instants as F §4 says", () => {
  // Range to instant: months and weeks of a year become year; days month; hours and five minutes day.
  deepStrictEqual(PERIOD_TYPES.map(levelOf), [
    ...["year", "year", "year", "year", "month", "day", "day", "day"],
  ]);
  // Instant to range: year becomes monthly, month daily, day hourly; days where hours are not shown.
  const table = [
    ["year", {}, "monthly/2023"],
    ["year", { isHourlyAllowed: true }, "monthly/2023"],
    ["month", {}, "daily/2023/07"],
    ["month", { isMonthOnly: true }, "daily/2023/07"],
    ["day", { isHourlyAllowed: true }, "hourly/2023/07/15"],
    ["day", {}, "daily/2023/07"],
    ["day", { isMonthOnly: true }, "daily/2023/07"],
    ["year", { isMonthOnly: true }, "daily/2023/07"],
    ["month", { isYearOnly: true }, "monthly/2023"],
    ["day", { isYearOnly: true }, "monthly/2023"],
  ] as const;
  for (const [mode, choices, path] of table) {
    strictEqual(periodPath(rangeOfMode(mode, "2023-07-15", choices)), path, mode);
  }
});

Deno.test("switchPeriod() goes up to the year, in its calendar", () => {
  // 1 January 2023 is in week 52 of 2022: the year of the range stays 2023.
  strictEqual(switched({ type: "daily", year: 2023, month: 1 }, "week"), "weekly/2023");
  strictEqual(switched({ type: "hourly", year: 2023, month: 7, day: 15 }, "month"), "monthly/2023");
  strictEqual(switched({ type: "hourly", year: 2023, month: 7, day: 15 }, "day"), "daily/2023/07");
});

Deno.test("switchPeriod() to the current option changes nothing", () => {
  const range: PeriodRange = { type: "weekly-shifted", year: 2023 };
  deepStrictEqual(switchPeriod(range, "week"), range);
});

Deno.test("optionOf() is the current option", () => {
  deepStrictEqual(PERIOD_TYPES.map(optionOf), [
    ...["month", "month", "week", "week", "day", "hour", "hour", "five-minute"],
  ]);
});

Deno.test("switchedPath() replaces a year, a month or a day with another range", () => {
  const to: PeriodRange = { type: "monthly", year: 2024 };
  for (const type of PERIOD_TYPES) {
    const from = rangeFrom(type, 2023, 7, 15);
    strictEqual(switchedPath(`/a/b/${periodPath(from)}`, from, to), "/a/b/monthly/2024");
  }
});

Deno.test("switchedPath() goes up past the period, then down", () => {
  const daily: PeriodRange = { type: "daily", year: 2023, month: 7 };
  const base = "/collect/p1/facilities/GAZV";
  strictEqual(
    switchedPath(`${base}/daily/2023/07`, daily, switchPeriod(daily, "hour")),
    `${base}/hourly/2023/07/01`,
  );
  strictEqual(
    switchedPath(`${base}/daily/2023/07/`, daily, switchPeriod(daily, "month")),
    `${base}/monthly/2023`,
  );
});
