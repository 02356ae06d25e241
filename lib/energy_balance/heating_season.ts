/** Tells whether a month or a day is in the heating season, and calculates a season from its cold days. @module */

import {
  addDays,
  datesOfMonth,
  firstDayOf,
  type IsoDate,
  type IsoMonth,
  isoMonth,
  monthOf,
  shiftMonth,
  twelveMonths,
} from "@/lib/base/civil_dates.ts";
import type { DailyDju } from "@/lib/facilities/degree_days.ts";
import type { HeatingSeason } from "@/lib/facilities/schema.ts";

/**
 * The year in which the season of a month starts: seasons run from July to June.
 *
 * @spec degree-days.seasons
 * @param month "2024-01"
 * @returns 2023 for January to June 2024, 2024 from July 2024 on
 * @example
 * ```ts
 * import { strictEqual } from "node:assert/strict";
 * strictEqual(seasonYearOf("2024-01"), 2023);
 * ```
 */
export function seasonYearOf(month: IsoMonth): number {
  const year = Number(month.slice(0, 4));
  return Number(month.slice(5, 7)) >= 7 ? year : year - 1;
}

/**
 * Whether a month has no day in common with its recorded heating season.
 *
 * @spec balance.heating-months
 * @returns false when no season is recorded: missing data do not mean "outside"
 */
export function isMonthOutOfSeason(seasons: readonly HeatingSeason[], month: IsoMonth): boolean {
  const yearStart = seasonYearOf(month);
  const { dateStart = null, dateStop = null } =
    seasons.find((season) => season.yearStart === yearStart) ?? {};
  return (dateStart !== null && month < monthOf(dateStart)) ||
    (dateStop !== null && month > monthOf(dateStop));
}

/**
 * First and last days of the heating season that starts in a year: a missing start is 1 October, a missing end 31 May.
 *
 * @spec alarms.season
 */
export function seasonDays(
  seasons: readonly HeatingSeason[],
  yearStart: number,
): { readonly first: IsoDate; readonly last: IsoDate } {
  const season = seasons.find((one) => one.yearStart === yearStart);
  return {
    first: season?.dateStart ?? `${yearStart}-10-01`,
    last: season?.dateStop ?? `${yearStart + 1}-05-31`,
  };
}

/**
 * Whether a boiler room heats on a day of its season, first and last days included.
 *
 * @spec alarms.season
 * @example
 * ```ts
 * import { strictEqual } from "node:assert/strict";
 * strictEqual(isHeatingDay([], "2026-05-31"), true);
 * strictEqual(isHeatingDay([], "2026-06-01"), false);
 * ```
 */
export function isHeatingDay(seasons: readonly HeatingSeason[], day: IsoDate): boolean {
  const { first, last } = seasonDays(seasons, seasonYearOf(monthOf(day)));
  return first <= day && day <= last;
}

/** DJU above which a day counts as cold. @spec degree-days.seasons */
const COLD_DAY_DJU = 3;

/** Consecutive cold days that start or end a season. @spec degree-days.seasons */
const COLD_DAYS_IN_A_ROW = 3;

/** Whether unread days follow a day in one direction: as many as make a season, or all up to a limit, excluded. */
function isBesideUnread(
  dailyDju: Readonly<Record<IsoDate, number | null>>,
  date: IsoDate,
  { step, limit }: { readonly step: 1 | -1; readonly limit: IsoDate },
): boolean {
  let day = addDays(date, step);
  let unread = 0;
  while (day !== limit && (dailyDju[day] ?? null) === null && unread < COLD_DAYS_IN_A_ROW) {
    unread++;
    day = addDays(day, step);
  }
  return unread === COLD_DAYS_IN_A_ROW || (unread > 0 && day === limit);
}

/**
 * The season calculated from the weather: from the first of three consecutive cold days after 1 September to the
 * last of the last three before 30 June.
 *
 * Where the readings begin or end is no date of the season: it is unknown beside days that nobody read, as many as could
 * be cold in a row, or all those that the calculation may count.
 *
 * @spec degree-days.seasons
 * @param dailyDju DJU by civil day; null and absent days are not cold
 * @param today civil day; before 30 June, the end of the season is unknown
 * @returns a null start before the first three consecutive cold days, a null end until 30 June
 */
export function calculatedSeason(
  yearStart: number,
  dailyDju: Readonly<Record<IsoDate, number | null>>,
  today: IsoDate,
): HeatingSeason {
  const after = `${yearStart}-09-01`;
  const before = `${yearStart + 1}-06-30`;
  let dateStart: IsoDate | null = null;
  let dateStop: IsoDate | null = null;
  let coldDays = 0;
  const isKnown = (date: IsoDate, step: 1 | -1) =>
    !isBesideUnread(dailyDju, date, { step, limit: step === 1 ? before : after });
  for (let day = addDays(after, 1); day < before; day = addDays(day, 1)) {
    coldDays = (dailyDju[day] ?? 0) > COLD_DAY_DJU ? coldDays + 1 : 0;
    if (coldDays < COLD_DAYS_IN_A_ROW) continue;
    dateStart ??= addDays(day, 1 - COLD_DAYS_IN_A_ROW);
    dateStop = day;
  }
  const [first, last] = [dateStart, today < before ? null : dateStop];
  return {
    yearStart,
    dateStart: first !== null && isKnown(first, -1) ? first : null,
    dateStop: last !== null && isKnown(last, 1) ? last : null,
  };
}

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
