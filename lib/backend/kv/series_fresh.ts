import type { SeriesBatch } from "../../domain/series/types.ts";
import { Gathered } from "./gathered.ts";
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

/** The series that a read wants. */
type Wanted = readonly string[];

/** What waited of some series, and the state of the project's points just before. */
interface Look {
  readonly pending: Pending;
  readonly generation: number;
}

/** Series with pending readings a read merges itself; beyond, it has them compacted first. */
const MERGED_AT_MOST = 4;
const ARRIVALS_MERGED_AT_MOST = 64;
/** A file just imported may have left hundreds of thousands. */
const READINGS_MERGED_AT_MOST = 10_000;
const READ_TRIES = 30;
const NOTHING: Pending = new Map();

/**
 * Answers the reads of a project with every acknowledged reading in them.
 *
 * Nothing pending, the usual case: one walk over no arrival. Little pending: merged by the answer,
 * which is asked again if points were written meanwhile. Much pending: compacted first. A page that
 * reads a thousand series at once makes one walk for all of them.
 */
export class FreshReads {
  readonly #place: SeriesPlace;
  readonly #first: Gathered<Wanted, boolean>;
  readonly #again: Gathered<Wanted, Look>;

  constructor(place: SeriesPlace) {
    this.#place = place;
    this.#first = new Gathered((asked) => firstLook(place, asked));
    this.#again = new Gathered((asked) => look(place, asked));
  }

  async read<T>(seriesIds: Wanted, answer: (pending: Pending) => Promise<T>): Promise<T> {
    if (!await this.#first.ask(seriesIds)) return await answer(NOTHING);
    const { store, projectId } = this.#place;
    for (let tries = 1; tries < READ_TRIES; tries++) {
      const { pending, generation } = await this.#again.ask(seriesIds);
      const merged = await answer(pending);
      if (pending.size === 0) return merged;
      const after = await readCompaction(store, projectId);
      if (after.value.generation === generation) return merged;
      await pauseAfter(tries);
    }
    throw new Error(`Cannot read the series of project ${projectId}: written too fast`);
  }
}

/** Tells of each read whether something waits of what it wants; much is compacted first. */
async function firstLook(
  place: SeriesPlace,
  asked: readonly Wanted[],
): Promise<(wanted: Wanted) => boolean> {
  const arrivals = await pendingArrivals(place.store, place.projectId, new Set(asked.flat()));
  const pending = readingsBySeries(arrivals);
  const isMuch = pending.size > MERGED_AT_MOST ||
    (pending.size > 0 && arrivals.length > ARRIVALS_MERGED_AT_MOST) ||
    readingCount(pending) > READINGS_MERGED_AT_MOST;
  if (isMuch) await compactIfPossible(place);
  return (wanted) => wanted.some((id) => pending.has(id));
}

function readingCount(pending: Pending): number {
  let count = 0;
  for (const { readings } of pending.values()) count += readings.length;
  return count;
}

/** Gives each read what waits of what it wants. */
async function look(
  { store, projectId }: SeriesPlace,
  asked: readonly Wanted[],
): Promise<(wanted: Wanted) => Look> {
  const { generation } = (await readCompaction(store, projectId)).value;
  const arrivals = await pendingArrivals(store, projectId, new Set(asked.flat()));
  const pending = readingsBySeries(arrivals);
  return (wanted) => {
    const batches = wanted.flatMap((id) => pending.get(id) ?? []);
    return { generation, pending: new Map(batches.map((batch) => [batch.seriesId, batch])) };
  };
}

/** A read is answered even where nothing can be written: disk full, another process at it. */
async function compactIfPossible({ store, projectId, now }: SeriesPlace): Promise<void> {
  await compact(store, projectId, now).catch(() => "busy");
}

/** Waits a little longer each time, at random so that two do not meet again. */
export function pauseAfter(tries: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(2 ** tries, 50)));
}
