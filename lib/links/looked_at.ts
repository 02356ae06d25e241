/** The date one looks at, in the query of a page whose range does not name it. @module */
import { isIsoDate, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { dayWithin } from "@/lib/domain/periods/range_at.ts";
import { withMore } from "./query.ts";

const PARAMETER = "date";

/** The date in a page's query; undefined without one. */
export function askedDate({ searchParams }: URL): IsoDate | undefined {
  const text = searchParams.get(PARAMETER) ?? "";
  return isIsoDate(text) ? text : undefined;
}

interface LookedAt {
  readonly date: IsoDate;
  /** Last day of the page. */
  readonly today: IsoDate;
}

/**
 * The address of a range that keeps the date one looks at; unchanged where the range has another one, or opens on it.
 *
 * @spec periods.current-date
 */
export function withDate(address: string, to: PeriodRange, { date, today }: LookedAt): string {
  const isKept = dayWithin(to, today, date) === date && dayWithin(to, today) !== date;
  return isKept ? withMore(address, `${PARAMETER}=${date}`) : address;
}
