import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import {
  addDays,
  dateParts,
  daysInMonth,
  firstDayOf,
  isIsoDate,
  isIsoMonth,
  isoDate,
  isoMonth,
  lastDayOf,
  mondayOf,
  monthOf,
  monthParts,
  monthStart,
  weeksInIsoYear,
} from "@/lib/base/civil_dates.ts";
import {
  formatDay,
  formatInstant,
  formatLongDay,
  formatMonth,
  MONTH_NAMES,
  monthName,
} from "@/lib/base/date_format.ts";
import { dateError, isTypedDate, isTypedInstant } from "@/lib/base/typed_dates.ts";
import { wholeDays } from "@/lib/base/whole_days.ts";
import { typedError } from "@/lib/ui/field_rules.ts";
import { testLaws } from "@/tests/helpers/laws_of_values.ts";
import { CIVIL_DATE_LAWS } from "./period_laws.ts";

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

Deno.test("daysInMonth() has 29 days in February of a leap year", () => {
  strictEqual(daysInMonth(2024, 2), 29);
  strictEqual(daysInMonth(2100, 2), 28);
  throws(() => daysInMonth(2024, 13), RangeError);
});

Deno.test("addDays() stays within years 1 to 9999", () => {
  strictEqual(addDays("9999-12-30", 1), "9999-12-31");
  strictEqual(addDays("9999-12-31", 15), "9999-12-31");
  strictEqual(addDays("0001-01-02", -1), "0001-01-01");
  strictEqual(addDays("0001-01-01", -60), "0001-01-01");
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

testLaws(CIVIL_DATE_LAWS);

// @spec texts.dates
Deno.test("formatMonth() is the month with its year", () => {
  strictEqual(formatMonth("2023-01"), "janvier 2023");
  strictEqual(formatMonth("2024-08"), "août 2024");
});

Deno.test("monthName() returns the twelve names of Intl", () => {
  const intl = new Intl.DateTimeFormat("fr-FR", { month: "long", timeZone: "UTC" });
  for (const [index, name] of MONTH_NAMES.entries()) {
    strictEqual(
      monthName(index + 1),
      intl.format(new Date(`${isoDate(2023, index + 1, 1)}T00:00Z`)),
    );
    strictEqual(monthName(index + 1), name);
  }
  throws(() => monthName(13), RangeError);
});

Deno.test("formatLongDay() writes the day in full, 1er for the first", () => {
  strictEqual(formatLongDay("2023-07-15"), "15 juillet 2023");
  strictEqual(formatLongDay("2023-07-01"), "1er juillet 2023");
  strictEqual(formatLongDay("2024-02-05"), "5 février 2024");
});

Deno.test("formatDay() is short day/month/year", () => {
  strictEqual(formatDay("2023-07-05"), "05/07/2023");
  strictEqual(formatDay(null), "");
});

Deno.test("formatInstant() is the local time of a zone, on either side of a clock change", () => {
  strictEqual(formatInstant("2026-03-29T00:59:00Z"), "29/03/2026 à 01:59");
  strictEqual(formatInstant("2026-03-29T01:00:00Z"), "29/03/2026 à 03:00");
  strictEqual(formatInstant("2026-10-24T23:59:00Z"), "25/10/2026 à 01:59");
  strictEqual(formatInstant("2026-10-25T00:00:00Z"), "25/10/2026 à 02:00 (heure d’été)");
  strictEqual(formatInstant("2026-10-25T01:59:00Z"), "25/10/2026 à 02:59 (heure d’hiver)");
  strictEqual(formatInstant("2026-10-25T02:00:00Z"), "25/10/2026 à 03:00");
  strictEqual(formatInstant("2023-12-31T23:30:00Z"), "01/01/2024 à 00:30");
  strictEqual(formatInstant("2023-12-31T23:30:00Z", "America/Martinique"), "31/12/2023 à 19:30");
  strictEqual(formatInstant(null), "");
});

// @spec periods.iso-weeks
Deno.test("weeksInIsoYear() is 53 in 2015, 2020 and 2026", () => {
  deepStrictEqual([2015, 2020, 2023, 2026].map(weeksInIsoYear), [53, 53, 52, 53]);
});

Deno.test("mondayOf() is the Monday of a week, also in the previous year", () => {
  strictEqual(mondayOf(2020, 53), "2020-12-28");
  strictEqual(mondayOf(2025, 1), "2024-12-30");
});

// @spec forms.typed-dates
Deno.test('isTypedDate() accepts days from 1900 to 2100, and the day that means "without end"', () => {
  const days = ["1899-12-31", "1900-01-01", "2100-12-31", "2101-01-01", "9999-12-31", "9998-01-01"];
  deepStrictEqual(days.map(isTypedDate), [false, true, true, false, true, false]);
});

Deno.test("dateError() distinguishes a day that does not exist from a day of an implausible year", () => {
  strictEqual(dateError("2024-02-29"), null);
  deepStrictEqual(dateError("2023-02-29"), { code: "date" });
  deepStrictEqual(dateError("0026-02-03"), { code: "date-years", first: 1900, last: 2100 });
  deepStrictEqual(typedError({ name: "from", kind: "date" }, "0001-01-01"), {
    code: "date-years",
    first: 1900,
    last: 2100,
  });
});

// @spec forms.typed-dates
Deno.test("isTypedInstant() takes the first and the last typed day of every time zone", () => {
  for (const text of ["1899-12-31T23:50:00Z", "2101-01-01T10:59:00Z", "9999-12-31T23:00:00Z"]) {
    ok(isTypedInstant(text), text);
  }
  for (const text of ["0000-01-01T00:00:00Z", "0026-03-01T08:00:00Z", "2206-03-01T08:00:00Z"]) {
    ok(!isTypedInstant(text), text);
  }
});

// @spec balance.whole-days
Deno.test("wholeDays() of a past month are all of its days, leap February included", () => {
  deepStrictEqual(wholeDays("2024-02", "2024-03-01"), { count: 29, isRunning: false });
  deepStrictEqual(wholeDays("2023-02", "2024-06-15"), { count: 28, isRunning: false });
  deepStrictEqual(wholeDays("2023-12", "2024-01-01"), { count: 31, isRunning: false });
});

Deno.test("wholeDays() of the running month exclude today: none on the first", () => {
  deepStrictEqual(wholeDays("2024-02", "2024-02-01"), { count: 0, isRunning: true });
  deepStrictEqual(wholeDays("2024-02", "2024-02-29"), { count: 28, isRunning: true });
});

Deno.test("wholeDays() of a future month are none", () => {
  deepStrictEqual(wholeDays("2024-03", "2024-02-29"), { count: 0, isRunning: false });
});
