import { dateParts } from "./civil_dates.ts";
import type { PeriodInstant } from "./instants.ts";
import { daysOfMonth } from "./period.ts";
import type { PeriodRange } from "./period.ts";
import type { PeriodChoices } from "./switch.ts";

/**
 * The detail range of a slot of a page: the days of a month, the hours of a day, the five-minute slots of an hour's
 * day.
 *
 * @spec periods.switch
 * @returns null for a week, which no range splits, and for periods the page does not allow
 */
export function finerRange(instant: PeriodInstant, choices: PeriodChoices): PeriodRange | null {
  switch (instant.type) {
    case "monthly":
      return daysOfMonth(instant.month);
    case "daily":
      return choices.isHourlyAllowed ? { type: "hourly", ...dateParts(instant.date) } : null;
    case "hourly":
      return choices.isFiveMinuteAllowed ? { type: "fivemin", ...dateParts(instant.date) } : null;
    default:
      return null;
  }
}
