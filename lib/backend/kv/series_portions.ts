import { SLOT_S } from "../../domain/series/merge.ts";
import type { Reading } from "../../domain/series/types.ts";
import { Slices, sortedInSlices } from "../slices.ts";
import type { Extent } from "./series_readings.ts";

/** Readings of one series applied in one commit, so that it stays within the limits and soon lets others run. */
const READINGS_AT_ONCE = 5_000;
const SPAN_AT_ONCE_S = 400 * 86_400;

/** Whether readings are few and near enough to be applied at once. */
export function isOnePortion({ count, spanS }: Extent): boolean {
  return count <= READINGS_AT_ONCE && spanS <= SPAN_AT_ONCE_S;
}

/** Readings cut into portions of near times; within five minutes the order they came is kept. */
export async function portions(
  readings: readonly Reading[],
): Promise<readonly (readonly Reading[])[]> {
  const slices = new Slices();
  const cut: { slot: number; readonly startS: number; readonly readings: Reading[] }[] = [];
  for (const reading of isInOrder(readings) ? readings : await sortedInSlices(readings, bySlot)) {
    if (slices.isOver()) await slices.pause();
    const slot = slotOfReading(reading);
    const portion = cut.at(-1);
    const fits = portion !== undefined && (portion.slot === slot ||
      (portion.readings.length < READINGS_AT_ONCE &&
        reading.epochS - portion.startS < SPAN_AT_ONCE_S));
    if (fits) portion.readings.push(reading);
    else cut.push({ slot, startS: reading.epochS, readings: [reading] });
    if (fits) portion.slot = slot;
  }
  return cut.map((portion) => portion.readings);
}

/** A history usually comes in order: sorting it is left out. */
function isInOrder(readings: readonly Reading[]): boolean {
  return readings.every((reading, at) =>
    at === 0 || bySlot(readings[at - 1] ?? reading, reading) <= 0
  );
}

function bySlot(a: Reading, b: Reading): number {
  return slotOfReading(a) - slotOfReading(b);
}

function slotOfReading({ epochS }: Reading): number {
  return Math.floor(epochS / SLOT_S);
}
