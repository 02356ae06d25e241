import { sumBy } from "@/lib/domain/numbers/sums.ts";
import type { IsoMonth } from "@/lib/domain/periods/civil_dates.ts";
import { doubtfulOf } from "@/lib/domain/series/doubtful.ts";
import { completeness } from "@/lib/domain/series/figures.ts";
import { knownTotal } from "@/lib/domain/series/statistics.ts";
import type { RollupSlot } from "@/lib/domain/series/types.ts";
import type { MonthReading, MonthReadings } from "./month_reading.ts";

/** Whether readings account for every second of a day or a month. */
export function isReadWhole(
  { sum, coveredS, lengthS }: Pick<RollupSlot, "sum" | "coveredS" | "lengthS">,
): boolean {
  return sum !== null && coveredS >= lengthS;
}

/**
 * The reading of some whole days of a month, with the value of each day that is completely read.
 *
 * @param slots finished days, from the first of the month
 */
export function readingOfDays(slots: readonly RollupSlot[]): MonthReading {
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
  const kept = (months: MonthReadings) =>
    Object.fromEntries(
      Object.entries(months).map(([month, { days, ...reading }]) =>
        [month, split.has(month) && days !== undefined ? { ...reading, days } : reading] as const
      ),
    );
  return Object.fromEntries(Object.entries(readings).map(([id, months]) => [id, kept(months)]));
}
