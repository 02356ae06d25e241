import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import {
  addDays,
  addMonths,
  addYears,
  dateParts,
  datesOfMonth,
  dayOfYear,
  daysInMonth,
  daysInYear,
  epochDay,
  firstDayOf,
  isIsoDate,
  isIsoMonth,
  isLeapYear,
  isoDate,
  isoMonth,
  isoWeekOf,
  lastDayOf,
  mondayOf,
  monthOf,
  monthParts,
  monthsOfYear,
  shiftMonth,
  weekday,
  weeksInIsoYear,
} from "../../../lib/domain/periods/civil_dates.ts";
import { testLaws } from "../numbers/laws.ts";
import { CIVIL_DATE_LAWS } from "./civil_dates_laws.ts";

Deno.test("isIsoDate() knows which days exist", () => {
  strictEqual(isIsoDate("2024-02-29"), true);
  for (const text of ["2023-02-29", "2024-13-01", "2024-00-10", "2024-7-15", "2024-07", "", "x"]) {
    strictEqual(isIsoDate(text), false, text);
  }
});

Deno.test("isIsoMonth() takes months 01 to 12 only", () => {
  strictEqual(isIsoMonth("2024-12"), true);
  for (const text of ["2024-13", "2024-00", "2024-7", "0000-01", "2024-07-15"]) {
    strictEqual(isIsoMonth(text), false, text);
  }
});

Deno.test("isoDate() and isoMonth() write padded dates, and refuse those that do not exist", () => {
  strictEqual(isoDate(2024, 7, 5), "2024-07-05");
  strictEqual(isoMonth(2024, 7), "2024-07");
  throws(() => isoDate(2023, 2, 29), new RangeError('Not a civil date: "2023-02-29"'));
  throws(() => isoMonth(2023, 13), new RangeError('Not a civil month: "2023-13"'));
});

Deno.test("dateParts() and monthParts() read dates, and throw on what is none", () => {
  deepStrictEqual(dateParts("2024-07-05"), { year: 2024, month: 7, day: 5 });
  deepStrictEqual(monthParts("2024-07"), { year: 2024, month: 7 });
  throws(() => dateParts("2024-07"), RangeError);
  throws(() => monthParts("2024-07-05"), RangeError);
});

Deno.test("isLeapYear() follows the centuries", () => {
  deepStrictEqual([2000, 2023, 2024, 2100].map(isLeapYear), [true, false, true, false]);
  deepStrictEqual([2024, 2100].map(daysInYear), [366, 365]);
});

Deno.test("daysInMonth() has 29 days in February of a leap year", () => {
  strictEqual(daysInMonth(2024, 2), 29);
  strictEqual(daysInMonth(2100, 2), 28);
  throws(() => daysInMonth(2024, 13), RangeError);
});

Deno.test("addDays() crosses months, years and the leap day", () => {
  strictEqual(addDays("2024-02-28", 2), "2024-03-01");
  strictEqual(addDays("2024-01-01", -1), "2023-12-31");
});

Deno.test("addMonths() keeps the day inside the month", () => {
  strictEqual(addMonths("2024-01-31", 1), "2024-02-29");
  strictEqual(addMonths("2024-08-31", 6), "2025-02-28");
  strictEqual(addMonths("2024-03-31", -13), "2023-02-28");
});

Deno.test("addYears() brings 29 February back to the 28th", () => {
  strictEqual(addYears("2024-02-29", -1), "2023-02-28");
});

Deno.test("shiftMonth() crosses years both ways", () => {
  strictEqual(shiftMonth("2024-11", 3), "2025-02");
  strictEqual(shiftMonth("2024-01", -1), "2023-12");
});

Deno.test("datesOfMonth() lists every day", () => {
  const dates = datesOfMonth("2024-02");
  deepStrictEqual([dates.length, dates[0], dates[28]], [29, "2024-02-01", "2024-02-29"]);
});

Deno.test("firstDayOf(), lastDayOf() and monthOf() go between days and months", () => {
  strictEqual(firstDayOf("2024-02"), "2024-02-01");
  strictEqual(lastDayOf("2024-02"), "2024-02-29");
  strictEqual(monthOf("2024-02-29"), "2024-02");
});

Deno.test("monthsOfYear() lists January to December", () => {
  const months = monthsOfYear(2023);
  deepStrictEqual([months.length, months[0], months[11]], [12, "2023-01", "2023-12"]);
});

Deno.test("weekday() is 1 on Monday and 7 on Sunday", () => {
  strictEqual(weekday("2024-07-15"), 1);
  strictEqual(weekday("2024-07-14"), 7);
  strictEqual(weekday("1969-12-31"), 3);
});

Deno.test("dayOfYear() counts the leap day", () => {
  strictEqual(dayOfYear("2024-12-31"), 366);
  strictEqual(dayOfYear("2023-03-01"), 60);
});

Deno.test("isoWeekOf() names the week-year, which may be another than the date's", () => {
  deepStrictEqual(isoWeekOf("2021-01-03"), { year: 2020, week: 53 });
  deepStrictEqual(isoWeekOf("2024-12-30"), { year: 2025, week: 1 });
});

Deno.test("isoWeekOf() has 4 January in week 1 of every year", () => {
  for (let year = 1970; year <= 2100; year++) {
    deepStrictEqual(isoWeekOf(isoDate(year, 1, 4)), { year, week: 1 });
  }
});

Deno.test("weeksInIsoYear() is 53 in 2015, 2020 and 2026", () => {
  deepStrictEqual([2015, 2020, 2023, 2026].map(weeksInIsoYear), [53, 53, 52, 53]);
});

Deno.test("mondayOf() is the Monday of a week, even of the year before", () => {
  strictEqual(mondayOf(2020, 53), "2020-12-28");
  strictEqual(mondayOf(2025, 1), "2024-12-30");
});

Deno.test("epochDay() is 0 on 1 January 1970", () => strictEqual(epochDay("1970-01-01"), 0));

testLaws(CIVIL_DATE_LAWS);
