import { addDays, addMonths, addYears, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { deadlineOf, type Due } from "./document_lists.ts";
import type { DocumentRequest } from "./types.ts";

/** Days before its reminder window that a document is made, so that a job that is late leaves no gap. */
const HORIZON_DAYS = 7;
const HALF_MONTH_DAYS = 15;
/** Years after which a document that was never made is not made any more. */
const PAST_YEARS = 10;

/**
 * The days on which documents of a request are due, of those whose reminder window has begun.
 *
 * @spec contracting.occurrences
 * @returns in order; each is counted from the first, so that 31 January is followed by 28 February, then 31 March
 */
export function dueDates(
  { firstRequest, rate, reminder }: Pick<DocumentRequest, "firstRequest" | "rate" | "reminder">,
  today: IsoDate,
): IsoDate[] {
  const [from, to] = [addYears(today, -PAST_YEARS), addDays(today, reminder + HORIZON_DAYS)];
  const dates: IsoDate[] = [];
  for (let rank = 0, date = firstRequest; date <= to;) {
    if (date >= from) dates.push(date);
    if (rate === 0) break;
    date = addMonths(firstRequest, rate * ++rank);
  }
  return dates;
}

/** A document that a request made for one residence or equipment; replacements of refused ones are none. */
export interface MadeDocument {
  readonly dueDate: IsoDate;
  /** Deposited or given up: no longer simply awaited. */
  readonly isAnswered: boolean;
}

/**
 * The due dates asked of one residence or equipment. A changed calendar counts after the last document that was
 * answered: what was due until then is asked for neither again nor no more.
 *
 * @spec contracting.changed-calendar
 * @param dates of the calendar as it is now, in order
 */
export function askedDates(
  { dates, rate, today }: Calendar,
  made: readonly MadeDocument[],
): readonly IsoDate[] {
  const answered = made.flatMap(({ dueDate, isAnswered }) => isAnswered ? dueDate : []);
  const last = answered.toSorted().at(-1);
  if (last === undefined) return dates;
  const first = addYears(today, -PAST_YEARS);
  const until = made.flatMap(({ dueDate }) => first <= dueDate && dueDate <= last ? dueDate : []);
  if (rate === 0) return until;
  // Moved by less than half a period, the next date is that of the answered document.
  const from = dates.includes(last) ? last : addDays(last, rate * HALF_MONTH_DAYS);
  return [...until, ...dates.filter((date) => date > from)];
}

/** What a request asks for, as it is now. */
export interface Calendar {
  readonly dates: readonly IsoDate[];
  readonly rate: number;
  readonly today: IsoDate;
}

/** The day on which the replacement of a refused document is due. @spec contracting.replacement */
export function dueDateAfterRefusal(refused: Due, nbDaysForNewDeadline: number): IsoDate {
  return addDays(deadlineOf(refused), nbDaysForNewDeadline);
}

/** The last day that a document is waited for when no other final due date was set. */
export function finalDueDate(dueDate: IsoDate, nbDaysForNewDeadline: number): IsoDate {
  return addDays(dueDate, nbDaysForNewDeadline);
}
