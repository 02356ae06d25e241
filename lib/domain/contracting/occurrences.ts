import { addDays, addMonths, addYears, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { deadlineOf, type Due } from "./document_lists.ts";
import type { DocumentRequest } from "./types.ts";

/** Days before its reminder window that a document is created, so that a late job leaves no gap. */
const HORIZON_DAYS = 7;
const HALF_MONTH_DAYS = 15;
/** Years after which a document that was never created is no longer created. */
const PAST_YEARS = 10;

/**
 * The due dates of a request whose reminder window has begun, and those of its calendar that have a document: it stays
 * when the window moves away, with another reminder or another clock.
 *
 * @spec contracting.occurrences
 * @param made due dates of the documents that exist, in any order; without them, those to create
 * @returns in order; each counts from the first date, so 31 January is followed by 28 February, then 31 March
 */
export function dueDates(
  { firstRequest, rate, reminder }: Pick<DocumentRequest, "firstRequest" | "rate" | "reminder">,
  today: IsoDate,
  made: readonly IsoDate[] = [],
): IsoDate[] {
  const [from, to] = [addYears(today, -PAST_YEARS), addDays(today, reminder + HORIZON_DAYS)];
  const stays = new Set(made);
  const last = made.reduce((latest, date) => date > latest ? date : latest, to);
  const dates: IsoDate[] = [];
  for (let rank = 0, date = firstRequest; date <= last;) {
    if ((from <= date && date <= to) || stays.has(date)) dates.push(date);
    if (rate === 0) break;
    date = addMonths(firstRequest, rate * ++rank);
  }
  return dates;
}

/** A document created by a request for a residence or an equipment; replacements of refused documents are excluded. */
export interface MadeDocument {
  readonly dueDate: IsoDate;
  /** Deposited or abandoned: no longer awaited. */
  readonly isAnswered: boolean;
}

/**
 * The due dates of a residence or equipment. A changed calendar applies after the last answered document: due dates up
 * to that document are neither requested again nor removed.
 *
 * @spec contracting.changed-calendar
 * @param dates dates of the current calendar, in order
 */
export function askedDates(
  { dates, rate }: Calendar,
  made: readonly MadeDocument[],
): readonly IsoDate[] {
  const answered = made.flatMap(({ dueDate, isAnswered }) => isAnswered ? dueDate : []);
  const last = answered.toSorted().at(-1);
  if (last === undefined) return dates;
  const until = made.flatMap(({ dueDate }) => dueDate <= last ? dueDate : []);
  if (rate === 0) return until;
  // When the calendar moved by less than half a period, the next date is that of the answered document.
  const from = dates.includes(last) ? last : addDays(last, rate * HALF_MONTH_DAYS);
  return [...until, ...dates.filter((date) => date > from)];
}

/** The current calendar of a request. */
interface Calendar {
  readonly dates: readonly IsoDate[];
  readonly rate: number;
}

/** Due date of the replacement of a refused document. @spec contracting.replacement */
export function dueDateAfterRefusal(refused: Due, nbDaysForNewDeadline: number): IsoDate {
  return addDays(deadlineOf(refused), nbDaysForNewDeadline);
}

/** The last day on which a document is awaited when no other final due date was set. */
export function finalDueDate(dueDate: IsoDate, nbDaysForNewDeadline: number): IsoDate {
  return addDays(dueDate, nbDaysForNewDeadline);
}
