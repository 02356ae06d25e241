import { Slices, sortedInSlices } from "@/lib/backend/core/slices.ts";
import type { PendingSeries } from "@/lib/backend/kv/series/arrivals/pending_series.ts";
import type { Extent, SeriesReadings } from "@/lib/backend/kv/series/arrivals/readings.ts";
import { slotOf } from "@/lib/domain/series/merge.ts";
import type { Reading } from "@/lib/domain/series/types.ts";

/** Maximum readings of one series in one commit, to respect the limits and to yield soon. */
const READINGS_AT_ONCE = 5_000;
const SPAN_AT_ONCE_S = 400 * 86_400;

/** True when readings are few enough and close enough for one commit. */
export function isOnePortion({ count, spanS }: Extent): boolean {
  return count <= READINGS_AT_ONCE && spanS <= SPAN_AT_ONCE_S;
}

/** Pending readings, split into portions by time; within five minutes arrival order is preserved. */
export async function* portions(pending: PendingSeries): AsyncGenerator<readonly Reading[]> {
  const slices = new Slices();
  const came = await bySlot(pending.came);
  let portion: Reading[] = [];
  for (let rank = 0; rank < came.count; rank++) {
    if (slices.isOver()) await slices.pause();
    if (!pending.isWanted(came, rank)) continue;
    const reading = came.readingAt(rank);
    if (isFull(portion, reading)) {
      yield portion;
      portion = [];
    }
    portion.push(reading);
  }
  if (portion.length > 0) yield portion;
}

function isFull(portion: readonly Reading[], next: Reading): boolean {
  const [first, last] = [portion[0], portion.at(-1)];
  if (first === undefined || last === undefined || slotOf(last.epochS) === slotOf(next.epochS)) {
    return false;
  }
  return portion.length >= READINGS_AT_ONCE || next.epochS - first.epochS >= SPAN_AT_ONCE_S;
}

/** A history usually arrives in order: it is not sorted then. */
async function bySlot(readings: SeriesReadings): Promise<SeriesReadings> {
  if (await isInOrder(readings)) return readings;
  const ranks = Array.from({ length: readings.count }, (_, rank) => rank);
  const slotAt = (rank: number) => slotOf(readings.secondAt(rank));
  return readings.inOrderOf(await sortedInSlices(ranks, (a, b) => slotAt(a) - slotAt(b)));
}

async function isInOrder(readings: SeriesReadings): Promise<boolean> {
  const slices = new Slices();
  let slot = -Infinity;
  for (let rank = 0; rank < readings.count; rank++) {
    if (slices.isOver()) await slices.pause();
    const next = slotOf(readings.secondAt(rank));
    if (next < slot) return false;
    slot = next;
  }
  return true;
}
