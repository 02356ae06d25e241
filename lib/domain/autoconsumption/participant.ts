import type { Occupancy } from "@/lib/domain/housing/types.ts";
import { addDays, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import type { Consumer, Presence } from "./types.ts";

/** The days of an occupancy: `to` is the last one, null while it lasts. */
type OccupiedDays = Pick<Occupancy, "from" | "to">;

/**
 * The periods in which a dwelling took part during an occupancy, as exported.
 *
 * @spec autoconsumption.presences
 * @param presences of the dwelling's consumer, oldest first
 * @returns oldest first, cut at the days of the occupancy
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
 * Whether the name and delivery point of a dwelling's consumer are those of an occupant: the last one who took part,
 * the last one if none did, or one of the same name.
 *
 * @spec housing.personal-data
 * @param others the other occupancies of the dwelling
 */
export function isAbout(
  { name, presences }: Pick<Consumer, "name" | "presences">,
  own: Pick<Occupancy, "name" | "from" | "to">,
  others: readonly OccupiedDays[],
): boolean {
  if (own.name !== null && isSameName(own.name, name)) return true;
  const tookPart = (days: OccupiedDays) =>
    presences.length === 0 || presencesDuring(presences, days).length > 0;
  return tookPart(own) && others.every((other) => other.from < own.from || !tookPart(other));
}

/** A consumer reduced to its days and its meter, without the person. */
export function withoutPerson<Named extends Pick<Consumer, "name" | "prm">>(
  consumer: Named,
): Named {
  return { ...consumer, name: "", prm: "" };
}

export function isErased({ name }: Pick<Consumer, "name">): boolean {
  return name === "";
}

function isSameName(left: string, right: string): boolean {
  return left.trim().toLowerCase() === right.trim().toLowerCase();
}

function earlier(left: IsoDate | null, right: IsoDate | null): IsoDate | null {
  if (left === null || right === null) return left ?? right;
  return left < right ? left : right;
}
