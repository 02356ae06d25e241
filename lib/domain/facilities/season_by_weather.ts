import type { DailyDju } from "@/lib/domain/degree_days/degree_days.ts";
import {
  datesOfMonth,
  firstDayOf,
  type IsoDate,
  type IsoMonth,
  isoMonth,
  monthOf,
  shiftMonth,
} from "@/lib/domain/periods/civil_dates.ts";
import { twelveMonths } from "@/lib/domain/periods/months.ts";
import { calculatedSeason, seasonYearOf } from "./heating_season.ts";
import type { HeatingSeason } from "./types.ts";

/**
 * The season used for calculations, according to the weather. Months without any read day are never left outside it. A
 * season that has not begun starts after the current month.
 *
 * @spec degree-days.seasons
 * @param dailyDju DJU by civil day; null and absent days were not read
 * @param today civil day
 * @returns null when no day of that year was read
 */
export function seasonByWeather(
  yearStart: number,
  dailyDju: DailyDju,
  today: IsoDate,
): HeatingSeason | null {
  const isUnread = (month: IsoMonth) =>
    datesOfMonth(month).every((day) => (dailyDju[day] ?? null) === null);
  const months = autumnToSpring(yearStart);
  if (months.every(isUnread)) return null;
  const { dateStart, dateStop } = calculatedSeason(yearStart, dailyDju, today);
  if (dateStart === null && isToCome(yearStart, dailyDju, today)) {
    return { yearStart, dateStart: firstDayOf(shiftMonth(monthOf(today), 1)), dateStop };
  }
  const isHidden = (from: IsoMonth, to: IsoMonth) =>
    months.some((month) => from <= month && month <= to && isUnread(month));
  const [first = "", last = ""] = [months[1], months.at(-2)];
  return {
    yearStart,
    dateStart: dateStart === null || isHidden(first, monthOf(dateStart)) ? null : dateStart,
    dateStop: dateStop === null || isHidden(monthOf(dateStop), last) ? null : dateStop,
  };
}

/** Whether the season of today's year cannot have begun, even if the unread days were cold. */
function isToCome(yearStart: number, dailyDju: DailyDju, today: IsoDate): boolean {
  if (seasonYearOf(monthOf(today)) !== yearStart) return false;
  const days = autumnToSpring(yearStart).flatMap(datesOfMonth).filter((day) => day < today);
  const coldest = Object.fromEntries(days.map((day) => [day, dailyDju[day] ?? Infinity]));
  return calculatedSeason(yearStart, coldest, today).dateStart === null;
}

/** September to June. */
function autumnToSpring(yearStart: number): IsoMonth[] {
  return twelveMonths(isoMonth(yearStart, 9)).slice(0, 10);
}
