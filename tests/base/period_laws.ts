/** Laws of dates, periods, slots and civil days, over any day from 1970 to 2100. @module */
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  addDays,
  addMonths,
  addYears,
  dateOfEpochDay,
  dateParts,
  datesOfMonth,
  dayOfYear,
  daysBetween,
  daysInMonth,
  epochDay,
  isIsoDate,
  type IsoDate,
  isoDate,
  isoWeekOf,
  mondayOf,
  monthOf,
  shiftMonth,
  weekday,
  weeksInIsoYear,
  yearOf,
} from "@/lib/base/civil_dates.ts";
import { HOUR_MS } from "@/lib/base/durations.ts";
import { instantSegment, readInstantSegment } from "@/lib/base/period_instants.ts";
import {
  periodPath,
  rangeSegment,
  readPeriodPath,
  readRangeSegment,
} from "@/lib/base/period_paths.ts";
import { rangeAt } from "@/lib/base/period_selector.ts";
import { periodLines, steppedPeriod } from "@/lib/base/period_steps.ts";
import {
  FIRST_YEAR,
  isPeriodRange,
  LAST_YEAR,
  PERIOD_TYPES,
  type PeriodRange,
  rangeFrom,
  startDate,
} from "@/lib/base/periods.ts";
import { civilBounds, slotsOf } from "@/lib/base/slots.ts";
import { civilDateOf, dayBounds, rangeBounds, zonedSlots } from "@/lib/base/time_zones.ts";
import { law } from "@/tests/helpers/laws_of_values.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const FIRST_DAY = 0;
const LAST_DAY = 47_846;

/** Any day from 1 January 1970 to 31 December 2100, with special days more often. */
const anyDate: fc.Arbitrary<IsoDate> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: FIRST_DAY, max: LAST_DAY }).map(dateOfEpochDay) },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.integer({ min: FIRST_YEAR, max: LAST_YEAR }),
      fc.constantFrom([1, 1], [1, 4], [2, 28], [3, 1], [6, 30], [7, 1], [12, 28], [12, 31]),
    ).map(([year, [month = 1, day = 1]]) => isoDate(year, month, day)),
  },
);

/** Any valid range. */
const anyRange: fc.Arbitrary<PeriodRange> = fc
  .tuple(fc.constantFrom(...PERIOD_TYPES), anyDate)
  .map(([type, date]) => {
    const { year, month, day } = dateParts(date);
    return rangeFrom(type, year, month, day);
  });

/** The time zones of French housing, and two with other rules. */
const anyZone = fc.constantFrom(
  "Europe/Paris",
  "America/Martinique",
  "Indian/Reunion",
  "Pacific/Auckland",
  "America/New_York",
);

/** Hours between the bounds of a civil day. */
export function hoursInDay(date: IsoDate, timeZone?: string): number {
  const { from, to } = dayBounds(date, timeZone);
  return (to - from) / HOUR_MS;
}

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

/** A range, and one of the levels of its navigator. */
const rangeAndLevel = anyRange.chain((range) =>
  fc.tuple(fc.constant(range), fc.constantFrom(...periodLines(range).map((line) => line.level)))
);

export const STEP_LAWS = [
  law(
    "steppedPeriod() undoes steppedPeriod(), unless the day had to be clamped",
    fc.property(rangeAndLevel, ([range, level]) => {
      const next = steppedPeriod(range, level, 1);
      if (next !== null && next.day === range.day) {
        deepStrictEqual(steppedPeriod(next, level, -1), range);
      }
      const previous = steppedPeriod(range, level, -1);
      if (previous !== null && previous.day === range.day) {
        deepStrictEqual(steppedPeriod(previous, level, 1), range);
      }
    }),
  ),
  law(
    "steppedPeriod() starts later, steppedPeriod() earlier, and both exist",
    fc.property(rangeAndLevel, ([range, level]) => {
      const next = steppedPeriod(range, level, 1);
      const previous = steppedPeriod(range, level, -1);
      if (next !== null) ok(isPeriodRange(next) && startDate(next) > startDate(range));
      if (previous !== null) ok(isPeriodRange(previous) && startDate(previous) < startDate(range));
    }),
  ),
  law(
    "steppedPeriod() twice by the year is the same range one year later",
    fc.property(anyRange, (range) => {
      const once = steppedPeriod(range, "year", 1);
      const twice = once === null ? null : steppedPeriod(once, "year", 1);
      if (twice === null) return;
      const isYearLevel = range.month === undefined;
      strictEqual(twice.year, range.year + (isYearLevel ? 1 : 2));
      strictEqual(twice.type, range.type);
    }),
  ),
];

/** Texts similar to segments: their pieces, in any order. */
const nearSegment = fc.array(
  fc.constantFrom(
    "monthly",
    "weekly-shifted",
    "daily",
    "-",
    "/",
    "2023",
    "07",
    "7",
    "W53",
    "T",
    ":",
  ),
).map((pieces) => pieces.join(""));
const anyText = fc.oneof(nearSegment, fc.string());

