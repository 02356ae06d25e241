import { dateParts, monthParts } from "./civil_dates.ts";
import type { PeriodInstant } from "./instants.ts";
import type { PeriodRange } from "./period.ts";

/**
 * The range of the same type that contains an instant as a slot: the year of a month or a week, the month of a day,
 * the day of an hour.
 */
export function rangeAround(instant: PeriodInstant): PeriodRange {
  switch (instant.type) {
    case "monthly":
      return { type: "monthly", year: monthParts(instant.month).year };
    case "weekly":
      return { type: "weekly", year: instant.weekYear };
    case "daily": {
      const { year, month } = dateParts(instant.date);
      return { type: "daily", year, month };
    }
    case "hourly":
    case "fivemin":
      return { type: instant.type, ...dateParts(instant.date) };
  }
}
