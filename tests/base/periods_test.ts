import assert from "node:assert/strict";
import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import {
  periodPath,
  rangeSegment,
  readPeriodPath,
  readRangeSegment,
} from "@/lib/base/period_paths.ts";
import { periodSelector } from "@/lib/base/period_selector.ts";
import {
  type Direction,
  periodLines,
  startsAfter,
  steppedPeriod,
  yearBefore,
} from "@/lib/base/period_steps.ts";
import {
  BAD_PERIOD,
  daysOfMonth,
  isPeriodRange,
  isPeriodType,
  isShifted,
  monthOfRange,
  PERIOD_TYPES,
  type PeriodLevel,
  type PeriodRange,
  rangeFrom,
  startDate,
} from "@/lib/base/periods.ts";
import { civilBounds, groupBySlot, mondaysOf, monthsOf, slotsOf } from "@/lib/base/slots.ts";
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
import { fc } from "@/tests/npm/fast_check.ts";
import { SEGMENT_LAWS, SLOT_LAWS, STEP_LAWS } from "./period_laws.ts";
import { checkPeriodTotals } from "./period_totals.ts";

const STARTS: Readonly<Record<string, string>> = {
  "monthly/2023": "2023-01-01",
  "weekly/2023": "2023-01-04",
  "monthly-shifted/2023": "2023-07-01",
  // 4 January + 182 days.
  "weekly-shifted/2023": "2023-07-05",
  "weekly-shifted/2024": "2024-07-04",
  "daily/2024/02": "2024-02-01",
  "hourly/2024/02/29": "2024-02-29",
  "halfhourly/2024/02/29": "2024-02-29",
  "fivemin/2024/02/29": "2024-02-29",
};

