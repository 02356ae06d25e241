import { isHeatingDay } from "@/lib/domain/facilities/heating_season.ts";
import { sumBy } from "@/lib/domain/numbers/sums.ts";
import { addDays, type IsoDate, type IsoMonth, monthOf } from "@/lib/domain/periods/civil_dates.ts";
import { LEAST_RECENT_DAYS, RECENT_DAYS } from "./constants.ts";
import { gapPercent, gapStatus } from "./gap.ts";
import { heatingOnDays } from "./month_report.ts";
import type { MonthInput, RecentGap } from "./types.ts";

/** The months of the last thirty finished days, in order. @spec balance.recent-gap */
export function recentMonths(today: IsoDate): IsoMonth[] {
  const days = Array.from({ length: RECENT_DAYS }, (_, rank) => addDays(today, rank - RECENT_DAYS));
  return [...new Set(days.map(monthOf))];
}

/**
 * The gap of a boiler room over the last thirty finished days: those with DJU above 0, inside the heating season, that
 * every meter covers.
 *
 * @spec balance.recent-gap
 * @param input readings by day of {@link recentMonths}
 * @returns null with fewer than fifteen such days: too few to judge
 */
export function recentGap(input: MonthInput): RecentGap | null {
  const from = addDays(input.now, -RECENT_DAYS);
  const isRecent = (date: IsoDate) => date >= from && isHeatingDay(input.seasons, date);
  const parts = recentMonths(input.now)
    .flatMap((month) => heatingOnDays(input, month, isRecent) ?? []);
  const dayCount = sumBy(parts, (part) => part.dayCount);
  if (dayCount < LEAST_RECENT_DAYS) return null;
  const percent = gapPercent({
    actualKWh: sumBy(parts, ({ actualKWh }) => actualKWh),
    targetKWh: sumBy(parts, ({ targetKWh }) => targetKWh),
  });
  const threshold = parts.at(-1)?.threshold ?? null;
  return { dayCount, percent, threshold, status: gapStatus(percent, threshold) };
}
