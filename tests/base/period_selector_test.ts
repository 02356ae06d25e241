import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { readInstantSegment } from "@/lib/base/period_instants.ts";
import { periodPath, readPeriodPath } from "@/lib/base/period_paths.ts";
import {
  dayWithin,
  finerRange,
  nearestPeriod,
  optionOf,
  type PeriodChoices,
  type PeriodOption,
  periodSelector,
  rangeAt,
  rangeOfMode,
  switchedPath,
  switchPeriod,
} from "@/lib/base/period_selector.ts";
import { levelOf, PERIOD_TYPES, type PeriodRange, rangeFrom } from "@/lib/base/periods.ts";
import { testLaws } from "@/tests/helpers/laws_of_values.ts";
import { RANGE_AT_LAWS } from "./period_laws.ts";

// @spec periods.selector, periods.switch
Deno.test("periodSelector() offers months, weeks and days, hours and five minutes when allowed; a page of one type has a label", () => {
  const options = ["month", "week", "day", "hour", "five-minute"];
  const both = { isHourlyAllowed: true, isFiveMinuteAllowed: true };
  const cases = [
    [{}, { kind: "options", options: options.slice(0, 3) }],
    [{ isHourlyAllowed: true }, { kind: "options", options: options.slice(0, 4) }],
    [both, { kind: "options", options }],
    [{ isYearOnly: true, isHourlyAllowed: true }, { kind: "static", label: "year" }],
    [{ isMonthOnly: true }, { kind: "static", label: "month" }],
  ] as const;
  for (const [choices, selector] of cases) deepStrictEqual(periodSelector(choices), selector);
});

/** A range, the option that is chosen, the range shown, and the date one looks at. */
const SWITCHED: readonly [from: string, option: PeriodOption, to: string, date?: string][] = [
  // Months and weeks keep the shifted variant.
  ["monthly-shifted/2023", "week", "weekly-shifted/2023"],
  ["weekly-shifted/2023", "month", "monthly-shifted/2023"],
  ["monthly/2023", "week", "weekly/2023"],
  // Down from the start date of the previous range.
  ["monthly/2023", "day", "daily/2023/01"],
  ["monthly-shifted/2023", "day", "daily/2023/07"],
  ["weekly/2023", "hour", "hourly/2023/01/04"],
  ["weekly-shifted/2020", "day", "daily/2020/07"],
  ["daily/2023/07", "five-minute", "fivemin/2023/07/01"],
  // Down to the date one looks at.
  ["monthly/2023", "day", "daily/2023/07", "2023-07-15"],
  ["weekly-shifted/2023", "hour", "hourly/2023/07/15", "2023-07-15"],
  ["daily/2023/07", "hour", "hourly/2023/07/15", "2023-07-15"],
  ["hourly/2023/07/15", "five-minute", "fivemin/2023/07/15", "2023-07-15"],
  ["monthly-shifted/2022", "week", "weekly-shifted/2022", "2023-07-15"],
  // Up to the year, in its calendar: 1 January 2023 is in week 52 of 2022, the year of the range stays 2023.
  ["daily/2023/01", "week", "weekly/2023"],
  ["hourly/2023/07/15", "month", "monthly/2023"],
  ["hourly/2023/07/15", "day", "daily/2023/07"],
  // The current option changes nothing.
  ["weekly-shifted/2023", "week", "weekly-shifted/2023"],
];

