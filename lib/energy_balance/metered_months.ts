/** Reads the months of metered series, with their days where a month is partly read. @module */

import {
  datesOfMonth,
  firstDayOf,
  type IsoDate,
  type IsoMonth,
  monthOf,
  shiftMonth,
  yearOf,
} from "@/lib/base/civil_dates.ts";
import { knownTotal, sumBy } from "@/lib/base/sums.ts";
import { wholeDays } from "@/lib/base/whole_days.ts";
import { pacedMonths, type PacedSeries, readRhythms } from "@/lib/series/rhythms.ts";
import { completeness, doubtfulOf, type RollupSlot } from "@/lib/timeseries/rollups.ts";
import { isSlow, type RhythmOf } from "@/lib/timeseries/rhythm.ts";
import type { SeriesReader } from "@/lib/timeseries/series_reader.ts";
import type { MonthReading, MonthReadings } from "./month_reading.ts";

/** Whether readings account for every second of a day or a month. */
function isReadWhole(
  { sum, coveredS, lengthS }: Pick<RollupSlot, "sum" | "coveredS" | "lengthS">,
): boolean {
  return sum !== null && coveredS >= lengthS;
}

/**
 * The reading of some whole days of a month, with the value of each day that is completely read.
 *
 * @param slots finished days, from the first of the month
 */
function readingOfDays(slots: readonly RollupSlot[]): MonthReading {
  const coveredS = sumBy(slots, (slot) => slot.coveredS);
  const lengthS = sumBy(slots, (slot) => slot.lengthS);
  const [first, last] = [slots[0], slots.at(-1)];
  return {
    value: knownTotal(slots.map(({ sum }) => sum)),
    completeness: completeness({ coveredS, lengthS }),
    estimated: (first?.estimated ?? false) || (last?.estimated ?? false),
    ...doubtfulOf(slots),
    days: slots.map((slot) => isReadWhole(slot) ? slot.sum : null),
  };
}

type ReadingsById = Readonly<Record<string, MonthReadings>>;

/**
 * The months for which a meter or a DJU source lacks some daily values.
 *
 * @param readings readings of every meter and every source, with their daily values
 */
export function monthsToSplit(readings: ReadingsById): ReadonlySet<IsoMonth> {
  return new Set(
    Object.values(readings).flatMap((months) =>
      Object.entries(months).flatMap(([month, { value, days, wholeMonth }]) =>
        value !== null && !wholeMonth && days?.includes(null) ? [month] : []
      )
    ),
  );
}

export function withDaysOf(readings: ReadingsById, split: ReadonlySet<IsoMonth>): ReadingsById {
  const withoutGaps = (months: MonthReadings) =>
    Object.fromEntries(
      Object.entries(months).map(([month, { days, ...reading }]) =>
        [month, split.has(month) && days !== undefined ? { ...reading, days } : reading] as const
      ),
    );
  return Object.fromEntries(
    Object.entries(readings).map(([id, months]) => [id, withoutGaps(months)]),
  );
}

interface MonthsQuery {
  readonly reader: SeriesReader;
  readonly series: readonly PacedSeries[];
  /** In order; future months have no reading. */
  readonly months: readonly IsoMonth[];
  /** Civil day of the residence, whose consumption is not counted yet. */
  readonly today: IsoDate;
  /** Months in which another reading, such as DJU, lacks some days. */
  readonly splits: ReadonlySet<IsoMonth>;
}

/**
 * Consumption of meters over past days: day by day in the current month, and in months in which a meter
 * lacks some days.
 */
