import type { Figures } from "./figures.ts";
import type { DataKind } from "./types.ts";

/**
 * Corrects a day whose readings were purged, from late readings.
 *
 * Late readings count when there are at least as many as the readings of the stored day: they are then the whole day,
 * and the day takes their figures. A register takes their last value: its gain is subtracted from the next day.
 *
 * @spec issue 4 §1 "A correction older than the kept detail changes the roll-up by difference"
 * @param came figures of the late readings only
 * @returns null when they cannot represent the whole day
 */
export function correctedDay(
  kind: DataKind,
  known: Figures,
  came: Figures,
): { readonly figures: Figures; readonly nextDayMillionths: number } | null {
  if (came.count < known.count || came.last === null) return null;
  if (kind !== "index") {
    return { figures: { ...came, coveredS: known.coveredS }, nextDayMillionths: 0 };
  }
  if (known.last === null) return null;
  const gained = Math.round((came.last - known.last) * 1e6);
  const millionths = known.millionths + gained;
  if (millionths < 0) return null;
  const figures = { ...known, millionths, last: came.last, count: came.count };
  // Avoids -0.
  return { figures, nextDayMillionths: 0 - gained };
}

/** A day's figures plus a gain or loss, in millionths of the unit; null when the result would be negative. */
export function withGained(figures: Figures, millionths: number): Figures | null {
  const total = figures.millionths + millionths;
  return total < 0 ? null : { ...figures, millionths: total };
}

/**
 * Updates a day known only in part, after a change in that part: the day changes by the same amount.
 *
 * @spec series.late-readings
 * @param known the stored day; null when there is none
 * @param before figures of the part before the change
 * @param after figures of the part after the change
 */
export function movedDay(
  known: Figures | null,
  { before, after }: { readonly before: Figures | null; readonly after: Figures | null },
): Figures | null {
  if (known === null) return after;
  const millionths = known.millionths + (after?.millionths ?? 0) - (before?.millionths ?? 0);
  return { ...known, millionths: Math.max(0, millionths), last: after?.last ?? known.last };
}