export const SEGMENT_LAWS = [
  law(
    "readPeriodPath() and readRangeSegment() read what was written",
    fc.property(anyRange, (range) => {
      deepStrictEqual(readPeriodPath(periodPath(range)), range);
      deepStrictEqual(readRangeSegment(rangeSegment(range)), range);
    }),
  ),
  law(
    "readPeriodPath() and readRangeSegment() read a range without its zeros too",
    fc.property(anyRange, (range) => {
      deepStrictEqual(readPeriodPath(periodPath(range).replace(/\/0/g, "/")), range);
      deepStrictEqual(readRangeSegment(rangeSegment(range).replace(/-0/g, "-")), range);
    }),
  ),
  law(
    "readPeriodPath(), readRangeSegment() and readInstantSegment() never throw",
    fc.property(anyText, (text) => {
      for (const range of [readPeriodPath(text), readRangeSegment(text)]) {
        ok(range === null || isPeriodRange(range));
      }
      const instant = readInstantSegment(text);
      if (instant !== null) {
        deepStrictEqual(readInstantSegment(instantSegment(instant)), instant);
      }
    }),
  ),
  law(
    "readInstantSegment() reads the segment of every slot, and writes it back",
    fc.property(anyRange, fc.nat(400), (range, index) => {
      const slots = slotsOf(range);
      const segment = slots[index % slots.length]?.segment ?? "";
      const instant = readInstantSegment(segment);
      ok(instant !== null || segment > "2101", segment);
      if (instant !== null) deepStrictEqual(instantSegment(instant), segment);
    }),
  ),
];

export const SLOT_LAWS = [
  law(
    "slotsOf() tiles its range: each slot starts where the one before ends",
    fc.property(anyRange, (range) => {
      const slots = slotsOf(range);
      const { from, to } = civilBounds(range);
      const clock = range.day === undefined ? "" : "T00:00";
      strictEqual(slots[0]?.from, from + clock);
      strictEqual(slots.at(-1)?.to, to + clock);
      for (const [index, slot] of slots.entries()) {
        ok(slot.from < slot.to);
        if (index > 0) strictEqual(slot.from, slots[index - 1]?.to);
      }
      strictEqual(new Set(slots.map((slot) => slot.segment)).size, slots.length);
    }),
  ),
  law(
    "civilBounds() holds the start date, and ends where the range two steps later starts",
    fc.property(anyRange, (range) => {
      const { from, to } = civilBounds(range);
      ok(from <= startDate(range) && startDate(range) < to);
      if (range.month !== undefined) return;
      const shifted = steppedPeriod(range, "year", 1);
      const later = shifted === null ? null : steppedPeriod(shifted, "year", 1);
      if (later !== null) strictEqual(civilBounds(later).from, to);
      const days = daysBetween(from, to);
      ok(
        range.type.startsWith("weekly")
          ? days === 364 || days === 371
          : days === 365 || days === 366,
      );
    }),
  ),
];

export const RANGE_AT_LAWS = [
  law(
    "rangeAt() finds a range again by its first day",
    fc.property(anyRange, (range) => deepStrictEqual(rangeAt(range.type, startDate(range)), range)),
  ),
  law(
    "rangeAt() holds the date, seasons before 1970 aside",
    fc.property(fc.constantFrom(...PERIOD_TYPES), anyDate, (type, date) => {
      const { from, to } = civilBounds(rangeAt(type, date));
      ok((from <= date && date < to) || date < "1970-07-05");
    }),
  ),
];

export const ZONED_DAY_LAWS = [
  law(
    "dayBounds() of two days in a row touch, and civilDateOf() finds the day again",
    fc.property(anyDate, anyZone, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (
      date,
      zone,
      share,
    ) => {
      const { from, to } = dayBounds(date, zone);
      strictEqual(dayBounds(addDays(date, 1), zone).from, to);
      strictEqual(civilDateOf(from + Math.floor((to - from) * share), zone), date);
      strictEqual(civilDateOf(to, zone), addDays(date, 1));
      strictEqual(civilDateOf(from - 1, zone), addDays(date, -1));
    }),
  ),
  law(
    "dayBounds() are 23, 24 or 25 hours apart, as Temporal says",
    fc.property(anyDate, anyZone, (date, zone) => {
      const hours = hoursInDay(date, zone);
      ok([23, 24, 25].includes(hours), `${hours} h`);
      strictEqual(hours, Temporal.PlainDate.from(date).toZonedDateTime(zone).hoursInDay);
    }),
  ),
  law(
    "zonedSlots() tiles its range in real time",
    fc.property(anyRange, anyZone, (range, zone) => {
      const slots = zonedSlots(range, zone);
      const bounds = rangeBounds(range, zone);
      strictEqual(slots[0]?.from, bounds.from);
      strictEqual(slots.at(-1)?.to, bounds.to);
      for (const [index, slot] of slots.entries()) {
        ok(slot.from < slot.to);
        if (index > 0) strictEqual(slot.from, slots[index - 1]?.to);
      }
    }),
  ),
];
