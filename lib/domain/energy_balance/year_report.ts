import { type IsoDate, type IsoMonth, isoMonth } from "@/lib/domain/periods/civil_dates.ts";
import { twelveMonths } from "@/lib/domain/periods/months.ts";
import { type PeriodRange, SHIFT_MONTHS } from "@/lib/domain/periods/period.ts";
import { cumulativeReport } from "./cumulative.ts";
import { monthReport } from "./month_report.ts";
import type { BalancePeriod, YearInput, YearReport } from "./types.ts";

/**
 * A year's balance: a row for each month begun, and the cumulative row.
 *
 * @spec balance.year
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
 * @spec balance.year
 * @throws RangeError for a year outside the calendar
 */
export function periodMonths({ year, shifted }: BalancePeriod): IsoMonth[] {
  return twelveMonths(isoMonth(year, shifted ? 1 + SHIFT_MONTHS : 1));
}

/** The months of a period that have begun. @spec balance.year @throws RangeError for a year outside the calendar */
export function monthsShown(period: BalancePeriod, now: IsoDate): IsoMonth[] {
  return periodMonths(period).filter((month) => month <= now.slice(0, 7));
}

/** The period range of a balance, for its page and its calls. @spec balance.year */
export function balanceRange(period: BalancePeriod): PeriodRange {
  return { type: period.shifted ? "monthly-shifted" : "monthly", year: period.year };
}
