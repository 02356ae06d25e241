import type { SeriesBatch } from "../../domain/series/types.ts";
import { pendingArrivals, readingsBySeries } from "./series_pending.ts";
import { compact } from "./series_compact.ts";
import { readCompaction } from "./series_lease.ts";
import type { Store } from "./store.ts";

/** What a read merges: the readings not compacted yet of the series it wants. */
export type Pending = ReadonlyMap<string, SeriesBatch>;

/** Whose series are read, and the clock, epoch milliseconds. */
export interface SeriesPlace {
  readonly store: Store;
  readonly projectId: string;
  readonly now: () => number;
}

/** Series with pending readings a read merges itself; beyond, it has them compacted first. */
const MERGED_AT_MOST = 4;
const ARRIVALS_MERGED_AT_MOST = 64;
const READ_TRIES = 30;

/**
 * Answers a read with every acknowledged reading in it.
 *
 * Nothing pending, the usual case: one walk over no arrival. Little pending: merged by the answer,
 * which is asked again if points were written meanwhile. Much pending: compacted first.
 */
export async function readFresh<T>(
  place: SeriesPlace,
  seriesIds: readonly string[],
  answer: (pending: Pending) => Promise<T>,
): Promise<T> {
  const { store, projectId } = place;
  const wanted = new Set(seriesIds);
  for (let tries = 0; tries < READ_TRIES; tries++) {
    const before = tries === 0 ? null : await readCompaction(store, projectId);
    const arrivals = await pendingArrivals(store, projectId, wanted);
    const pending = readingsBySeries(arrivals);
    if (pending.size === 0) return await answer(pending);
    if (before === null) {
      const isMuch = pending.size > MERGED_AT_MOST || arrivals.length > ARRIVALS_MERGED_AT_MOST;
      if (isMuch) await compactIfPossible(place);
      continue;
    }
    const merged = await answer(pending);
    const after = await readCompaction(store, projectId);
    if (after.value.generation === before.value.generation) return merged;
    await pauseAfter(tries);
  }
  throw new Error(`Cannot read the series of project ${projectId}: written too fast`);
}

/** A read is answered even where nothing can be written: disk full, another process at it. */
async function compactIfPossible({ store, projectId, now }: SeriesPlace): Promise<void> {
  await compact(store, projectId, now).catch(() => "busy");
}

/** Waits a little longer each time, at random so that two do not meet again. */
export function pauseAfter(tries: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(2 ** tries, 50)));
}
