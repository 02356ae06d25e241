import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  addDays,
  addMonths,
  addYears,
  dateOfEpochDay,
  datesOfMonth,
  dayOfYear,
  daysBetween,
  daysInMonth,
  epochDay,
  isIsoDate,
  isoWeekOf,
  mondayOf,
  monthOf,
  shiftMonth,
  weekday,
  weeksInIsoYear,
  yearOf,
} from "@/lib/base/civil_dates.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { anyDate } from "./arbitraries.ts";
import { law } from "./laws.ts";

const dayCount = fc.integer({ min: -40_000, max: 40_000 });
const monthCount = fc.integer({ min: -1500, max: 1500 });

function plain(date: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(date);
}

export const CIVIL_DATE_LAWS = [
  law(
    "addDays(), addMonths() and addYears() agree with Temporal",
    fc.property(anyDate, dayCount, monthCount, (date, days, months) => {
      const years = Math.trunc(months / 12);
      strictEqual(addDays(date, days), plain(date).add({ days }).toString());
      strictEqual(addMonths(date, months), plain(date).add({ months }).toString());
      strictEqual(addYears(date, years), plain(date).add({ years }).toString());
    }),
  ),
  law(
    "weekday(), dayOfYear(), isoWeekOf() and daysInMonth() agree with Temporal",
    fc.property(anyDate, (date) => {
      const day = plain(date);
      strictEqual(weekday(date), day.dayOfWeek);
      strictEqual(dayOfYear(date), day.dayOfYear);
      deepStrictEqual(isoWeekOf(date), { year: day.yearOfWeek, week: day.weekOfYear });
      strictEqual(daysInMonth(day.year, day.month), day.daysInMonth);
    }),
  ),
  law(
    "epochDay() and dateOfEpochDay() undo each other",
    fc.property(anyDate, dayCount, (date, days) => {
      strictEqual(dateOfEpochDay(epochDay(date)), date);
      strictEqual(epochDay(dateOfEpochDay(days)), days);
      strictEqual(daysBetween(date, addDays(date, days)), days);
    }),
  ),
  law(
    "shiftMonth() and datesOfMonth() agree with Temporal",
    fc.property(anyDate, monthCount, (date, months) => {
      const month = Temporal.PlainYearMonth.from(monthOf(date));
      strictEqual(shiftMonth(monthOf(date), months), month.add({ months }).toString());
      const dates = datesOfMonth(monthOf(date));
      strictEqual(dates.length, month.daysInMonth);
      ok(dates.includes(date) && dates.every(isIsoDate));
    }),
  ),
  law(
    "mondayOf() starts the week a day is in, and the year has that week",
    fc.property(anyDate, (date) => {
      const { year, week } = isoWeekOf(date);
      const days = daysBetween(mondayOf(year, week), date);
      ok(days >= 0 && days < 7);
      ok(week >= 1 && week <= weeksInIsoYear(year));
      ok(Math.abs(year - yearOf(date)) <= 1);
    }),
  ),
  law(
    "isIsoDate() takes exactly the texts that Temporal writes back",
    fc.property(
      fc.oneof(
        fc.string(),
        fc.tuple(fc.nat(9999), fc.nat(13), fc.nat(32)).map((parts) =>
          parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, "0")).join("-")
        ),
      ),
      (text) => strictEqual(isIsoDate(text), isTemporalDate(text)),
    ),
  ),
];

function isTemporalDate(text: string): boolean {
  try {
    return plain(text).toString() === text && !text.startsWith("0000");
  } catch {
    return false;
  }
}
