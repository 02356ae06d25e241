import { addDays, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { HOUR_S } from "@/lib/domain/periods/durations.ts";
import { completeness } from "@/lib/domain/series/figures.ts";
import type { SeriesReader } from "@/lib/domain/series/reader.ts";
import type { RollupSlot } from "@/lib/domain/series/types.ts";

/** Minimum share of a day read by a sensor for its extremes and mean to represent the day. */
const ENOUGH_OF_A_DAY = 0.75;
/** Fewest readings of a day that represent it when they are spread over it. */
const FEWEST_SPREAD = 4;
/** Most whole hours without a reading between them, and before the first and after the last: six, and some delay. */
const MOST_EMPTY_HOURS = 6;

/** Least time that each of these readings covers of its own, once the hours of the day are no longer stored. */
const COVERED_BY_READING_S = 2.5 * HOUR_S;

/** Whether the readings of a day cover enough of it for its DJU. @spec degree-days.sensor-days */
export function isEnough(day: RollupSlot | undefined): boolean {
  return day !== undefined && completeness(day) >= ENOUGH_OF_A_DAY;
}

/**
 * The days that are not covered enough, but have a reading every six hours, as weather stations observe.
 *
 * @spec degree-days.sensor-days
 * @param days of a series, in order
 */
export async function spreadDays(
  reader: SeriesReader,
  seriesId: string,
  days: readonly RollupSlot[],
): Promise<ReadonlySet<IsoDate>> {
  const sparse = days.filter((day) => day.count >= FEWEST_SPREAD && !isEnough(day));
  const [first, last] = [sparse[0], sparse.at(-1)];
  if (first === undefined || last === undefined) return new Set();
  const hours = await reader.hoursOfDays(seriesId, { from: first.at, to: addDays(last.at, 1) });
  const byDay = new Map(hours.map((ofDay, rank) => [addDays(first.at, rank), ofDay]));
  return new Set(
    sparse.flatMap((day) => isSpreadOver(day, byDay.get(day.at) ?? []) ? [day.at] : []),
  );
}

function isSpreadOver({ count, coveredS }: RollupSlot, hours: readonly RollupSlot[]): boolean {
  const isPurged = hours.every((hour) => hour.count === 0);
  if (isPurged) return coveredS >= count * COVERED_BY_READING_S;
  const longest = hours.map(({ count }) => count > 0 ? " " : ".").join("").split(" ")
    .map(({ length }) => length);
  return Math.max(...longest) <= MOST_EMPTY_HOURS;
}