export async function readMeteredMonths(query: MonthsQuery): Promise<ReadingsById> {
  const { series, months, today, splits } = query;
  const begun = months.filter((month) => month <= today);
  const meters = await metersOf(query, begun);
  const split = begun.filter((month) =>
    wholeDays(month, today).count > 0 &&
    (month === monthOf(today) || splits.has(month) || meters.some((one) => lacksDays(one, month)))
  );
  const days = await Promise.all(meters.map((meter) => daysOf(query, meter, split)));
  return Object.fromEntries(series.map(({ id }, at) => {
    const meter = meters[at];
    const ofDate = days[at] ?? new Map<IsoDate, RollupSlot>();
    const readings = begun.flatMap((month) => {
      const slot = meter?.slots.get(month);
      if (meter === undefined || slot === undefined) return [];
      const dates = split.includes(month) ? datesOfMonth(month).filter((date) => date < today) : [];
      const ofMonth = dates.flatMap((date) => ofDate.get(date) ?? []);
      return [[month, readingOf(meter, slot, { today, days: ofMonth })] as const];
    });
    return [id, Object.fromEntries(readings)];
  }));
}

interface Meter {
  readonly id: string;
  /** True for amounts sent directly; false for registers, whose consumption is spread over each day. */
  readonly isGiven: boolean;
  readonly slots: ReadonlyMap<IsoMonth, RollupSlot>;
  readonly rhythmOf: RhythmOf;
}

async function metersOf({ reader, series, today }: MonthsQuery, begun: readonly IsoMonth[]) {
  const years = [...new Set(begun.map(yearOf))];
  if (years.length === 0) return [];
  return await Promise.all(series.map(async (one) => {
    const [slots, rhythmOf] = await Promise.all([
      pacedMonths(reader, { series: one, today }, years),
      readRhythms(reader, { series: one, today }, years),
    ]);
    const isGiven = one.unit.kind === "consumption";
    return { id: one.id, isGiven, slots: new Map(slots.map((slot) => [slot.at, slot])), rhythmOf };
  }));
}

function lacksDays(meter: Meter, month: IsoMonth): boolean {
  const slot = meter.slots.get(month);
  return slot !== undefined && slot.sum !== null && !isReadWhole(slot) &&
    !isOfWholeMonth(meter, slot);
}

/** True for amounts sent once a week or a month, which cannot be split into days. */
function isOfWholeMonth({ isGiven, rhythmOf }: Meter, { at }: RollupSlot): boolean {
  return isGiven && isSlow(rhythmOf(at));
}

async function daysOf(
  { reader, today }: MonthsQuery,
  { id, slots }: Meter,
  split: readonly IsoMonth[],
): Promise<ReadonlyMap<IsoDate, RollupSlot>> {
  const [first, last] = [split[0], split.at(-1)];
  const isRead = split.some((month) =>
    month === monthOf(today) || (slots.get(month)?.sum ?? null) !== null
  );
  if (first === undefined || last === undefined || !isRead) return new Map();
  const end = firstDayOf(shiftMonth(last, 1));
  const range = { from: firstDayOf(first), to: end < today ? end : today };
  return new Map((await reader.days(id, range)).map((slot) => [slot.at, slot]));
}

function readingOf(
  meter: Meter,
  slot: RollupSlot,
  { today, days }: { today: IsoDate; days: readonly RollupSlot[] },
): MonthReading {
  const { isRunning } = wholeDays(slot.at, today);
  const byDay = readingOfDays(days);
  const elapsedS = sumBy(days, ({ lengthS }) => lengthS);
  const ofMonth = {
    value: slot.sum,
    completeness: completeness(slot, isRunning ? elapsedS : slot.lengthS),
    estimated: slot.estimated,
    ...slot.doubtful && { doubtful: slot.doubtful },
  };
  if (isOfWholeMonth(meter, slot)) return awaitedOr({ ...ofMonth, wholeMonth: true }, isRunning);
  if (isRunning) return isSlow(meter.rhythmOf(slot.at)) ? awaitedOr(byDay, true) : byDay;
  return days.length === 0 ? ofMonth : { ...ofMonth, days: byDay.days };
}

/** A reading that covers more than a day is not missing before its month is over. */
function awaitedOr(reading: MonthReading, isRunning: boolean): MonthReading {
  return isRunning && reading.completeness < 1 ? { ...reading, awaited: true } : reading;
}
