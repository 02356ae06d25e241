import { addDays, addMonths, addYears, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { deadlineOf, type Due } from "./document_lists.ts";
import type { DocumentRequest } from "./types.ts";

/** Days before its reminder window that a document is made, so that a job that is late leaves no gap. */
const HORIZON_DAYS = 7;
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

/** The day on which the replacement of a refused document is due. @spec contracting.replacement */
export function dueDateAfterRefusal(refused: Due, nbDaysForNewDeadline: number): IsoDate {
  return addDays(deadlineOf(refused), nbDaysForNewDeadline);
}

/** The last day that a document is waited for when no other final due date was set. */
export function finalDueDate(dueDate: IsoDate, nbDaysForNewDeadline: number): IsoDate {
  return addDays(dueDate, nbDaysForNewDeadline);
}
