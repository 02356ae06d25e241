import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { isoDate, isoWeekOf, mondayOf, weekday, weeksInIsoYear } from "@/lib/base/civil_dates.ts";

Deno.test("weekday() is 1 on Monday and 7 on Sunday", () => {
  strictEqual(weekday("2024-07-15"), 1);
  strictEqual(weekday("2024-07-14"), 7);
  strictEqual(weekday("1969-12-31"), 3);
});

Deno.test("isoWeekOf() has the week-year, which can differ from the date's year", () => {
  deepStrictEqual(isoWeekOf("2021-01-03"), { year: 2020, week: 53 });
  deepStrictEqual(isoWeekOf("2024-12-30"), { year: 2025, week: 1 });
});

Deno.test("isoWeekOf() has 4 January in week 1 of every year", () => {
  for (let year = 1970; year <= 2100; year++) {
    deepStrictEqual(isoWeekOf(isoDate(year, 1, 4)), { year, week: 1 });
  }
});

// @spec periods.iso-weeks
Deno.test("weeksInIsoYear() is 53 in 2015, 2020 and 2026", () => {
  deepStrictEqual([2015, 2020, 2023, 2026].map(weeksInIsoYear), [53, 53, 52, 53]);
});

Deno.test("mondayOf() is the Monday of a week, also in the previous year", () => {
  strictEqual(mondayOf(2020, 53), "2020-12-28");
  strictEqual(mondayOf(2025, 1), "2024-12-30");
});
