/** Checks that typed days are plausible, and in the years that periods have. @module */

import { addDays, isIsoDate, type IsoDate, LAST_DATE, yearOf } from "./civil_dates.ts";
import { FIRST_YEAR, isYear, LAST_YEAR } from "./periods.ts";
import type { FieldError } from "./validators.ts";

/** First year of a typed day: leases and contracts began before the first period, 1970. */
const FIRST_TYPED_YEAR = 1900;

/** The years of typed days, both included. */
const TYPED_YEARS = { first: FIRST_TYPED_YEAR, last: LAST_YEAR } as const;

/**
 * Whether a typed day is plausible: one of another year, such as 0026 for 2026, is a mistake of typing.
 *
 * @spec forms.typed-dates
 * @param date a civil day
 */
export function isTypedDate(date: IsoDate): boolean {
  const year = yearOf(date);
  return year >= FIRST_TYPED_YEAR && year <= LAST_YEAR || date === LAST_DATE;
}

/**
 * Whether a typed instant is plausible: its day is, in some time zone.
 *
 * @spec forms.typed-dates
 * @param instant ISO 8601 with Z
 */
export function isTypedInstant(instant: string): boolean {
  const date = instant.slice(0, 10);
  return isIsoDate(date) && [-1, 0, 1].some((days) => isTypedDate(addDays(date, days)));
}

/** Whether a typed day is in a year of periods: the lists of years have no other, and none "without end". */
export function isPeriodDate(date: IsoDate): boolean {
  return isYear(yearOf(date));
}

/** The error of another year than those of periods. */
export const PERIOD_YEARS_ERROR = {
  code: "date-years",
  first: FIRST_YEAR,
  last: LAST_YEAR,
} as const satisfies FieldError;

/** The error of a day that must be in a year of periods, as {@link isPeriodDate}; null for another text. */
export function periodDateError(text: string): FieldError | null {
  return isIsoDate(text) && !isPeriodDate(text) ? PERIOD_YEARS_ERROR : null;
}

/** The error of the text of a date field; null when it is a plausible day. */
export function dateError(text: string): FieldError | null {
  if (!isIsoDate(text)) return { code: "date" };
  return isTypedDate(text) ? null : { code: "date-years", ...TYPED_YEARS };
}
