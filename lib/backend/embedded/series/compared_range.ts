import { covers, type OccupancyPeriod } from "@/lib/domain/housing/occupancy.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { civilDays } from "@/lib/domain/periods/slots.ts";
import { isRunning, rangeBounds } from "@/lib/domain/periods/zoned_days.ts";

/** True for a partial year, which is not compared: the current one, or one in which the occupant changed. */
export function isPart(
  nowMs: number,
  { occupancyPeriod, timeZone }: {
    readonly occupancyPeriod: OccupancyPeriod;
    readonly timeZone: string;
  },
  [range, before]: readonly [PeriodRange, PeriodRange],
): boolean {
  const isOfOne = covers(occupancyPeriod, civilDays(range)) &&
    covers(occupancyPeriod, civilDays(before));
  return !isOfOne || isRunning(rangeBounds(range, timeZone), nowMs);
}
