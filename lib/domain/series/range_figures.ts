import { highest, known, lowest, sumBy, weightedMean } from "@/lib/domain/numbers/sums.ts";
import { exactTotal } from "./statistics.ts";
import type { RangeSlot } from "./types.ts";

/** Summary figures of a range, in the unit of its series; null without readings. */
interface RangeFigures {
  readonly min: number | null;
  readonly mean: number | null;
  readonly max: number | null;
  /** null for values that do not add up. */
  readonly sum: number | null;
  /** Share of the slots covered by readings, 0 to 1. */
  readonly completeness: number;
}

/**
 * Summary of the slots of a range: from slot amounts for values that add up, from readings for the others.
 *
 * @spec series.ranges
 * @param isSum whether the values of the series add up
 */
export function rangeFigures(
  slots: readonly (RangeSlot & { readonly count: number })[],
  isSum: boolean,
): RangeFigures {
  const read = slots.filter(({ value }) => value !== null);
  const values = known(read.map(({ value }) => value));
  const weighted = read.map(({ value, count }) => ({ value, weight: isSum ? 1 : count }));
  const covered = sumBy(slots, ({ completeness }) => completeness);
  return {
    min: lowest(isSum ? values : read.map(({ min }) => min ?? null)),
    mean: weightedMean(weighted),
    max: highest(isSum ? values : read.map(({ max }) => max ?? null)),
    sum: isSum && values.length > 0 ? exactTotal(values) : null,
    completeness: slots.length === 0 ? 0 : covered / slots.length,
  };
}
