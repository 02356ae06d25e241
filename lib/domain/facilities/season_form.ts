import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { readNumber } from "@/lib/domain/forms/number_control.ts";
import { isBackwards, type TypedValues } from "@/lib/domain/forms/typed_fields.ts";
import { isInSeasonYear } from "./heating_season.ts";
import type { HeatingSeason } from "./types.ts";

/**
 * The errors in the fields of a season: its days must lie between 1 July of its year and 30 June of the next, in order.
 *
 * @spec degree-days.seasons
 */
export function seasonErrors(
  { yearStart = "", dateStart = "", dateStop = "" }: Partial<TypedValues<keyof HeatingSeason>>,
): FieldErrors<keyof HeatingSeason> {
  const year = readNumber(yearStart);
  if (year === null) return {};
  return {
    ...isOutside(dateStart, year) && { dateStart: { code: "date" } },
    ...isBackwards(dateStart, dateStop) && { dateStop: { code: "date-order" } },
    ...isOutside(dateStop, year) && { dateStop: { code: "date" } },
  };
}

/** The seasons with one more, which replaces the season of the same year; oldest first. */
export function withSeason(
  seasons: readonly HeatingSeason[],
  season: HeatingSeason,
): HeatingSeason[] {
  return [...withoutSeason(seasons, season.yearStart), season]
    .sort((left, right) => left.yearStart - right.yearStart);
}

export function withoutSeason(
  seasons: readonly HeatingSeason[],
  yearStart: number,
): HeatingSeason[] {
  return seasons.filter((season) => season.yearStart !== yearStart);
}

function isOutside(date: string, year: number): boolean {
  return date !== "" && !isInSeasonYear(year, date);
}
