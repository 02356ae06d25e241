import {
  outdoorMonth,
  type OutdoorYear,
  typedDju,
} from "@/lib/backend/embedded/degree_days/outdoor.ts";
import type { MonthReading } from "@/lib/domain/energy_balance/types.ts";
import { datesOfMonth, type IsoDate, type IsoMonth } from "@/lib/domain/periods/civil_dates.ts";
import { wholeDays } from "@/lib/domain/periods/whole_days.ts";
import { isSlow } from "@/lib/domain/series/rhythm.ts";

/** The DJU of a month day by day; only of the whole month when they were entered, or sent once a week or a month. */
export function djuReading(outdoor: OutdoorYear, month: IsoMonth, today: IsoDate): MonthReading {
  const { dju } = outdoorMonth(outdoor, month);
  if (typedDju(outdoor, month) !== null) return { ...dju, wholeMonth: true };
  if (outdoor.countsDju && isSlow(outdoor.rhythmOf(month))) {
    const isAwaited = wholeDays(month, today).isRunning && dju.completeness < 1;
    return { ...dju, wholeMonth: true, ...(isAwaited ? { awaited: true } : {}) };
  }
  const days = datesOfMonth(month).filter((date) => date < today)
    .map((date) => outdoor.dailyDju[date] ?? null);
  return { ...dju, days };
}
