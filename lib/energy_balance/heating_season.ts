/** Tells whether a month or a day is in the heating season. @module */

import { type IsoDate, type IsoMonth, monthOf } from "@/lib/base/civil_dates.ts";
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
 * The heating season of a month.
 *
 * @spec degree-days.seasons
 * @returns null when no season is recorded for that July–June year
 */
export function seasonOfMonth(
  seasons: readonly HeatingSeason[],
  month: IsoMonth,
): HeatingSeason | null {
  const yearStart = seasonYearOf(month);
  return seasons.find((season) => season.yearStart === yearStart) ?? null;
}

/** Whether a month and a season have a day in common. @spec balance.heating-months */
export function isMonthInSeason(season: HeatingSeason, month: IsoMonth): boolean {
  const { dateStart, dateStop } = season;
  if (dateStart !== null && month < monthOf(dateStart)) return false;
  return dateStop === null || month <= monthOf(dateStop);
}

/**
 * Whether a month is outside its recorded heating season.
 *
 * @spec balance.heating-months
 * @returns false when no season is recorded: missing data do not mean "outside"
 */
export function isMonthOutOfSeason(seasons: readonly HeatingSeason[], month: IsoMonth): boolean {
  const season = seasonOfMonth(seasons, month);
  return season !== null && !isMonthInSeason(season, month);
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
