/** Spans of civil days and periods of occupancy: which days they cover or share. @module */

import type { IsoDate } from "@/lib/base/civil_dates.ts";

/** A period of a dwelling with one occupancy, or a vacancy between two. */
export interface OccupancyPeriod {
  /** First day; null when no occupancy precedes. */
  readonly from: IsoDate | null;
  /** Last day; null when no occupancy follows. */
  readonly to: IsoDate | null;
  /** `unrecorded` when the dwelling has no occupancy at all. */
  readonly kind: "occupied" | "vacant" | "unrecorded";
  readonly fineFrom: IsoDate | null;
}

/** Civil days, bounds included. */
export interface DaySpan {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

export function covers({ from, to }: Pick<OccupancyPeriod, "from" | "to">, days: DaySpan): boolean {
  return (from === null || from <= days.from) && (to === null || days.to <= to);
}

export function daysWithin(
  { from, to }: Pick<OccupancyPeriod, "from" | "to">,
  days: DaySpan,
): DaySpan {
  return {
    from: from !== null && from > days.from ? from : days.from,
    to: to !== null && to < days.to ? to : days.to,
  };
}

export function isWithin(
  occupancyPeriod: Pick<OccupancyPeriod, "from" | "to">,
  day: IsoDate,
): boolean {
  return covers(occupancyPeriod, { from: day, to: day });
}
