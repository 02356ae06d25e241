import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";

/**
 * Whether a day may be in the season of a year: from 1 July to 30 June of the next year.
 *
 * @spec degree-days.seasons
 */
export function isInSeasonYear(yearStart: number, date: IsoDate): boolean {
  return `${yearStart}-07-01` <= date && date <= `${yearStart + 1}-06-30`;
}
