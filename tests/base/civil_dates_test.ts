import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import {
  addDays,
  dateParts,
  firstDayOf,
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
import { HOUR_MS } from "@/lib/base/durations.ts";
import {
  dayPath,
  instantSegment,
  type PeriodInstant,
  readDayPath,
  readInstantSegment,
} from "@/lib/base/period_instants.ts";
import { rangeSegment } from "@/lib/base/period_paths.ts";
import { rangeAround } from "@/lib/base/period_selector.ts";
import { BAD_PERIOD, type PeriodRange } from "@/lib/base/periods.ts";
import { civilDateOf, civilDayOf, rangeBounds, zonedSlots } from "@/lib/base/time_zones.ts";
import { dateError, isTypedDate, isTypedInstant } from "@/lib/base/typed_dates.ts";
import { wholeDays } from "@/lib/base/whole_days.ts";
import { typedError } from "@/lib/ui/field_rules.ts";
import { testLaws } from "@/tests/helpers/laws_of_values.ts";
import { CIVIL_DATE_LAWS, hoursInDay, ZONED_DAY_LAWS } from "./period_laws.ts";

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
Deno.test("wholeDays() are all days of a past month, those before today of the running one, none of a future one", () => {
  const cases = [
    ["2024-02", "2024-03-01", 29],
    ["2023-02", "2024-06-15", 28],
    ["2023-12", "2024-01-01", 31],
    ["2024-02", "2024-02-01", 0],
    ["2024-02", "2024-02-29", 28],
    ["2024-03", "2024-02-29", 0],
  ] as const;
  for (const [month, today, count] of cases) {
    const isRunning = today.startsWith(month);
    deepStrictEqual(wholeDays(month, today), { count, isRunning }, `${month} on ${today}`);
  }
});

const springDay: PeriodRange = { type: "hourly", year: 2026, month: 3, day: 29 };
const autumnDay: PeriodRange = { type: "hourly", year: 2026, month: 10, day: 25 };

// @spec periods.clock-changes
Deno.test("dayBounds() are 23 hours apart in spring and 25 in autumn, in Paris", () => {
  strictEqual(hoursInDay("2026-03-29"), 23);
  strictEqual(hoursInDay("2026-10-25"), 25);
  strictEqual(hoursInDay("2026-10-26"), 24);
});

Deno.test("civilDayOf() has the bounds of the day, of 23 hours too, and of the next one at its end", () => {
  // Paris, 31 March 2024: from 23:00 UTC the day before to 22:00 UTC.
  const from = Date.parse("2024-03-30T23:00Z");
  const day = { date: "2024-03-31", from, to: from + 23 * HOUR_MS };
  deepStrictEqual([civilDayOf(from), civilDayOf(day.to - 1)], [day, day]);
  deepStrictEqual(civilDayOf(day.to).date, "2024-04-01");
});

Deno.test("civilDateOf() changes at local midnight", () => {
  const midnight = Date.parse("2024-07-14T22:00:00Z");
  strictEqual(civilDateOf(midnight - 1), "2024-07-14");
  strictEqual(civilDateOf(midnight), "2024-07-15");
  strictEqual(civilDateOf(midnight, "America/Martinique"), "2024-07-14");
});

Deno.test("rangeBounds() of a year are its first and last local midnights", () => {
  deepStrictEqual(rangeBounds({ type: "monthly-shifted", year: 2023 }), {
    from: Date.parse("2023-06-30T22:00:00Z"),
    to: Date.parse("2024-06-30T22:00:00Z"),
  });
});

Deno.test("zonedSlots() has no 2 o'clock on the day of 23 hours", () => {
  const slots = zonedSlots(springDay);
  strictEqual(slots.length, 23);
  deepStrictEqual(slots.slice(1, 3).map((slot) => slot.segment), [
    "2026-03-29T01",
    "2026-03-29T03",
  ]);
});

Deno.test("zonedSlots() has 2 o'clock twice on the day of 25 hours, each with its offset", () => {
  const slots = zonedSlots(autumnDay);
  strictEqual(slots.length, 25);
  deepStrictEqual(slots.slice(2, 4), [
    {
      segment: "2026-10-25T02+02:00",
      from: Date.parse("2026-10-25T00:00:00Z"),
      to: Date.parse("2026-10-25T01:00:00Z"),
    },
    {
      segment: "2026-10-25T02+01:00",
      from: Date.parse("2026-10-25T01:00:00Z"),
      to: Date.parse("2026-10-25T02:00:00Z"),
    },
  ]);
});

Deno.test("zonedSlots() has 46 half-hours and 276 five-minutes on the day of 23 hours", () => {
  strictEqual(zonedSlots({ ...springDay, type: "halfhourly" }).length, 46);
  strictEqual(zonedSlots({ ...springDay, type: "fivemin" }).length, 276);
});

Deno.test("zonedSlots() of a month has its days, including the one of 25 hours", () => {
  const slots = zonedSlots({ type: "daily", year: 2026, month: 10 });
  strictEqual(slots.length, 31);
  const lastSunday = slots[24];
  strictEqual(lastSunday && (lastSunday.to - lastSunday.from) / 3_600_000, 25);
});

// @spec periods.bad-period
Deno.test("rangeBounds() throws 'Bad period' for a range that does not exist", () => {
  throws(() => rangeBounds({ type: "monthly", year: 1969 }), new RangeError(BAD_PERIOD));
});

Deno.test("civilDateOf() is the last day for an instant after the year 9999", () => {
  // 9999-12-31T23:30Z is half past midnight of the year 10000 in Paris.
  strictEqual(civilDateOf(Date.parse("9999-12-31T23:30:00Z")), "9999-12-31");
  strictEqual(civilDateOf(Date.parse("9999-12-31T22:30:00Z")), "9999-12-31");
  strictEqual(civilDateOf(Date.parse("+012000-06-01T00:00:00Z")), "9999-12-31");
  for (const zone of ["Pacific/Tahiti", "Pacific/Wallis"]) {
    strictEqual(civilDateOf(Date.parse("9999-12-31T23:30:00Z"), zone), "9999-12-31", zone);
  }
});

testLaws(ZONED_DAY_LAWS);

const WRITTEN: [PeriodInstant, string, string][] = [
  [{ type: "monthly", month: "2023-07" }, "2023-07", "2023-7"],
  [{ type: "weekly", weekYear: 2020, week: 5 }, "2020-W05", "2020-W5"],
  [{ type: "daily", date: "2023-07-05" }, "2023-07-05", "2023-7-5"],
  [{ type: "hourly", date: "2023-07-05", hour: 8 }, "2023-07-05T08", "2023-7-5T8"],
  [{ type: "fivemin", date: "2023-07-05", hour: 8, minute: 5 }, "2023-07-05T08:05", "2023-7-5T8:5"],
  [
    { type: "hourly", date: "2026-10-25", hour: 2, offset: "+01:00" },
    "2026-10-25T02+01:00",
    "2026-10-25T2+01:00",
  ],
];

// @spec periods.addresses
Deno.test("instantSegment() writes each type of instant, which is read with or without its zeros", () => {
  for (const [instant, segment, unpadded] of WRITTEN) {
    strictEqual(instantSegment(instant), segment);
    deepStrictEqual([segment, unpadded].map(readInstantSegment), [instant, instant]);
  }
});

Deno.test("readInstantSegment() accepts week 53 only in the years that have one", () => {
  deepStrictEqual(readInstantSegment("2020-W53"), { type: "weekly", weekYear: 2020, week: 53 });
  strictEqual(readInstantSegment("2023-W53"), null);
  strictEqual(readInstantSegment("2023-W00"), null);
});

Deno.test("readInstantSegment() is null for an instant that does not exist", () => {
  const bad = [
    ...[
      "2023-13",
      "2023-02-29",
      "2023-07-05T24",
      "2023-07-05T08:60",
      "2023-07-05T08:07",
      "1969-12",
    ],
    ...[
      "2101-01",
      "",
      "2023",
      "2023-007",
      "2023-07-05T",
      "2023-07-05 08",
      "2023-07-05T08:05:00",
      "2026-10-25+01:00",
      "2026-10-25T02+1",
      "20230-07",
    ],
  ];
  for (const segment of bad) strictEqual(readInstantSegment(segment), null, segment);
});

Deno.test("dayPath() of 5 July 2023 is daily/2023/07/05, both ways", () => {
  strictEqual(dayPath("2023-07-05"), "daily/2023/07/05");
  strictEqual(readDayPath("daily/2023/07/05"), "2023-07-05");
  strictEqual(readDayPath("daily/2023/7/5"), "2023-07-05");
});

const AROUND: Readonly<Record<string, string>> = {
  "2024-02": "monthly-2024",
  "2020-W53": "weekly-2020",
  "2024-02-29": "daily-2024-02",
  "2024-02-29T23": "hourly-2024-02-29",
  "2024-02-29T23:55": "fivemin-2024-02-29",
};

Deno.test("rangeAround() is the range of the same type that contains the instant as a slot", () => {
  for (const [segment, range] of Object.entries(AROUND)) {
    const instant = readInstantSegment(segment);
    ok(instant !== null);
    deepStrictEqual(rangeSegment(rangeAround(instant)), range);
    const slots = zonedSlots(rangeAround(instant)).filter((slot) => slot.segment === segment);
    strictEqual(slots.length, 1, segment);
  }
});
