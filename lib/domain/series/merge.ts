import type { DataKind, Point, Reading } from "./types.ts";

/** Length of the slot that stores one instant, register or state. */
export const SLOT_S = 300;

/**
 * The points of a series once readings have come, in the order they came.
 *
 * A five-minute slot of an instant, an index or a state stores its latest reading; a consumption
 * stores every distinct second. The same second again replaces. A removal empties its slot.
 * Idempotent.
 *
 * @spec series.slots, domain §3 "What a reading becomes"
 * @param points stored, in time order; not changed
 * @returns the new content, in time order
 */
export function mergeReadings(
  points: readonly Point[],
  readings: readonly Reading[],
  kind: DataKind,
): readonly Point[] {
  if (comeAfter(points, readings, kind)) return [...points, ...readings];
  const slotS = kind === "consumption" ? 1 : SLOT_S;
  const kept = new Map<number, Point>();
  for (const point of points) kept.set(Math.floor(point.epochS / slotS), point);
  for (const reading of readings) {
    const slot = Math.floor(reading.epochS / slotS);
    const known = kept.get(slot);
    if ("removed" in reading) {
      kept.delete(slot);
    } else if (known === undefined || reading.epochS >= known.epochS) {
      kept.set(slot, reading);
    }
  }
  return [...kept.values()].sort((a, b) => a.epochS - b.epochS);
}

/** The common case: points only, in order, each in its own slot after the last one stored. */
function comeAfter(
  points: readonly Point[],
  readings: readonly Reading[],
  kind: DataKind,
): readings is readonly Point[] {
  const slotS = kind === "consumption" ? 1 : SLOT_S;
  let slot = Math.floor((points.at(-1)?.epochS ?? -Infinity) / slotS);
  for (const reading of readings) {
    const next = Math.floor(reading.epochS / slotS);
    if ("removed" in reading || next <= slot) return false;
    slot = next;
  }
  return true;
}
