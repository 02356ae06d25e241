import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { nextPeriod, periodLines, previousPeriod } from "@/lib/base/period_steps.ts";
import { isPeriodRange, startDate } from "@/lib/base/periods.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { anyRange } from "./arbitraries.ts";
import { law } from "./laws.ts";

/** A range, and one of the levels of its navigator. */
const rangeAndLevel = anyRange.chain((range) =>
  fc.tuple(fc.constant(range), fc.constantFrom(...periodLines(range).map((line) => line.level)))
);

export const STEP_LAWS = [
  law(
    "previousPeriod() undoes nextPeriod(), unless the day had to be clamped",
    fc.property(rangeAndLevel, ([range, level]) => {
      const next = nextPeriod(range, level);
      if (next !== null && next.day === range.day) {
        deepStrictEqual(previousPeriod(next, level), range);
      }
      const previous = previousPeriod(range, level);
      if (previous !== null && previous.day === range.day) {
        deepStrictEqual(nextPeriod(previous, level), range);
      }
    }),
  ),
  law(
    "nextPeriod() starts later, previousPeriod() earlier, and both exist",
    fc.property(rangeAndLevel, ([range, level]) => {
      const next = nextPeriod(range, level);
      const previous = previousPeriod(range, level);
      if (next !== null) ok(isPeriodRange(next) && startDate(next) > startDate(range));
      if (previous !== null) ok(isPeriodRange(previous) && startDate(previous) < startDate(range));
    }),
  ),
  law(
    "nextPeriod() twice by the year is the same range one year later",
    fc.property(anyRange, (range) => {
      const once = nextPeriod(range, "year");
      const twice = once === null ? null : nextPeriod(once, "year");
      if (twice === null) return;
      const isYearLevel = range.month === undefined;
      strictEqual(twice.year, range.year + (isYearLevel ? 1 : 2));
      strictEqual(twice.type, range.type);
    }),
  ),
];
