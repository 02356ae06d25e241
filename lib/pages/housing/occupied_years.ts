import { covers, type OccupancyPeriod } from "@/lib/domain/housing/occupancy.ts";
import { finenessOf } from "@/lib/domain/housing/visibility.ts";
import { addDays } from "@/lib/domain/periods/civil_dates.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { civilBounds, civilDays, slotsOf } from "@/lib/domain/periods/slots.ts";
import { yearBefore } from "@/lib/domain/periods/steps.ts";
import type { RangeData } from "@/lib/domain/series/types.ts";
import { sideBySide, type TimeContext, type TwoYears } from "@/lib/pages/series/series_page.ts";

export interface OccupiedRange {
  readonly range: PeriodRange;
  readonly occupancyPeriod: OccupancyPeriod;
}

/**
 * Reads the days of one occupancy in a range, with those of a year before that belong to it too.
 *
 * @spec housing.one-occupancy
 * @param read returns null for data finer than the user may see
 * @returns null when the range is finer
 */
export async function readOccupiedYears(
  state: TimeContext,
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
  // A slot in which an occupant arrived or left is partial: it is not compared.
  const compared = whole && wholeSlots(whole, { range, occupancyPeriod });
  return sideBySide(state, range, { data, before: compared && before, earlier: compared });
}

function isShared({ from, to }: OccupancyPeriod, range: PeriodRange): boolean {
  const days = civilDays(range);
  return (from === null || from <= days.to) && (to === null || days.from <= to);
}

/** Empties the slots cut by the ends of the occupancy: a part of a month is not compared with a whole one. */
export function wholeSlots(data: RangeData, { range, occupancyPeriod }: OccupiedRange): RangeData {
  if (finenessOf(range.type) !== "day") return data;
  const bounds = slotsOf(range);
  const slots = data.slots.map((slot, rank) => {
    const { from, to } = bounds[rank] ?? civilBounds(range);
    return covers(occupancyPeriod, { from, to: addDays(to, -1) }) ? slot : { ...slot, value: null };
  });
  return { ...data, slots };
}
