import { sumBy } from "@/lib/domain/numbers/sums.ts";
import { slotOf } from "./merge.ts";
import type { Point } from "./types.ts";

/** Consumption of a meter between two readings. */
export interface Interval {
  readonly fromS: number;
  readonly toS: number;
  /** Millionths of the series' unit, an integer: sums of them never drift. */
  readonly millionths: number;
  /** A reading between the two is not counted. */
  readonly hasError: boolean;
}

/** What an interval counts. */
type Counted = Omit<Interval, "hasError">;

/** Longest gap between two readings whose difference is spread; a longer gap says nothing about the years it spans. */
export const LONGEST_SPREAD_S = 3 * 366 * 86_400;

/** Whether a reading is the last of its slot. */
export function isLatestOfSlot(points: readonly Point[], at: number): boolean {
  const [point, next] = [points[at], points[at + 1]];
  return point === undefined || next === undefined || slotOf(next.epochS) !== slotOf(point.epochS);
}

/**
 * Part of an interval's count that falls between two seconds, proportional to time.
 *
 * The parts of adjoining spans add up exactly to the whole.
 *
 * @returns millionths of the series' unit
 */
export function countedBetween(interval: Counted, fromS: number, toS: number): number {
  return countedUntil(interval, toS) - countedUntil(interval, fromS);
}

/**
 * Consumption of whole intervals between two readings.
 *
 * @returns in the unit of the series; null when nothing is counted between them
 */
export function countedAlong(
  intervals: readonly Interval[],
  { fromS, toS }: Pick<Interval, "fromS" | "toS">,
): number | null {
  const within = intervals.filter((one) => one.fromS >= fromS && one.toS <= toS);
  return within.length === 0 ? null : sumBy(within, ({ millionths }) => millionths) / 1e6;
}

function countedUntil({ fromS, toS, millionths }: Counted, atS: number): number {
  if (atS <= fromS) return 0;
  if (atS >= toS) return millionths;
  return Math.round(millionths * ((atS - fromS) / (toS - fromS)));
}
