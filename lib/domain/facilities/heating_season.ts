import { addDays, type IsoDate, type IsoMonth, monthOf } from "@/lib/domain/periods/civil_dates.ts";
import type { HeatingSeason } from "./schema.ts";

/** DJU above which a day counts as cold. @spec degree-days.seasons */
const COLD_DAY_DJU = 3;

/** Consecutive cold days that start or end a season. @spec degree-days.seasons */
const COLD_DAYS_IN_A_ROW = 3;

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
 * Whether a boiler room heats on a day of its season, first and last days included. A missing start is 1 October, a
 * missing end 31 May.
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
  const yearStart = seasonYearOf(monthOf(day));
  const season = seasonOfMonth(seasons, monthOf(day));
  const start = season?.dateStart ?? `${yearStart}-10-01`;
  const stop = season?.dateStop ?? `${yearStart + 1}-05-31`;
  return start <= day && day <= stop;
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
 * Whether a day may be in the season of a year: from 1 July to 30 June of the next year.
 *
 * @spec degree-days.seasons
 */
export function isInSeasonYear(yearStart: number, date: IsoDate): boolean {
  return `${yearStart}-07-01` <= date && date <= `${yearStart + 1}-06-30`;
}