// @spec periods.current-date, periods.switch
Deno.test("switchPeriod() goes up, down to the date one looks at, or to the other calendar of the year", () => {
  for (const [from, option, to, date] of SWITCHED) {
    const range = readPeriodPath(from);
    ok(range !== null);
    strictEqual(periodPath(switchPeriod(range, option, date)), to, `${from} ${option} ${date}`);
  }
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

const ALL = { isHourlyAllowed: true, isFiveMinuteAllowed: true };

Deno.test("finerRange() is a month by days, a day by hours, an hour by five minutes, where the page allows it", () => {
  const cases = [
    ["2024-07", {}, "daily/2024/07"],
    ["2024-07-15", ALL, "hourly/2024/07/15"],
    ["2024-07-15", {}, null],
    ["2024-07-15T08", ALL, "fivemin/2024/07/15"],
    ["2024-07-15T08", { isHourlyAllowed: true }, null],
    ["2024-W05", ALL, null],
    ["2024-07-15T08:05", ALL, null],
  ] as const;
  for (const [segment, choices, path] of cases) {
    const instant = readInstantSegment(segment);
    ok(instant !== null);
    const range = finerRange(instant, choices);
    strictEqual(range && periodPath(range), path, segment);
  }
});

const HOURS: PeriodChoices = { isHourlyAllowed: true };
const YEARS: PeriodChoices = { isYearOnly: true };
const MONTHS: PeriodChoices = { isMonthOnly: true };

const CASES: readonly [path: string, choices: PeriodChoices, kind: string, nearest: string][] = [
  ["hourly/2026/02/30", HOURS, "no-such-day", "hourly/2026/02/28"],
  ["hourly/2028/02/30", HOURS, "no-such-day", "hourly/2028/02/29"],
  ["hourly/2026/04/00", HOURS, "no-such-day", "hourly/2026/04/01"],
  ["daily/2026/13", HOURS, "no-such-month", "daily/2026/12"],
  ["daily/2026/00", MONTHS, "no-such-month", "daily/2026/01"],
  ["monthly/1969", HOURS, "no-such-year", "monthly/1970"],
  ["monthly-shifted/2101", YEARS, "no-such-year", "monthly-shifted/2100"],
  ["weekly/2026", YEARS, "not-offered", "monthly/2026"],
  ["weekly-shifted/2025", YEARS, "not-offered", "monthly-shifted/2025"],
  ["daily/2026/03", YEARS, "not-offered", "monthly/2026"],
  ["fivemin/2026/03/15", HOURS, "not-offered", "hourly/2026/03/15"],
  ["fivemin/2026/03/15", {}, "not-offered", "daily/2026/03"],
  ["hourly/2026/03/15", {}, "not-offered", "daily/2026/03"],
  ["halfhourly/2026/03/15", HOURS, "not-offered", "hourly/2026/03/15"],
  ["halfhourly/2026/03/15", {}, "not-offered", "daily/2026/03"],
  ["monthly/2026", MONTHS, "not-offered", "daily/2026/01"],
  ["monthly/2026/03", HOURS, "no-period", "monthly/2026"],
  ["monthly/2025/03", HOURS, "no-period", "monthly/2025"],
  ["daily/2025/10/14", MONTHS, "no-period", "daily/2025/10"],
  ["daily/2025/02/30", MONTHS, "no-such-day", "daily/2025/02"],
  ["hourly/2025/10", HOURS, "no-period", "hourly/2025/10/01"],
  ["daily/2025", MONTHS, "no-period", "daily/2025/01"],
  ["yearly/2026", HOURS, "no-period", "monthly/2026"],
  ["daily/2026/mars", MONTHS, "no-period", "daily/2026/02"],
  ["", MONTHS, "no-period", "daily/2026/02"],
];

for (const [path, choices, kind, nearest] of CASES) {
  Deno.test(`nearestPeriod() of "${path}" where ${JSON.stringify(choices)} is ${nearest}: ${kind}`, () => {
    const found = nearestPeriod(path.split("/"), { choices, today: "2026-02-10" });
    deepStrictEqual([found.fault.kind, periodPath(found.range)], [kind, nearest]);
  });
}

Deno.test("rangeAt() is the season, the week-year, the month or the day that contains the date, from 1970 on", () => {
  const cases = [
    ["monthly-shifted", "2024-07-15", "monthly-shifted/2024"],
    ["monthly-shifted", "2024-05-31", "monthly-shifted/2023"],
    ["monthly-shifted", "1970-01-01", "monthly-shifted/1970"],
    ["weekly", "2021-01-03", "weekly/2020"],
    ["weekly-shifted", "2021-01-03", "weekly-shifted/2020"],
    ["daily", "2024-07-15", "daily/2024/07"],
    ["hourly", "2024-07-15", "hourly/2024/07/15"],
  ] as const;
  for (const [type, date, path] of cases) strictEqual(periodPath(rangeAt(type, date)), path);
});

testLaws(RANGE_AT_LAWS);

// @spec periods.current-date
Deno.test("dayWithin() is the date asked for in its range, else today in a running range, else the first day", () => {
  const present = "2026-02-09";
  strictEqual(dayWithin({ type: "monthly", year: 2026 }, present), present);
  strictEqual(dayWithin({ type: "monthly", year: 2025 }, present), "2025-01-01");
  strictEqual(dayWithin({ type: "monthly-shifted", year: 2025 }, present), present);
  strictEqual(dayWithin({ type: "weekly", year: 2026 }, present), present);
  strictEqual(dayWithin({ type: "daily", year: 2026, month: 2 }, present), present);
  strictEqual(dayWithin({ type: "hourly", year: 2026, month: 2, day: 8 }, present), "2026-02-08");
  const year = { type: "monthly", year: 2025 } as const;
  strictEqual(dayWithin(year, present, "2025-07-15"), "2025-07-15");
  strictEqual(dayWithin(year, present, "2024-07-15"), "2025-01-01");
  const season = { type: "monthly-shifted", year: 2024 } as const;
  strictEqual(dayWithin(season, present, "2025-06-30"), "2025-06-30");
  strictEqual(dayWithin(season, present, "2025-07-01"), "2024-07-01");
  // A day to come is not looked at.
  strictEqual(dayWithin({ type: "monthly", year: 2026 }, present, "2026-02-10"), present);
  strictEqual(dayWithin({ type: "daily", year: 2026, month: 3 }, present), present);
  strictEqual(dayWithin({ type: "monthly", year: 2027 }, present), present);
});
