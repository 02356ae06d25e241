import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { rangeSegment } from "@/lib/base/period_paths.ts";
import {
  movedBy,
  nextPeriod,
  periodLines,
  previousPeriod,
  startsAfter,
  yearBefore,
} from "@/lib/base/period_steps.ts";
import { BAD_PERIOD, type PeriodRange } from "@/lib/base/periods.ts";
import { testLaws } from "@/tests/helpers/laws_of_values.ts";
import { STEP_LAWS } from "./period_laws.ts";

/** The ranges reached by following the link of the next year. */
function yearsFrom(first: PeriodRange, count: number): string[] {
  const ranges: string[] = [];
  for (let range: PeriodRange | null = first; range !== null && ranges.length < count;) {
    ranges.push(rangeSegment(range));
    range = nextPeriod(range, "year");
  }
  return ranges;
}

// @spec periods.steps
Deno.test("nextPeriod() by the year alternates months with shifted months", () => {
  deepStrictEqual(yearsFrom({ type: "monthly", year: 2023 }, 4), [
    "monthly-2023",
    "monthly-shifted-2023",
    "monthly-2024",
    "monthly-shifted-2024",
  ]);
});

Deno.test("nextPeriod() by the year leaves the years of 53 weeks", () => {
  // 26 weeks after July 2020 is still in ISO 2020: a step on the date would stay there.
  deepStrictEqual(yearsFrom({ type: "weekly-shifted", year: 2020 }, 3), [
    "weekly-shifted-2020",
    "weekly-2021",
    "weekly-shifted-2021",
  ]);
  deepStrictEqual(yearsFrom({ type: "weekly-shifted", year: 2015 }, 2).at(-1), "weekly-2016");
});

Deno.test("nextPeriod() and previousPeriod() clamp a day that does not exist", () => {
  const leapDay: PeriodRange = { type: "hourly", year: 2024, month: 2, day: 29 };
  deepStrictEqual(previousPeriod(leapDay, "year"), { ...leapDay, year: 2023, day: 28 });
  const lastOfMarch: PeriodRange = { type: "fivemin", year: 2023, month: 3, day: 31 };
  deepStrictEqual(previousPeriod(lastOfMarch, "month"), { ...lastOfMarch, month: 2, day: 28 });
});

Deno.test("nextPeriod() crosses the year by the month and by the day", () => {
  deepStrictEqual(nextPeriod({ type: "daily", year: 2023, month: 12 }, "month"), {
    type: "daily",
    year: 2024,
    month: 1,
  });
  deepStrictEqual(nextPeriod({ type: "hourly", year: 2023, month: 12, day: 31 }, "day"), {
    type: "hourly",
    year: 2024,
    month: 1,
    day: 1,
  });
});

Deno.test("nextPeriod() and previousPeriod() end at the first and last years", () => {
  strictEqual(previousPeriod({ type: "monthly", year: 1970 }, "year"), null);
  strictEqual(nextPeriod({ type: "weekly-shifted", year: 2100 }, "year"), null);
  strictEqual(nextPeriod({ type: "hourly", year: 2100, month: 12, day: 31 }, "day"), null);
});

Deno.test("nextPeriod() throws 'Bad period' for a level its range does not have", () => {
  throws(() => nextPeriod({ type: "monthly", year: 2023 }, "month"), new RangeError(BAD_PERIOD));
  throws(() => nextPeriod({ type: "monthly", year: 99_999 }, "year"), new RangeError(BAD_PERIOD));
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

Deno.test("movedBy() moves a day by years, months or days", () => {
  strictEqual(movedBy("2024-02-29", "year", 1), "2025-02-28");
  strictEqual(movedBy("2024-02-29", "month", -2), "2023-12-29");
  strictEqual(movedBy("2024-02-29", "day", 1), "2024-03-01");
});

testLaws(STEP_LAWS);

Deno.test("yearBefore() is the same range a year before, also for a season", () => {
  deepStrictEqual(yearBefore({ type: "monthly-shifted", year: 2024 }), {
    type: "monthly-shifted",
    year: 2023,
  });
  deepStrictEqual(yearBefore({ type: "weekly", year: 2021 }), { type: "weekly", year: 2020 });
  deepStrictEqual(yearBefore({ type: "daily", year: 2024, month: 2 }), {
    type: "daily",
    year: 2023,
    month: 2,
  });
  deepStrictEqual(yearBefore({ type: "hourly", year: 2024, month: 2, day: 29 }), {
    type: "hourly",
    year: 2023,
    month: 2,
    day: 28,
  });
  strictEqual(yearBefore({ type: "monthly", year: 1970 }), null);
});
