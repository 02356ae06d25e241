import {
  addDays,
  dateParts,
  type IsoDate,
  isoDate,
  weeksInIsoYear,
} from "@/lib/base/civil_dates.ts";
import { type PeriodRange, rangeFrom } from "@/lib/base/periods.ts";
import { slotsOf } from "@/lib/base/slots.ts";
import { civilDateOf, zonedSlots } from "@/lib/base/time_zones.ts";

/** Results of a run over years in a time zone; `wrong` names each total that differs. */
interface TotalsFound {
  totalCount: number;
  wrong: string[];
  hoursOfDays: Record<number, number>;
  leapDayCount: number;
  longWeekYearCount: number;
}

/**
 * Gives every hour an amount, then adds the amounts up twice: by the slots of each range (hours
 * into days, days into months and weeks, those into years, also shifted ones), and directly from
 * the first instant to the last, computed with Temporal.
 * @param timeZone one whose clock moves by whole hours
 */
export function checkPeriodTotals(first: number, last: number, timeZone: string): TotalsFound {
  const amounts = new HourlyAmounts(first - 1, last + 2);
  const found: TotalsFound = {
    totalCount: 0,
    wrong: [],
    hoursOfDays: {},
    leapDayCount: 0,
    longWeekYearCount: 0,
  };
  const days = dayTotals(first, last, timeZone, amounts, found);
  for (let year = first; year <= last; year++) {
    if (days.has(`${year}-02-29`)) found.leapDayCount++;
    if (weeksInIsoYear(year) === 53) found.longWeekYearCount++;
    for (const range of rangesOfYear(year)) compare(range);
  }
  return found;

  function compare(range: PeriodRange): void {
    const slots = slotsOf(range);
    const bySlots = sum(slots.map((slot) => sum(datesBetween(slot.from, slot.to).map(dayTotal))));
    const [from, to] = boundsByTemporal(range, timeZone);
    found.totalCount++;
    if (bySlots !== amounts.between(from, to)) found.wrong.push(JSON.stringify(range));
  }

  function dayTotal(date: IsoDate): number {
    return days.get(date) ?? NaN;
  }
}

/** Total of each day from its hours, each checked to be on that civil day. */
function dayTotals(
  first: number,
  last: number,
  timeZone: string,
  amounts: HourlyAmounts,
  found: TotalsFound,
): Map<IsoDate, number> {
  const totals = new Map<IsoDate, number>();
  for (const date of datesBetween(isoDate(first - 1, 12, 1), isoDate(last + 1, 8, 1))) {
    const { year, month, day } = dateParts(date);
    // The days just outside 1970–2100 belong to weeks and seasons inside.
    const hours = year < 1970 || year > 2100
      ? hoursByTemporal(date, timeZone)
      : zonedSlots(rangeFrom("hourly", year, month, day), timeZone);
    const total = sum(hours.map((hour) => amounts.between(hour.from, hour.to)));
    totals.set(date, total);
    found.hoursOfDays[hours.length] = (found.hoursOfDays[hours.length] ?? 0) + 1;
    found.totalCount++;
    const isRight = total === amounts.between(...dayByTemporal(date, timeZone)) &&
      hours.every((hour) => civilDateOf(hour.from, timeZone) === date);
    if (!isRight) found.wrong.push(date);
  }
  return totals;
}

function rangesOfYear(year: number): PeriodRange[] {
  const types = ["monthly", "monthly-shifted", "weekly", "weekly-shifted"] as const;
  const months = Array.from({ length: 12 }, (_, index) => rangeFrom("daily", year, index + 1));
  return [...types.map((type) => rangeFrom(type, year)), ...months];
}

/** The bounds of a range, with only the calendar rules of Temporal. */
function boundsByTemporal(range: PeriodRange, timeZone: string): [number, number] {
  const [from, to] = civilBoundsByTemporal(range);
  return [epochOf(from, timeZone), epochOf(to, timeZone)];
}

function civilBoundsByTemporal(range: PeriodRange): [Temporal.PlainDate, Temporal.PlainDate] {
  const { type, year, month = 1 } = range;
  const first = Temporal.PlainDate.from({ year, month, day: 1 });
  if (type === "daily") return [first, first.add({ months: 1 })];
  if (type === "monthly") return [first, first.add({ years: 1 })];
  if (type === "monthly-shifted") return [first.add({ months: 6 }), first.add({ months: 18 })];
  const shift = { weeks: type === "weekly-shifted" ? 26 : 0 };
  return [firstMonday(year).add(shift), firstMonday(year + 1).add(shift)];
}

/** The Monday of the week whose Thursday is the first of the year. */
function firstMonday(year: number): Temporal.PlainDate {
  let thursday = Temporal.PlainDate.from({ year, month: 1, day: 1 });
  while (thursday.dayOfWeek !== 4) thursday = thursday.add({ days: 1 });
  return thursday.subtract({ days: 3 });
}

function dayByTemporal(date: IsoDate, timeZone: string): [number, number] {
  const day = Temporal.PlainDate.from(date);
  return [epochOf(day, timeZone), epochOf(day.add({ days: 1 }), timeZone)];
}

function hoursByTemporal(date: IsoDate, timeZone: string): { from: number; to: number }[] {
  const [from, to] = dayByTemporal(date, timeZone);
  const count = (to - from) / HOUR_MS;
  return Array.from({ length: count }, (_, index) => ({
    from: from + index * HOUR_MS,
    to: from + (index + 1) * HOUR_MS,
  }));
}

function epochOf(date: Temporal.PlainDate, timeZone: string): number {
  return date.toZonedDateTime(timeZone).epochMilliseconds;
}

function datesBetween(from: IsoDate, to: IsoDate): IsoDate[] {
  const dates: IsoDate[] = [];
  for (let date = from; date < to; date = addDays(date, 1)) dates.push(date);
  return dates;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

const HOUR_MS = 3_600_000;

/** An amount for each hour of some years, and their running sums. */
class HourlyAmounts {
  readonly #start: number;
  readonly #sums: Float64Array;

  constructor(firstYear: number, lastYear: number) {
    this.#start = Date.UTC(firstYear, 0, 1);
    const count = (Date.UTC(lastYear, 0, 1) - this.#start) / HOUR_MS;
    this.#sums = new Float64Array(count + 1);
    for (let hour = 0; hour < count; hour++) {
      // Pseudo-random whole amounts, so that one wrong hour cannot compensate another.
      const amount = Math.imul(hour + 1, 2_654_435_761) >>> 22;
      this.#sums[hour + 1] = (this.#sums[hour] ?? NaN) + amount;
    }
  }

  between(from: number, to: number): number {
    return this.#until(to) - this.#until(from);
  }

  #until(epochMs: number): number {
    return this.#sums[(epochMs - this.#start) / HOUR_MS] ?? NaN;
  }
}
