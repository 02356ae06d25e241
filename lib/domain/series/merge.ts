import type { DataKind, Point, Reading } from "./types.ts";

/** Length of the slot that keeps one instant, register or state. */
export const SLOT_S = 300;

/**
 * The points of a series once readings have come, in the order they came.
 *
 * A five-minute slot of an instant, an index or a state keeps its latest reading; a consumption
 * keeps every distinct second. The same second again replaces. A removal empties the slot it falls
 * in. Applying the same readings twice changes nothing more.
 *
 * @spec series.slots, domain §3 "What a reading becomes"
 * @param points what was kept, in time order; not changed
 * @returns what is kept now, in time order
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

/** The everyday case: points only, in order, each in a slot of its own after the last one kept. */
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
