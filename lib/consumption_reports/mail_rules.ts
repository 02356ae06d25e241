/** Decides when a month's reports are mailed, and to which occupancies. @module */

import {
  dateParts,
  type IsoDate,
  type IsoMonth,
  monthOf,
  shiftMonth,
} from "@/lib/base/civil_dates.ts";
import type { Occupancy } from "@/lib/housing/schema.ts";
import { daysWithin } from "@/lib/series/day_spans.ts";
import { isMostlyRead } from "./items.ts";
import type { ConsumptionItem } from "./schema.ts";
import { spanOfMonth } from "./series_month.ts";

/** Day of the next month from which reports are mailed: readings of the last days have arrived by then. */
export const FIRST_MAIL_DAY = 3;

/** Day from which a report is mailed despite missing readings. */
export const LAST_WAIT_DAY = 10;

/** The last mails about a dwelling. */
export interface ReportMailMark {
  /** The last mailed month. */
  readonly month: IsoMonth;
  readonly occupancyIds: readonly string[];
}

/**
 * The month whose reports are mailed on a day: the previous month, from the 3rd.
 *
 * @spec reports.mails
 * @param first the first mailed month: the current one when mails were turned on; null while they are off
 * @returns null when nothing is mailed on that day
 */
export function mailedMonth(today: IsoDate, first: IsoMonth | null): IsoMonth | null {
  const month = shiftMonth(monthOf(today), -1);
  return first === null || month < first || dateParts(today).day < FIRST_MAIL_DAY ? null : month;
}

/** Whether a report has enough readings to be mailed: all of them, or some from the 10th. @spec reports.mails */
export function isReadyToMail(
  items: readonly Pick<ConsumptionItem, "value" | "completeness">[],
  today: IsoDate,
): boolean {
  const isWaiting = dateParts(today).day < LAST_WAIT_DAY;
  return items.some(({ value }) => value !== null) && (!isWaiting || items.every(isMostlyRead));
}

/**
 * The occupancies of a dwelling not yet mailed the report of a month, each with its last day in the month.
 *
 * @spec reports.mails
 * @param mark mailed occupancies; null before the first mail
 */
export function occupanciesToMail<Mailed extends Pick<Occupancy, "id" | "email" | "from" | "to">>(
  occupancies: readonly Mailed[],
  { month, mark }: { readonly month: IsoMonth; readonly mark: ReportMailMark | null },
): { readonly occupancy: Mailed; readonly on: IsoDate }[] {
  // A clock set back sends no second mail.
  if (mark !== null && mark.month > month) return [];
  const span = spanOfMonth(month);
  const done = mailedIn(mark, month);
  return occupancies
    .filter(({ id, email, from, to }) =>
      email !== "" && !done.includes(id) && from <= span.to && (to === null || to >= span.from)
    )
    .map((occupancy) => ({ occupancy, on: daysWithin(occupancy, span).to }));
}

/** The occupancies of a dwelling to which the report of a month was mailed. */
export function mailedIn(mark: ReportMailMark | null, month: IsoMonth): readonly string[] {
  return mark?.month === month ? mark.occupancyIds : [];
}
