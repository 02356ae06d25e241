import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { readNumber } from "@/lib/domain/forms/number_control.ts";
import {
  type FieldRule,
  isBackwards,
  typedErrors,
  type TypedValues,
} from "@/lib/domain/forms/typed_fields.ts";
import { FIRST_YEAR, LAST_YEAR } from "@/lib/domain/periods/period.ts";
import type { HeatingSeason } from "./heating_season.ts";

/** A field of the heating seasons' form grid. */
export type SeasonField = keyof HeatingSeason;

/** The rules of a heating season, as typed. @spec B §3 "heating seasons (yearStart, dateStart, dateStop)" */
export const SEASON_RULES: readonly FieldRule<SeasonField>[] = [
  {
    name: "yearStart",
    kind: "number",
    required: true,
    integer: true,
    min: FIRST_YEAR,
    max: LAST_YEAR,
    step: 1,
  },
  { name: "dateStart", kind: "date" },
  { name: "dateStop", kind: "date" },
];

/**
 * The errors of a season: its days lie between 1 July of its year and 30 June of the next, in order.
 *
 * @spec domain §2 A5 "a season straddles New Year"
 */
export function seasonErrors(values: TypedValues<SeasonField>): FieldErrors<SeasonField> {
  const errors = typedErrors(SEASON_RULES, values);
  const year = readNumber(values.yearStart);
  if (year === null) return errors;
  for (const field of ["dateStart", "dateStop"] as const) {
    if (errors[field] === undefined && isOutside(values[field], year)) {
      errors[field] = { code: "date" };
    }
  }
  if (errors.dateStop === undefined && isBackwards(values.dateStart, values.dateStop)) {
    errors.dateStop = { code: "date-order" };
  }
  return errors;
}

/** A season as its form shows it; a date still unknown is empty. */
export function typedSeason(season: HeatingSeason): TypedValues<SeasonField> {
  return {
    yearStart: String(season.yearStart),
    dateStart: season.dateStart ?? "",
    dateStop: season.dateStop ?? "",
  };
}

/**
 * The season that was typed.
 *
 * @param values without error by `seasonErrors()`
 * @returns null when the year is no number
 */
export function readSeason(values: TypedValues<SeasonField>): HeatingSeason | null {
  const yearStart = readNumber(values.yearStart);
  if (yearStart === null) return null;
  const { dateStart, dateStop } = values;
  return { yearStart, dateStart: dateStart || null, dateStop: dateStop || null };
}

/** The seasons with one written: it replaces the season of the same year; oldest first. */
export function withSeason(
  seasons: readonly HeatingSeason[],
  season: HeatingSeason,
): HeatingSeason[] {
  return [...withoutSeason(seasons, season.yearStart), season]
    .sort((left, right) => left.yearStart - right.yearStart);
}

/** The seasons without that of a year. */
export function withoutSeason(
  seasons: readonly HeatingSeason[],
  yearStart: number,
): HeatingSeason[] {
  return seasons.filter((season) => season.yearStart !== yearStart);
}

function isOutside(date: string, year: number): boolean {
  return date !== "" && (date < `${year}-07-01` || date > `${year + 1}-06-30`);
}
