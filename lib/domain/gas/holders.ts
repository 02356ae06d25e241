import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";

/** A boiler room to which a delivery point belongs or belonged. */
export interface GasHolder {
  readonly projectId: string;
  readonly boilerRoomId: string;
  /** Lines that end after this day belong to this residence; null for the first holder. */
  readonly fromDate: IsoDate | null;
}

/**
 * The holder of a line: a line belongs to the residence that held the delivery point when the line ended.
 *
 * @param holders in chronological order
 * @param toDate last day of the line, at 06:00
 * @returns null when no residence has the delivery point
 */
export function holderAt(holders: readonly GasHolder[], toDate: IsoDate): GasHolder | null {
  return holders.findLast(({ fromDate }) => fromDate === null || fromDate < toDate) ?? null;
}

/**
 * The holders after a delivery point is assigned to a boiler room. Another room of the same residence gets all its
 * lines; another residence only gets the lines that end after today.
 */
export function withHolder(
  holders: readonly GasHolder[],
  room: Pick<GasHolder, "projectId" | "boilerRoomId">,
  today: IsoDate,
): readonly GasHolder[] {
  const last = holders.at(-1);
  if (last === undefined) return [{ ...room, fromDate: null }];
  const before = holders.slice(0, -1);
  if (last.projectId === room.projectId) return [...before, { ...last, ...room }];
  // Reassigned on the day of its assignment: no line belonged to the other residence in between.
  if (last.fromDate === today) return withHolder(before, room, today);
  return [...holders, { ...room, fromDate: today }];
}
