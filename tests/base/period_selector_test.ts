import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { periodPath } from "@/lib/base/period_paths.ts";
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

const ALL = { isHourlyAllowed: true, isFiveMinuteAllowed: true };

Deno.test("finerRange() is a month by days, a day by hours, an hour by five minutes", () => {
  deepStrictEqual(finerRange({ type: "monthly", month: "2024-07" }, {}), {
    type: "daily",
    year: 2024,
    month: 7,
  });
  deepStrictEqual(finerRange({ type: "daily", date: "2024-07-15" }, ALL), {
    type: "hourly",
    year: 2024,
    month: 7,
    day: 15,
  });
  deepStrictEqual(finerRange({ type: "hourly", date: "2024-07-15", hour: 8 }, ALL), {
    type: "fivemin",
    year: 2024,
    month: 7,
    day: 15,
  });
});

Deno.test("finerRange() is null where the page does not allow it, and inside a week or five minutes", () => {
  strictEqual(finerRange({ type: "daily", date: "2024-07-15" }, {}), null);
  strictEqual(
    finerRange({ type: "hourly", date: "2024-07-15", hour: 8 }, { isHourlyAllowed: true }),
    null,
  );
  strictEqual(finerRange({ type: "weekly", weekYear: 2024, week: 5 }, ALL), null);
  strictEqual(finerRange({ type: "fivemin", date: "2024-07-15", hour: 8, minute: 5 }, ALL), null);
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

Deno.test("rangeAt() is the season that contains the date", () => {
  strictEqual(periodPath(rangeAt("monthly-shifted", "2024-07-15")), "monthly-shifted/2024");
  strictEqual(periodPath(rangeAt("monthly-shifted", "2024-05-31")), "monthly-shifted/2023");
});

Deno.test("rangeAt() is the week-year that contains the date", () => {
  strictEqual(periodPath(rangeAt("weekly", "2021-01-03")), "weekly/2020");
  strictEqual(periodPath(rangeAt("weekly-shifted", "2021-01-03")), "weekly-shifted/2020");
});

Deno.test("rangeAt() is the month or the day that contains the date", () => {
  strictEqual(periodPath(rangeAt("daily", "2024-07-15")), "daily/2024/07");
  strictEqual(periodPath(rangeAt("hourly", "2024-07-15")), "hourly/2024/07/15");
});

Deno.test("rangeAt() moves a season of 1969 to the first year", () => {
  strictEqual(periodPath(rangeAt("monthly-shifted", "1970-01-01")), "monthly-shifted/1970");
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
