import { sumOf } from "@/lib/domain/numbers/sums.ts";
import { HOUR_S } from "@/lib/domain/periods/durations.ts";
import { missingFromS, STEP_S } from "./missing_hours.ts";
import { FIRST_YEAR, hourAmounts, registerAtStart } from "./simulated_days.ts";
import { isIndex, type SimulatedSeries } from "./simulation.ts";
import type { ZonedCalendar } from "./zoned_calendar.ts";

/** The value that a series reads at an instant, epoch s; null where it has no reading. */
export function valueAt(
  series: SimulatedSeries,
  calendar: ZonedCalendar,
  epochS: number,
): number | null {
  const day = calendar.day(calendar.dayAt(epochS));
  if (day.year < FIRST_YEAR) return null;
  const { simulation } = series;
  if (missingFromS(series, calendar, epochS) !== null) return null;
  const index = Math.floor((epochS - day.fromS) / HOUR_S);
  if (simulation.flagged === "instant") {
    return simulation.valueAt(day.year, day.dayOfYear, day.hours[index] ?? 0);
  }
  const amounts = hourAmounts(simulation, day);
  if (amounts === null) return null;
  if (!isIndex(series)) return (amounts[index] ?? 0) * STEP_S / HOUR_S;
  const before = sumOf(amounts.slice(0, index));
  const share = (epochS - day.fromS) / HOUR_S - index;
  return registerAtStart(simulation, day.year, day.dayOfYear) + before +
    (amounts[index] ?? 0) * share;
}
