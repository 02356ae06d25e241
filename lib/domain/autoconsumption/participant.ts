import { comparableName } from "@/lib/domain/forms/visible_text.ts";
import type { Occupancy } from "@/lib/domain/housing/types.ts";
import { addDays, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import type { Consumer, Presence } from "./types.ts";

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
 * occupant if none took part, or an occupant of the same name, as displayed (decision 097).
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
