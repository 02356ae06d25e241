import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import {
  BAD_PERIOD,
  daysOfMonth,
  isPeriodRange,
  isPeriodType,
  isShifted,
  levelOf,
  monthOfRange,
  PERIOD_TYPES,
  type PeriodRange,
  type PeriodType,
  rangeFrom,
  startDate,
} from "@/lib/base/periods.ts";

// @spec periods.ranges
Deno.test("startDate() is 1 January for months, 4 January for weeks", () => {
  strictEqual(startDate({ type: "monthly", year: 2023 }), "2023-01-01");
  strictEqual(startDate({ type: "weekly", year: 2023 }), "2023-01-04");
});

Deno.test("startDate() of a shifted year is 6 months or 26 weeks later", () => {
  strictEqual(startDate({ type: "monthly-shifted", year: 2023 }), "2023-07-01");
  // 4 January + 182 days.
  strictEqual(startDate({ type: "weekly-shifted", year: 2023 }), "2023-07-05");
  strictEqual(startDate({ type: "weekly-shifted", year: 2024 }), "2024-07-04");
});

Deno.test("startDate() is the 1st of the month for days, the day itself for hours and less", () => {
  strictEqual(startDate({ type: "daily", year: 2024, month: 2 }), "2024-02-01");
  for (const type of ["hourly", "halfhourly", "fivemin"] as const) {
    strictEqual(startDate({ type, year: 2024, month: 2, day: 29 }), "2024-02-29");
  }
});

const BAD_RANGES: [string, PeriodRange][] = [
  ["a year too far", { type: "monthly", year: 99_999 }],
  ["a year too early", { type: "weekly", year: 1969 }],
  ["part of a year", { type: "monthly", year: 2023.5 }],
  ["a month where none is wanted", { type: "monthly", year: 2023, month: 1 }],
  ["a day where none is wanted", { type: "daily", year: 2023, month: 1, day: 1 }],
  ["a month missing", { type: "daily", year: 2023 }],
  ["a month that does not exist", { type: "daily", year: 2023, month: 13 }],
  ["a day missing", { type: "hourly", year: 2023, month: 2 }],
  ["a day that does not exist", { type: "fivemin", year: 2023, month: 2, day: 29 }],
];

for (const [what, range] of BAD_RANGES) {
  Deno.test(`startDate() throws 'Bad period' for ${what}`, () => {
    strictEqual(isPeriodRange(range), false);
    throws(() => startDate(range), new RangeError(BAD_PERIOD));
  });
}

Deno.test("isPeriodType() is true for the eight types and nothing else", () => {
  strictEqual(PERIOD_TYPES.length, 8);
  for (const type of PERIOD_TYPES) strictEqual(isPeriodType(type), true);
  for (const text of ["yearly", "", "toString", "Monthly"]) strictEqual(isPeriodType(text), false);
});

Deno.test("isPeriodRange() refuses an unknown type", () => {
  const unknown: { type: string; year: number } = { type: "yearly", year: 2023 };
  // The type comes from outside here: a page address.
  strictEqual(isPeriodRange(unknown as PeriodRange), false);
});

Deno.test("levelOf() is the year, the month or the day", () => {
  const levels = PERIOD_TYPES.map((type: PeriodType) => levelOf(type));
  const years = Array<string>(4).fill("year");
  deepStrictEqual(levels, [...years, "month", "day", "day", "day"]);
});

Deno.test("isShifted() is true for the two shifted types", () => {
  deepStrictEqual(PERIOD_TYPES.filter(isShifted), ["monthly-shifted", "weekly-shifted"]);
});

Deno.test("rangeFrom() leaves out fields that the type does not need", () => {
  deepStrictEqual(rangeFrom("weekly", 2023, 7, 15), { type: "weekly", year: 2023 });
  deepStrictEqual(rangeFrom("daily", 2023, 7, 15), { type: "daily", year: 2023, month: 7 });
  deepStrictEqual(rangeFrom("hourly", 2023, 7, 15), {
    type: "hourly",
    year: 2023,
    month: 7,
    day: 15,
  });
  deepStrictEqual(rangeFrom("hourly", 2023), { type: "hourly", year: 2023, month: 1, day: 1 });
  throws(() => rangeFrom("monthly", 2101), new RangeError(BAD_PERIOD));
});

Deno.test("monthOfRange() is the month of daysOfMonth(), January for a year", () => {
  strictEqual(monthOfRange(daysOfMonth("2024-07")), "2024-07");
  strictEqual(monthOfRange({ type: "monthly", year: 2024 }), "2024-01");
});
