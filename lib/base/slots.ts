/** Splits a range into its slots on the civil calendar: months, weeks, days, hours. @module */

import {
  addDays,
  datesOfMonth,
  firstDayOf,
  type IsoDate,
  isoDate,
  type IsoMonth,
  isoMonth,
  isoWeekOf,
  mondayOf,
  padded,
  shiftMonth,
  twelveMonths,
} from "./civil_dates.ts";
import { DAY_MINUTES } from "./durations.ts";
import { memoOf } from "./memo.ts";
import { instantSegment, type PeriodInstant } from "./period_instants.ts";
import {
  BAD_PERIOD,
  isPeriodRange,
  type PeriodRange,
  type PeriodType,
  SHIFT_MONTHS,
  SHIFT_WEEKS,
} from "./periods.ts";

interface SlotGroup<Slot, Part> {
  readonly slot: Slot;
  readonly parts: readonly Part[];
}

/**
 * Groups time-ordered elements by slot, each from its start (included) to its end (excluded).
 *
 * Both slots and parts are in time order, so one pass over each is enough.
 *
 * @param slots their bounds are civil dates or epoch milliseconds, like the parts' starts
 * @returns one entry per slot, in order; parts outside every slot are in none
 */
export function groupBySlot<
  Bound extends string | number,
  Slot extends { from: Bound; to: Bound },
  Part extends { from: Bound },
>(slots: readonly Slot[], parts: readonly Part[]): SlotGroup<Slot, Part>[] {
  let next = 0;
  const upTo = (bound: Bound) => {
    const first = next;
    for (let part = parts[next]; part && part.from < bound; part = parts[++next]);
    return parts.slice(first, next);
  };
  return slots.map((slot) => {
    upTo(slot.from);
    return { slot, parts: upTo(slot.to) };
  });
}

/**
 * A slot of a range on the civil calendar: its segment in calls, its start and the start of the next slot. Months,
 * weeks and days are civil days; hours and shorter slots are local times, "2023-07-15T08:00", on a day of 24 hours
 * (zoned_days.ts handles days of 23 and 25 hours).
 */
interface Slot {
  readonly segment: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Every slot of a range, in order and contiguous: 12 months, 52 or 53 weeks, the days of a month, 24 hours, 48
 * half-hours or 288 five-minute slots. Computed once: a call requests the slots of one range for each of its dwellings.
 *
 * @spec periods.ranges
 * @throws RangeError "Bad period" when the range does not exist
 */
export const slotsOf: (range: PeriodRange) => readonly Slot[] = memoOf(newSlots);

function newSlots(range: PeriodRange): Slot[] {
  const minutes = SLOT_MINUTES[range.type];
  if (minutes !== undefined) return clockSlots(dateOf(range), minutes);
  switch (range.type) {
    case "monthly":
    case "monthly-shifted":
      return monthsOf(range).map(monthSlot);
    case "daily":
      return datesOf(range).map(daySlot);
    default:
      return mondaysOf(range).map(weekSlot);
  }
}

/**
 * The twelve months of a monthly range: January to December, or July to June when shifted.
 *
 * @spec periods.ranges
 * @throws RangeError "Bad period" for another type of range
 */
export function monthsOf(range: PeriodRange): IsoMonth[] {
  return twelveMonths(firstMonthOf(range));
}

/**
 * The Mondays of a weekly range: those of the ISO week-year, shifted by 26 weeks for a shifted range.
 *
 * @spec periods.steps
 * @returns 52 or 53 civil days
 * @throws RangeError "Bad period" for another type of range
 */
export function mondaysOf(range: PeriodRange): IsoDate[] {
  checkType(range, ["weekly", "weekly-shifted"]);
  const firstWeek = range.type === "weekly" ? 1 : 1 + SHIFT_WEEKS;
  const end = mondayOf(range.year + 1, firstWeek);
  const mondays: IsoDate[] = [];
  for (let monday = mondayOf(range.year, firstWeek); monday < end; monday = addDays(monday, 7)) {
    mondays.push(monday);
  }
  return mondays;
}

/**
 * The civil days of a range: its first day, and the first day after it.
 *
 * @throws RangeError "Bad period" when the range does not exist
 */
export function civilBounds(range: PeriodRange): { from: IsoDate; to: IsoDate } {
  // Without its slots: most pages ask for the bounds of a year.
  if (range.type === "monthly" || range.type === "monthly-shifted") {
    const first = firstMonthOf(range);
    return { from: firstDayOf(first), to: firstDayOf(shiftMonth(first, 12)) };
  }
  const slots = range.day === undefined ? slotsOf(range) : [daySlot(dateOf(range))];
  const [first, last] = [slots[0], slots.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError(BAD_PERIOD);
  return { from: first.from, to: last.to };
}

/** The first and the last civil day of a range. @throws RangeError "Bad period" when the range does not exist */
export function civilDays(range: PeriodRange): { from: IsoDate; to: IsoDate } {
  const { from, to } = civilBounds(range);
  return { from, to: addDays(to, -1) };
}

/** Minutes of the slots of a day. */
export const SLOT_MINUTES: Readonly<Partial<Record<PeriodType, number>>> = {
  hourly: 60,
  halfhourly: 30,
  fivemin: 5,
};

function firstMonthOf(range: PeriodRange): IsoMonth {
  checkType(range, ["monthly", "monthly-shifted"]);
  return isoMonth(range.year, range.type === "monthly" ? 1 : 1 + SHIFT_MONTHS);
}

function datesOf(range: PeriodRange): readonly IsoDate[] {
  checkType(range, ["daily"]);
  return datesOfMonth(isoMonth(range.year, range.month ?? 1));
}

function dateOf(range: PeriodRange): IsoDate {
  checkType(range, ["hourly", "halfhourly", "fivemin"]);
  return isoDate(range.year, range.month ?? 1, range.day ?? 1);
}

function checkType(range: PeriodRange, types: readonly string[]): void {
  if (!isPeriodRange(range) || !types.includes(range.type)) throw new RangeError(BAD_PERIOD);
}

function monthSlot(month: IsoMonth): Slot {
  const segment = instantSegment({ type: "monthly", month });
  return { segment, from: firstDayOf(month), to: firstDayOf(shiftMonth(month, 1)) };
}

function weekSlot(monday: IsoDate): Slot {
  const { year, week } = isoWeekOf(monday);
  const segment = instantSegment({ type: "weekly", weekYear: year, week });
  return { segment, from: monday, to: addDays(monday, 7) };
}

function daySlot(date: IsoDate): Slot {
  return { segment: instantSegment({ type: "daily", date }), from: date, to: addDays(date, 1) };
}

function clockSlots(date: IsoDate, minutes: number): Slot[] {
  const clock = (minute: number) =>
    minute < DAY_MINUTES ? `${date}T${clockText(minute)}` : `${addDays(date, 1)}T00:00`;
  return Array.from({ length: DAY_MINUTES / minutes }, (_, index) => {
    const from = index * minutes;
    return {
      segment: instantSegment(clockInstant(date, from, minutes)),
      from: clock(from),
      to: clock(from + minutes),
    };
  });
}

function clockInstant(date: IsoDate, minuteOfDay: number, minutes: number): PeriodInstant {
  const hour = Math.floor(minuteOfDay / 60);
  if (minutes === 60) return { type: "hourly", date, hour };
  return { type: "fivemin", date, hour, minute: minuteOfDay % 60 };
}

function clockText(minuteOfDay: number): string {
  return `${padded(Math.floor(minuteOfDay / 60))}:${padded(minuteOfDay % 60)}`;
}
