import { covers, type OccupancyPeriod } from "@/lib/domain/housing/occupancy.ts";
import { finenessOf } from "@/lib/domain/housing/visibility.ts";
import { addDays } from "@/lib/domain/periods/civil_dates.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { civilBounds, civilDays, slotsOf } from "@/lib/domain/periods/slots.ts";
import { yearBefore } from "@/lib/domain/periods/steps.ts";
import type { RangeData } from "@/lib/domain/series/types.ts";
import { sideBySide, type TwoYears, type Where } from "@/lib/pages/series/series_page.ts";

export interface OccupiedRange {
  readonly range: PeriodRange;
  readonly occupancyPeriod: OccupancyPeriod;
}

/**
 * Reads the days of one occupancy in a range beside the same ones a year before, as far as they are of it too.
 *
 * @spec housing.one-occupancy
 * @param read null for what is finer than may be seen
 * @returns null when the range is
 */
export async function readOccupiedYears(
  state: Where,
  { range, occupancyPeriod }: OccupiedRange,
  read: (range: PeriodRange) => Promise<RangeData | null>,
): Promise<TwoYears | null> {
  const earlierRange = yearBefore(range);
  const before = earlierRange !== null && isShared(occupancyPeriod, earlierRange)
    ? earlierRange
    : null;
  const [data, earlier] = await Promise.all([read(range), before && read(before)]);
  if (data === null) return null;
  const whole = before && earlier && wholeSlots(earlier, { range: before, occupancyPeriod });
  // Where a user came or left in a slot, it is a part of one: nothing is beside it.
  const compared = whole && wholeSlots(whole, { range, occupancyPeriod });
  return sideBySide(state, range, { data, before: compared && before, earlier: compared });
}

function isShared({ from, to }: OccupancyPeriod, range: PeriodRange): boolean {
  const days = civilDays(range);
  return (from === null || from <= days.to) && (to === null || days.from <= to);
}

/** Slots cut by the ends of the occupancy period are emptied: a part of a month is compared with no whole one. */
export function wholeSlots(data: RangeData, { range, occupancyPeriod }: OccupiedRange): RangeData {
  if (finenessOf(range.type) !== "day") return data;
  const bounds = slotsOf(range);
  const slots = data.slots.map((slot, rank) => {
    const { from, to } = bounds[rank] ?? civilBounds(range);
    return covers(occupancyPeriod, { from, to: addDays(to, -1) }) ? slot : { ...slot, value: null };
  });
  return { ...data, slots };
}
