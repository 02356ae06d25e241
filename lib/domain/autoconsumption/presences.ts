import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import type { ConsumerStatus, Presence } from "./types.ts";

/**
 * The presences of a consumer after a status is declared: invited, active from a day, or left on a day.
 *
 * A new declaration corrects the previous one: a return before the last exit day cancels that exit. A consumer whose
 * exit is no later than its entry never took part; a consumer invited again was entered by mistake.
 *
 * @spec autoconsumption.presences
 * @param presences oldest first, without overlap
 * @param date first day in, or first day out
 * @returns oldest first, without overlap
 */
export function presencesAfter(
  presences: readonly Presence[],
  status: ConsumerStatus,
  date: IsoDate,
): Presence[] {
  if (status === "invited") return presences.filter(({ toDate }) => toDate !== null);
  if (status === "left") return endedOn(presences, date);
  const over = presences.filter(({ fromDate, toDate }) => toDate !== null && fromDate < date);
  const last = over.at(-1);
  return last?.toDate != null && last.toDate >= date
    ? [...over.slice(0, -1), { fromDate: last.fromDate, toDate: null }]
    : [...over, { fromDate: date, toDate: null }];
}

/** Next status: invited → active → left → active. */
export function nextStatus(status: ConsumerStatus): ConsumerStatus {
  return status === "active" ? "left" : "active";
}

/** Whether a consumer takes part on a day. */
export function isPresent(presences: readonly Presence[], date: IsoDate): boolean {
  return presences.some(({ fromDate, toDate }) =>
    fromDate <= date && (toDate === null || date < toDate)
  );
}

function endedOn(presences: readonly Presence[], date: IsoDate): Presence[] {
  const begun = presences.filter(({ fromDate }) => fromDate < date);
  const last = begun.at(-1);
  if (last === undefined) return [];
  return [...begun.slice(0, -1), { fromDate: last.fromDate, toDate: date }];
}
