import { daysInMonth, type IsoDate, type IsoMonth, monthParts } from "./civil_dates.ts";

/** How much of a month is over. */
export interface WholeDays {
  /** Days that are over, 0 to 31: today is none of them. */
  readonly count: number;
  /** Whether the month has begun and is not over. */
  readonly isRunning: boolean;
}

/**
 * The days of a month that are over: what is compared is compared over these alone.
 *
 * @spec domain §2 A13; decision 089
 * @param today civil day, of which only a part has gone by
 * @returns 0 days of a month to come
 */
export function wholeDays(month: IsoMonth, today: IsoDate): WholeDays {
  const isRunning = today.slice(0, 7) === month;
  if (isRunning) return { count: Number(today.slice(8, 10)) - 1, isRunning };
  const parts = monthParts(month);
  return { count: month < today ? daysInMonth(parts.year, parts.month) : 0, isRunning };
}
