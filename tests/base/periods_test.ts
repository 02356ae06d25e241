import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import {
  periodPath,
  rangeSegment,
  readPeriodPath,
  readRangeSegment,
} from "@/lib/base/period_paths.ts";
import { periodSelector } from "@/lib/base/period_selector.ts";
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
import {
  instantLabel,
  lineLabel,
  PERIOD_OPTION_LABELS,
  PERIOD_STEP_LABELS,
  rangeLabel,
  seeRangeText,
  STATIC_PERIOD_LABELS,
  yearLabel,
  yearTitle,
} from "@/lib/base/text_periods.ts";
import { testLaws } from "@/tests/helpers/laws_of_values.ts";
import { SEGMENT_LAWS } from "./period_laws.ts";

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

const day: PeriodRange = { type: "hourly", year: 2023, month: 7, day: 1 };

Deno.test("yearLabel() shows a shifted year as year-year+1", () => {
  strictEqual(yearLabel({ type: "monthly", year: 2023 }), "2023");
  strictEqual(yearLabel({ type: "monthly-shifted", year: 2023 }), "2023-2024");
  strictEqual(yearLabel({ type: "weekly-shifted", year: 2023 }), "2023-2024");
});

Deno.test("yearTitle() is the year or the season in words", () => {
  strictEqual(yearTitle(2023, false), "Année 2023");
  strictEqual(yearTitle(2023, true), "Saison 2023 à 2024");
});

Deno.test("rangeLabel() names the year, the month or the day", () => {
  strictEqual(rangeLabel({ type: "weekly-shifted", year: 2023 }), "2023-2024");
  strictEqual(rangeLabel({ type: "daily", year: 2023, month: 7 }), "juillet 2023");
  strictEqual(rangeLabel(day), "1er juillet 2023");
});

Deno.test("seeRangeText() names the day with its article", () => {
  strictEqual(seeRangeText({ type: "weekly-shifted", year: 2023 }), "Voir 2023-2024");
  strictEqual(seeRangeText({ type: "daily", year: 2023, month: 7 }), "Voir juillet 2023");
  strictEqual(seeRangeText(day), "Voir le 1er juillet 2023");
});

Deno.test("lineLabel() names the level of each line of the navigator", () => {
  strictEqual(lineLabel(day, "year"), "2023");
  strictEqual(lineLabel(day, "month"), "juillet 2023");
  strictEqual(lineLabel(day, "day"), "1er juillet 2023");
});

Deno.test("PERIOD_OPTION_LABELS are the specification's", () => {
  const selector = periodSelector({ isHourlyAllowed: true, isFiveMinuteAllowed: true });
  const options = selector.kind === "options" ? selector.options : [];
  deepStrictEqual(options.map((option) => PERIOD_OPTION_LABELS[option]), [
    ...["Mois", "Semaines", "Jours", "Heures", "5\u00A0min"],
  ]);
  deepStrictEqual(STATIC_PERIOD_LABELS, { year: "Année", month: "Mois" });
});

Deno.test("PERIOD_STEP_LABELS name the target of each arrow", () => {
  strictEqual(PERIOD_STEP_LABELS.month.next, "Mois suivant");
});

Deno.test("instantLabel() names a slot", () => {
  strictEqual(instantLabel({ type: "monthly", month: "2023-07" }), "juillet 2023");
  strictEqual(
    instantLabel({ type: "weekly", weekYear: 2020, week: 53 }),
    "semaine\u00A053 de 2020",
  );
  strictEqual(instantLabel({ type: "daily", date: "2023-07-15" }), "15 juillet 2023");
  strictEqual(instantLabel({ type: "hourly", date: "2023-07-15", hour: 8 }), "08:00");
  strictEqual(instantLabel({ type: "fivemin", date: "2023-07-15", hour: 8, minute: 5 }), "08:05");
});

const WRITTEN: [PeriodRange, string, string][] = [
  [{ type: "monthly", year: 2023 }, "monthly/2023", "monthly-2023"],
  [{ type: "monthly-shifted", year: 2023 }, "monthly-shifted/2023", "monthly-shifted-2023"],
  [{ type: "weekly", year: 2023 }, "weekly/2023", "weekly-2023"],
  [{ type: "weekly-shifted", year: 2023 }, "weekly-shifted/2023", "weekly-shifted-2023"],
  [{ type: "daily", year: 2023, month: 7 }, "daily/2023/07", "daily-2023-07"],
  [{ type: "hourly", year: 2023, month: 7, day: 5 }, "hourly/2023/07/05", "hourly-2023-07-05"],
  [
    { type: "halfhourly", year: 2023, month: 7, day: 5 },
    "halfhourly/2023/07/05",
    "halfhourly-2023-07-05",
  ],
  [{ type: "fivemin", year: 2023, month: 7, day: 5 }, "fivemin/2023/07/05", "fivemin-2023-07-05"],
];

for (const [range, path, segment] of WRITTEN) {
  Deno.test(`periodPath() and rangeSegment() of ${range.type}, both ways`, () => {
    strictEqual(periodPath(range), path);
    strictEqual(rangeSegment(range), segment);
    deepStrictEqual(readPeriodPath(path), range);
    deepStrictEqual(readRangeSegment(segment), range);
  });
}

// @spec periods.addresses
Deno.test("readPeriodPath() is null for a bad period", () => {
  const bad = [
    ...["monthly/abc", "monthly/99999", "monthly/1969", "monthly/2101", "yearly/2023", "monthly"],
    ...[
      "daily/2023",
      "daily/2023/13",
      "daily/2023/07/15",
      "hourly/2023/02/30",
      "",
      "/",
      "monthly/",
    ],
    ...["monthly/2023/", "monthly/2023/07", "daily/2023/007", "monthly/+2023", "toString/2023"],
  ];
  for (const path of bad) strictEqual(readPeriodPath(path), null, path);
});

Deno.test("readRangeSegment() is null for a bad period", () => {
  for (const segment of ["monthly-", "monthly-20230", "monthly-shifted", "daily-2023-00", "x-1"]) {
    strictEqual(readRangeSegment(segment), null, segment);
  }
});

testLaws(SEGMENT_LAWS);
