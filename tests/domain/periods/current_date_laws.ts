import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { dateParts } from "@/lib/domain/periods/civil_dates.ts";
import {
  type CurrentDate,
  currentDateOf,
  type DateMode,
  instantMode,
  modeKind,
  movedDate,
  rangeAt,
  rangeMode,
  readCurrentDate,
  writeCurrentDate,
} from "@/lib/domain/periods/current_date.ts";
import { levelOf, PERIOD_TYPES } from "@/lib/domain/periods/period.ts";
import { civilBounds } from "@/lib/domain/periods/slots.ts";
import { law } from "@/tests/domain/numbers/laws.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { anyDate, anyRange } from "./arbitraries.ts";

const anyMode: fc.Arbitrary<DateMode> = fc.constantFrom("year", "month", "day", ...PERIOD_TYPES);
const anyCurrent: fc.Arbitrary<CurrentDate> = fc.tuple(anyDate, anyMode)
  .map(([date, mode]) => ({ date, mode }));

export const CURRENT_DATE_LAWS = [
  law(
    "readCurrentDate() reads what writeCurrentDate() wrote",
    fc.property(anyCurrent, anyCurrent, (current, fallback) => {
      const query = new URLSearchParams(writeCurrentDate(current));
      deepStrictEqual(readCurrentDate(query, fallback), current);
    }),
  ),
  law(
    "rangeAt() finds again the range a current date comes from",
    fc.property(anyRange, (range) => deepStrictEqual(rangeAt(currentDateOf(range)), range)),
  ),
  law(
    "rangeAt() holds the current date, seasons before 1970 aside",
    fc.property(anyCurrent, (current) => {
      const { from, to } = civilBounds(rangeAt(current));
      ok((from <= current.date && current.date < to) || current.date < "1970-07-05");
    }),
  ),
  law(
    "instantMode() of a mode's range mode is the mode itself",
    fc.property(anyMode, (mode) => {
      strictEqual(modeKind(instantMode(mode)), "instant");
      strictEqual(modeKind(rangeMode(mode)), "range");
      strictEqual(instantMode(rangeMode(instantMode(mode))), instantMode(mode));
    }),
  ),
  law(
    "movedDate() back undoes movedDate(), unless the day had to be clamped",
    fc.property(anyCurrent, (current) => {
      const level = modeKind(current.mode) === "instant"
        ? instantMode(current.mode)
        : levelOf(rangeMode(current.mode));
      const start = modeKind(current.mode) === "instant"
        ? current
        : currentDateOf(rangeAt(current));
      const moved = movedDate(start, level, 1);
      const isClamped = moved !== null && modeKind(current.mode) === "instant" &&
        level !== "day" && dateParts(moved.date).day !== dateParts(start.date).day;
      if (moved !== null && !isClamped) deepStrictEqual(movedDate(moved, level, -1), start);
    }),
  ),
];