// @spec periods.ranges
Deno.test("startDate() is 1 January for months, 4 January for weeks, half a year later when shifted, else the first day", () => {
  for (const [path, date] of Object.entries(STARTS)) {
    const range = readPeriodPath(path);
    assert.ok(range !== null);
    strictEqual(startDate(range), date, path);
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

const season: PeriodRange = { type: "weekly-shifted", year: 2023 };
const july: PeriodRange = { type: "daily", year: 2023, month: 7 };

const LABELS: readonly (readonly [label: string, expected: string])[] = [
  [yearLabel({ type: "monthly", year: 2023 }), "2023"],
  [yearLabel({ type: "monthly-shifted", year: 2023 }), "2023-2024"],
  [yearLabel(season), "2023-2024"],
  [yearTitle(2023, false), "Année 2023"],
  [yearTitle(2023, true), "Saison 2023 à 2024"],
  [rangeLabel(season), "2023-2024"],
  [rangeLabel(july), "juillet 2023"],
  [rangeLabel(day), "1er juillet 2023"],
  [seeRangeText(season), "Voir 2023-2024"],
  [seeRangeText(july), "Voir juillet 2023"],
  [seeRangeText(day), "Voir le 1er juillet 2023"],
  [lineLabel(day, "year"), "2023"],
  [lineLabel(day, "month"), "juillet 2023"],
  [lineLabel(day, "day"), "1er juillet 2023"],
  [instantLabel({ type: "monthly", month: "2023-07" }), "juillet 2023"],
  [instantLabel({ type: "weekly", weekYear: 2020, week: 53 }), "semaine\u00A053 de 2020"],
  [instantLabel({ type: "daily", date: "2023-07-15" }), "15 juillet 2023"],
  [instantLabel({ type: "hourly", date: "2023-07-15", hour: 8 }), "08:00"],
  [instantLabel({ type: "fivemin", date: "2023-07-15", hour: 8, minute: 5 }), "08:05"],
];

Deno.test("years, ranges, lines of the navigator and slots are named in French", () => {
  for (const [label, expected] of LABELS) strictEqual(label, expected);
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

Deno.test("periodPath() and rangeSegment() write each type of range", () => {
  for (const [range, path, segment] of WRITTEN) {
    deepStrictEqual([periodPath(range), rangeSegment(range)], [path, segment]);
  }
});

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

const STEPS: readonly [
  from: string,
  level: PeriodLevel,
  direction: Direction,
  to: string | null,
][] = [
  // A year of months alternates with its shifted variant.
  ["monthly/2023", "year", 1, "monthly-shifted/2023"],
  ["monthly-shifted/2023", "year", 1, "monthly/2024"],
  // 26 weeks after July 2020 is still in ISO 2020: a step on the date would stay there.
  ["weekly-shifted/2020", "year", 1, "weekly/2021"],
  ["weekly/2021", "year", 1, "weekly-shifted/2021"],
  ["weekly-shifted/2015", "year", 1, "weekly/2016"],
  // A day that does not exist is clamped.
  ["hourly/2024/02/29", "year", -1, "hourly/2023/02/28"],
  ["fivemin/2023/03/31", "month", -1, "fivemin/2023/02/28"],
  // The year is crossed by the month and by the day.
  ["daily/2023/12", "month", 1, "daily/2024/01"],
  ["hourly/2023/12/31", "day", 1, "hourly/2024/01/01"],
  // The first and the last years.
  ["monthly/1970", "year", -1, null],
  ["weekly-shifted/2100", "year", 1, null],
  ["hourly/2100/12/31", "day", 1, null],
];

// @spec periods.steps
Deno.test("steppedPeriod() is the range one year, month or day later, or earlier", () => {
  for (const [from, level, direction, to] of STEPS) {
    const range = readPeriodPath(from);
    assert.ok(range !== null);
    const stepped = steppedPeriod(range, level, direction);
    strictEqual(stepped && periodPath(stepped), to, `${from} ${level} ${direction}`);
  }
});

Deno.test("steppedPeriod() throws 'Bad period' for a level its range does not have", () => {
  throws(
    () => steppedPeriod({ type: "monthly", year: 2023 }, "month", 1),
    new RangeError(BAD_PERIOD),
  );
  throws(
    () => steppedPeriod({ type: "monthly", year: 99_999 }, "year", 1),
    new RangeError(BAD_PERIOD),
  );
});

Deno.test("periodLines() has a year line, then month and day lines as the type needs", () => {
  const levels = (range: PeriodRange) => periodLines(range).map((line) => line.level).join();
  strictEqual(levels({ type: "weekly", year: 2023 }), "year");
  strictEqual(levels({ type: "daily", year: 2023, month: 7 }), "year,month");
  strictEqual(levels({ type: "hourly", year: 2023, month: 7, day: 15 }), "year,month,day");
  strictEqual(levels({ type: "fivemin", year: 2023, month: 7, day: 15 }), "year,month,day");
});

Deno.test("periodLines() has both links of each line", () => {
  deepStrictEqual(periodLines({ type: "daily", year: 2023, month: 7 })[1], {
    level: "month",
    previous: { type: "daily", year: 2023, month: 6 },
    next: { type: "daily", year: 2023, month: 8 },
  });
});

Deno.test("startsAfter() bounds a navigator by today", () => {
  strictEqual(startsAfter({ type: "monthly", year: 2024 }, "2023-12-31"), true);
  strictEqual(startsAfter({ type: "monthly", year: 2024 }, "2024-01-01"), false);
  // The first week of 2026 starts on Monday 29 December 2025.
  strictEqual(startsAfter({ type: "weekly", year: 2026 }, "2025-12-28"), true);
  strictEqual(startsAfter({ type: "weekly", year: 2026 }, "2025-12-29"), false);
});

testLaws(STEP_LAWS);

Deno.test("yearBefore() is the same range a year before, also for a season", () => {
  const cases = {
    "monthly-shifted/2024": "monthly-shifted/2023",
    "weekly/2021": "weekly/2020",
    "daily/2024/02": "daily/2023/02",
    "hourly/2024/02/29": "hourly/2023/02/28",
    "monthly/1970": null,
  };
  for (const [path, before] of Object.entries(cases)) {
    const range = readPeriodPath(path);
    assert.ok(range !== null);
    const found = yearBefore(range);
    strictEqual(found && periodPath(found), before, path);
  }
});

Deno.test("monthsOf() runs from January to December", () => {
  const months = monthsOf({ type: "monthly", year: 2023 });
  deepStrictEqual([months.length, months[0], months[11]], [12, "2023-01", "2023-12"]);
});

Deno.test("monthsOf() a shifted year runs from July to June", () => {
  const months = monthsOf({ type: "monthly-shifted", year: 2023 });
  deepStrictEqual([months.length, months[0], months[11]], [12, "2023-07", "2024-06"]);
});

Deno.test("mondaysOf() has 53 weeks in 2020 and 52 in 2023", () => {
  strictEqual(mondaysOf({ type: "weekly", year: 2020 }).length, 53);
  const mondays = mondaysOf({ type: "weekly", year: 2023 });
  deepStrictEqual([mondays.length, mondays[0], mondays[51]], [52, "2023-01-02", "2023-12-25"]);
});

Deno.test("mondaysOf() a shifted year starts with week 27", () => {
  const mondays = mondaysOf({ type: "weekly-shifted", year: 2020 });
  // W27 to W53 of 2020 (27 weeks), then W01 to W26 of 2021.
  deepStrictEqual([mondays.length, mondays[0], mondays[52]], [53, "2020-06-29", "2021-06-28"]);
});

Deno.test("slotsOf() names months and weeks as calls do", () => {
  deepStrictEqual(slotsOf({ type: "monthly-shifted", year: 2023 })[11], {
    segment: "2024-06",
    from: "2024-06-01",
    to: "2024-07-01",
  });
  deepStrictEqual(slotsOf({ type: "weekly", year: 2020 })[52], {
    segment: "2020-W53",
    from: "2020-12-28",
    to: "2021-01-04",
  });
});

Deno.test("slotsOf() has the days of a month", () => {
  const slots = slotsOf({ type: "daily", year: 2024, month: 2 });
  strictEqual(slots.length, 29);
  deepStrictEqual(slots[28], { segment: "2024-02-29", from: "2024-02-29", to: "2024-03-01" });
});

Deno.test("slotsOf() has 24 hours, 48 half-hours, 288 five-minutes", () => {
  const day = { year: 2023, month: 12, day: 31 };
  const hours = slotsOf({ type: "hourly", ...day });
  strictEqual(hours.length, 24);
  deepStrictEqual(hours[23], {
    segment: "2023-12-31T23",
    from: "2023-12-31T23:00",
    to: "2024-01-01T00:00",
  });
  strictEqual(slotsOf({ type: "halfhourly", ...day }).length, 48);
  strictEqual(slotsOf({ type: "halfhourly", ...day })[1]?.segment, "2023-12-31T00:30");
  strictEqual(slotsOf({ type: "fivemin", ...day }).length, 288);
  strictEqual(slotsOf({ type: "fivemin", ...day })[1]?.segment, "2023-12-31T00:05");
});

Deno.test("civilBounds() of months runs from the first to the one after the last, and refuses others", () => {
  deepStrictEqual(civilBounds({ type: "monthly", year: 2023 }), {
    from: "2023-01-01",
    to: "2024-01-01",
  });
  deepStrictEqual(civilBounds({ type: "monthly-shifted", year: 2100 }), {
    from: "2100-07-01",
    to: "2101-07-01",
  });
  for (const bad of [{ year: 2101 }, { year: 2023, month: 1 }, { year: 2023, month: 1, day: 2 }]) {
    throws(() => civilBounds({ type: "monthly", ...bad }), new RangeError(BAD_PERIOD));
  }
});

Deno.test("civilBounds() is from the first day to the day after the last", () => {
  deepStrictEqual(civilBounds({ type: "daily", year: 2024, month: 2 }), {
    from: "2024-02-01",
    to: "2024-03-01",
  });
  deepStrictEqual(civilBounds({ type: "fivemin", year: 2024, month: 2, day: 29 }), {
    from: "2024-02-29",
    to: "2024-03-01",
  });
});

testLaws(SLOT_LAWS);

const WEEKS = [{ from: "2026-06-29", to: "2026-07-06" }, { from: "2026-07-06", to: "2026-07-13" }];

Deno.test("groupBySlot() puts a day in the week it begins in, first day included and last excluded", () => {
  const days = ["2026-06-28", "2026-06-29", "2026-07-05", "2026-07-06", "2026-07-13"];
  const weeks = groupBySlot(WEEKS, days.map((from) => ({ from })));
  assert.deepEqual(weeks.map(({ parts }) => parts.map(({ from }) => from)), [
    ["2026-06-29", "2026-07-05"],
    ["2026-07-06"],
  ]);
});

Deno.test("groupBySlot() equals checking every part for every slot", () => {
  const moments = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 30 })
    .map((all) => all.sort((one, other) => one - other));
  fc.assert(
    fc.property(moments, moments, (bounds, starts) => {
      const slots = bounds.slice(1).map((to, index) => ({ from: bounds[index] ?? 0, to }));
      const parts = starts.map((from) => ({ from }));
      const expected = slots.map((slot) => ({
        slot,
        parts: parts.filter(({ from }) => from >= slot.from && from < slot.to),
      }));
      assert.deepEqual(groupBySlot(slots, parts), expected);
    }),
    { seed: 20260101 },
  );
});

Deno.test("zonedSlots() and slotsOf() add up to every day, month, week and year in Paris", () => {
  const { totalCount, ...found } = checkPeriodTotals(2019, 2021, "Europe/Paris");
  // Three years of 16 ranges, and 1339 days from 1 December 2018 to 31 July 2022.
  strictEqual(totalCount, 3 * 16 + 1339);
  deepStrictEqual(found, {
    wrong: [],
    // Four springs, from 2019 to 2022, and three autumns.
    hoursOfDays: { 23: 4, 24: 1332, 25: 3 },
    leapDayCount: 1,
    longWeekYearCount: 1,
  });
});

Deno.test("zonedSlots() and slotsOf() add up in the first and last years, in the southern hemisphere", () => {
  deepStrictEqual(checkPeriodTotals(1970, 1970, "Pacific/Auckland").wrong, []);
  deepStrictEqual(checkPeriodTotals(2100, 2100, "Pacific/Auckland").wrong, []);
});
