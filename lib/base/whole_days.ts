/** Ranges of whole days. @module */

import { daysInMonth, type IsoDate, type IsoMonth, monthParts } from "./civil_dates.ts";

/** The finished part of a month. */
export interface WholeDays {
  /** Number of finished days, 0 to 31: today is not included. */
  readonly count: number;
  /** Whether the month has begun and is not over. */
  readonly isRunning: boolean;
}

/**
 * The finished days of a month: comparisons use only these.
 *
 * @spec balance.whole-days
 * @param today civil day, not finished
 * @returns 0 days for a future month
 */
export function wholeDays(month: IsoMonth, today: IsoDate): WholeDays {
  const isRunning = today.slice(0, 7) === month;
  if (isRunning) return { count: Number(today.slice(8, 10)) - 1, isRunning };
  const parts = monthParts(month);
  return { count: month < today ? daysInMonth(parts.year, parts.month) : 0, isRunning };
}
