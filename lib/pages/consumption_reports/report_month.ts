import {
  isIsoMonth,
  type IsoMonth,
  isoMonth,
  monthOf,
  shiftMonth,
  yearOf,
} from "@/lib/domain/periods/civil_dates.ts";
import { nearestPeriod } from "@/lib/domain/periods/nearest.ts";
import { daysOfMonth, FIRST_YEAR, type PeriodRange } from "@/lib/domain/periods/period.ts";
import { BadPeriod } from "@/lib/pages/series/bad_period.ts";
import { MONTH_ONLY } from "@/lib/pages/series/series_page.ts";
import { type PageContext, type State, todayOf } from "@/lib/web/state.ts";

/**
 * The month in a report's URL, which must have begun.
 *
 * @spec reports.monthly "Consumption report analysis supports only the monthly period, otherwise 'Bad period'"
 * @throws BadPeriod for anything else, with the nearest month
 */
export function reportMonth({ params: { month = "" }, state, url }: PageContext): IsoMonth {
  const today = todayOf(state);
  const running = monthOf(today);
  if (isIsoMonth(month) && yearOf(month) >= FIRST_YEAR && month <= running) return month;
  const near = nearestPeriod(["daily", ...month.split("-")], { choices: MONTH_ONLY, today });
  const found = monthOfRange(near.range);
  const nearest = found > running ? running : found;
  const fault = near.fault.kind !== "not-offered"
    ? near.fault
    : found > running
    ? { kind: "not-begun" as const, month: found }
    : { kind: "no-period" as const };
  const href = url.pathname.replace(`/${encodeURIComponent(month)}`, `/${nearest}`);
  throw new BadPeriod(fault, { range: daysOfMonth(nearest), href });
}

/** The month of a period of the navigator. */
export function monthOfRange({ year, month = 1 }: PeriodRange): IsoMonth {
  return isoMonth(year, month);
}

/** The default month of reports: the last finished one. */
export function openingMonth(state: State): IsoMonth {
  return shiftMonth(monthOf(todayOf(state)), -1);
}
