import { type IsoDate, type IsoMonth, isoMonth, shiftMonth } from "../periods/civil_dates.ts";
import { FIRST_SHIFTED_MONTH } from "./constants.ts";
import { cumulativeReport } from "./cumulative.ts";
import { monthReport } from "./month_report.ts";
import type { BalancePeriod, YearInput, YearReport } from "./types.ts";

/**
 * A year's balance: a row for each month begun, and the cumulative row.
 *
 * @spec B §9 "Monthly table covers the year up to now, or a shifted year", domain §2
 * @param input readings, settings, seasons, today, and simulated values if any
 */
export function yearReport(input: YearInput): YearReport {
  const { period } = input;
  const rows = monthsShown(period, input.now).map((month) => monthReport(input, month));
  return { period, rows, cumulative: cumulativeReport(period, rows) };
}

/**
 * The twelve months of a period: January to December, or July to June when shifted.
 *
 * @spec B §9 "a shifted year (July to June)", domain §2 A20
 */
export function periodMonths(period: BalancePeriod): IsoMonth[] {
  const first = isoMonth(period.year, period.shifted ? FIRST_SHIFTED_MONTH : 1);
  return Array.from({ length: 12 }, (_, index) => shiftMonth(first, index));
}

/**
 * The months of a period that have begun.
 *
 * @spec B §9 "covers the year up to now", domain §2 A13
 */
export function monthsShown(period: BalancePeriod, now: IsoDate): IsoMonth[] {
  return periodMonths(period).filter((month) => month <= now.slice(0, 7));
}
