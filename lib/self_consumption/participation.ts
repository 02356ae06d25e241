/** Rules of the days on which a consumer takes part, and of their personal data. @module */

import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import { comparableName } from "@/lib/base/visible_text.ts";
import type { Occupancy } from "@/lib/housing/schema.ts";
import type { Consumer, ConsumerStatus, Presence } from "./schema.ts";

/** The days of an occupancy: `to` is the last one, null while it lasts. */
type OccupiedDays = Pick<Occupancy, "from" | "to">;

/**
 * The exported periods in which a dwelling took part during an occupancy.
 *
 * @spec autoconsumption.presences
 * @param presences of the dwelling's consumer, oldest first
 * @returns oldest first, limited to the days of the occupancy
 */
export function presencesDuring(
  presences: readonly Presence[],
  { from, to }: OccupiedDays,
): Presence[] {
  const leftOn = to === null ? null : addDays(to, 1);
  return presences
    .map(({ fromDate, toDate }) => ({
      fromDate: fromDate > from ? fromDate : from,
      toDate: earlier(toDate, leftOn),
    }))
    .filter(({ fromDate, toDate }) => toDate === null || fromDate < toDate);
}

/**
 * Whether the name and delivery point of a dwelling's consumer are those of an occupant: the last participant, the last
 * occupant if none took part, or an occupant of the same name, as displayed.
 *
 * @spec housing.personal-data
 * @param others the other occupancies of the dwelling
 */
export function isAbout(
  { name, presences }: Pick<Consumer, "name" | "presences">,
  own: Pick<Occupancy, "name" | "from" | "to">,
  others: readonly OccupiedDays[],
): boolean {
  if (own.name !== null && comparableName(own.name) === comparableName(name)) return true;
  const tookPart = (days: OccupiedDays) =>
    presences.length === 0 || presencesDuring(presences, days).length > 0;
  return tookPart(own) && others.every((other) => other.from < own.from || !tookPart(other));
}

/** A consumer without personal data: only its days and its meter. */
export function withoutPerson<Named extends Pick<Consumer, "name" | "prm">>(
  consumer: Named,
): Named {
  return { ...consumer, name: "", prm: "" };
}

export function isErased({ name }: Pick<Consumer, "name">): boolean {
  return name === "";
}

function earlier(left: IsoDate | null, right: IsoDate | null): IsoDate | null {
  if (left === null || right === null) return left ?? right;
  return left < right ? left : right;
}

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
