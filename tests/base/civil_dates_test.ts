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
  lastDayOf,
  monthOf,
  monthParts,
  monthsOfYear,
  monthStart,
  shiftMonth,
  wholeYear,
} from "@/lib/base/civil_dates.ts";
import { testLaws } from "@/tests/helpers/laws.ts";
import { CIVIL_DATE_LAWS } from "@/tests/helpers/laws_of_periods.ts";

Deno.test("isIsoDate() is true for existing days", () => {
  strictEqual(isIsoDate("2024-02-29"), true);
  for (const text of ["2023-02-29", "2024-13-01", "2024-00-10", "2024-7-15", "2024-07", "", "x"]) {
    strictEqual(isIsoDate(text), false, text);
  }
});

Deno.test("isIsoMonth() accepts months 01 to 12 only", () => {
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

Deno.test("dateParts() and monthParts() read dates, and throw on other texts", () => {
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

Deno.test("addYears() moves 29 February to the 28th", () => {
  strictEqual(addYears("2024-02-29", -1), "2023-02-28");
});

Deno.test("shiftMonth() crosses years both ways", () => {
  strictEqual(shiftMonth("2024-11", 3), "2025-02");
  strictEqual(shiftMonth("2024-01", -1), "2023-12");
});

Deno.test("addDays() stays within years 1 to 9999", () => {
  strictEqual(addDays("9999-12-30", 1), "9999-12-31");
  strictEqual(addDays("9999-12-31", 15), "9999-12-31");
  strictEqual(addDays("0001-01-02", -1), "0001-01-01");
  strictEqual(addDays("0001-01-01", -60), "0001-01-01");
});

Deno.test("datesOfMonth() lists every day", () => {
  const dates = datesOfMonth("2024-02");
  deepStrictEqual([dates.length, dates[0], dates[28]], [29, "2024-02-01", "2024-02-29"]);
});

Deno.test("firstDayOf() and monthOf() convert between days and months", () => {
  strictEqual(firstDayOf("2024-02"), "2024-02-01");
  strictEqual(monthOf("2024-02-29"), "2024-02");
});

Deno.test("lastDayOf() and monthStart() are the ends of a month, up to the last one", () => {
  deepStrictEqual(["2023-02", "2024-02", "9999-12"].map(lastDayOf), [
    "2023-02-28",
    "2024-02-29",
    "9999-12-31",
  ]);
  strictEqual(monthStart("2024-02-29"), "2024-02-01");
  throws(() => lastDayOf("2024-13"), RangeError);
});

Deno.test("monthsOfYear() lists January to December", () => {
  const months = monthsOfYear(2023);
  deepStrictEqual([months.length, months[0], months[11]], [12, "2023-01", "2023-12"]);
});

Deno.test("dayOfYear() counts the leap day", () => {
  strictEqual(dayOfYear("2024-12-31"), 366);
  strictEqual(dayOfYear("2023-03-01"), 60);
});

Deno.test("epochDay() is 0 on 1 January 1970", () => strictEqual(epochDay("1970-01-01"), 0));

testLaws(CIVIL_DATE_LAWS);

Deno.test("wholeYear() is from 1 January to the next one, excluded", () => {
  deepStrictEqual(wholeYear(2024), { from: "2024-01-01", to: "2025-01-01" });
});
