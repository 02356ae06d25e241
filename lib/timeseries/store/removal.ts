/** Removes the readings of deleted series. @module */

import { chunk, pauseAfter } from "@/lib/base/concurrency.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Key, listIds, type Store } from "@/lib/store/store.ts";
import { houseOfStored, seriesOfStored } from "@/lib/timeseries/readings.ts";
import { compact } from "./compaction.ts";
import { SeriesLease } from "./compaction_lease.ts";
import { deleteYears, seriesIdsOf } from "./stored_rollups.ts";

const TRIES = 100;
const REMOVALS_PER_COMMIT = 150;

interface Removed {
  readonly projectId: string;
  isRemoved(storedId: string): boolean;
}

/** Removes every reading of a series, including those of its series per dwelling: see {@link removeStored}. */
export function removeReadings(
  store: Store,
  { projectId, seriesId }: { readonly projectId: string; readonly seriesId: string },
  now: () => number,
): Promise<boolean> {
  const isRemoved = (id: string) => id === seriesId || seriesOfStored(id) === seriesId;
  return removeStored(store, { projectId, isRemoved }, now);
}

/**
 * Removes every reading stored under some ids of a project.
 *
 * Arrivals are compacted first, so that nothing restores the series.
 *
 * @returns false when the project is written continuously: nothing was removed
 */
export async function removeStored(
  store: Store,
  removed: Removed,
  now: () => number,
): Promise<boolean> {
  const { projectId } = removed;
  for (let tries = 0; tries < TRIES; tries++) {
    const isSettled = await compact(store, projectId, now) === "done";
    const lease = isSettled ? await SeriesLease.take(store, projectId, now) : null;
    if (lease !== null) return await removeUnder(store, lease, removed);
    await pauseAfter(tries);
  }
  return false;
}

async function removeUnder(
  store: Store,
  lease: SeriesLease,
  removed: Removed,
): Promise<boolean> {
  try {
    const gone = await keysOf(store, removed);
    for (const some of chunk(gone, REMOVALS_PER_COMMIT)) {
      const isLeaseHeld = await lease.write((atomic) => some.forEach((key) => atomic.delete(key)));
      if (!isLeaseHeld) return false;
    }
    const years = await deleteYears(store, removed.projectId);
    return await lease.finish((atomic) => years.gone.forEach((key) => atomic.delete(key)));
  } finally {
    await lease.release();
  }
}

/** Points and figures first, heads last: after a crash the heads still list the rest. */
async function keysOf(store: Store, { projectId, isRemoved }: Removed): Promise<Key[]> {
  const ids = (await seriesIdsOf(store, projectId)).filter(isRemoved);
  const gone: Key[] = [];
  for (const { under } of [keys.deletedReadings, keys.deletedInstants]) {
    for await (const { key } of store.list({ prefix: under(projectId) })) {
      if (isRemoved(String(key.at(-2)))) gone.push(key);
    }
  }
  for (const id of ids) {
    for (const family of [keys.points, keys.seriesDays, keys.seriesMonths]) {
      const prefix = family.under(projectId, id);
      for await (const { key } of store.list({ prefix })) gone.push(key);
    }
  }
  return [...gone, ...ids.map((id) => keys.seriesHead(projectId, id))];
}

/**
 * Removes the readings that deleted series and dwellings of a residence have left: the process that deleted them ended, or
 * its store failed, before it removed their readings.
 */
export async function removeLeftReadings(
  store: Store,
  projectId: string,
  now: () => number,
): Promise<void> {
  // Read first: a series or a dwelling created meanwhile has no readings among these.
  const stored = await seriesIdsOf(store, projectId);
  const [series, houses] = await Promise.all([
    listIds(store, keys.dataseries.under(projectId)),
    listIds(store, keys.house.under(projectId)),
  ]);
  const [knownSeries, knownHouses] = [new Set(series), new Set(houses)];
  const isOwned = (id: string) => {
    const houseId = houseOfStored(id);
    return knownSeries.has(seriesOfStored(id)) && (houseId === null || knownHouses.has(houseId));
  };
  const left = new Set(stored.filter((id) => !isOwned(id)));
  if (left.size > 0) {
    await removeStored(store, { projectId, isRemoved: (id) => left.has(id) }, now);
  }
}
