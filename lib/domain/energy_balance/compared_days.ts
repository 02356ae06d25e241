import type { WholeDays } from "@/lib/domain/periods/whole_days.ts";
import { coveredDays, type DayFlags, dayRuns } from "./covered_days.ts";
import { type BalanceReadings, meteredReadings } from "./month_readings.ts";
import type { ComparedDays } from "./types.ts";

/**
 * The days that NC and N'B of a month cover, and the days left out.
 *
 * @spec decision 089
 * @param covered whole days covered by both the meters and the DJU
 */
export function comparedDays(
  readings: BalanceReadings,
  covered: DayFlags,
  whole: WholeDays,
): ComparedDays {
  const isLeftOut = (known: DayFlags) => covered.map((isIn, day) => !isIn && known[day] === false);
  const djuKnown = coveredDays(readings.dju === null ? [] : [readings.dju], whole);
  return {
    count: covered.filter(Boolean).length,
    runs: dayRuns(covered),
    withoutDju: dayRuns(isLeftOut(djuKnown)),
    withoutReading: dayRuns(isLeftOut(coveredDays(meteredReadings(readings), whole))),
  };
}
