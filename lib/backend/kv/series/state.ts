import { epochDay, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { PendingSeries } from "./arrivals/pending_series.ts";
import { readCompaction } from "./compaction/lease.ts";
import type { SeriesPlace } from "./fresh.ts";
import { headsOfSeries, type StoredHead } from "./heads.ts";
import { momentOf } from "./moment.ts";
import { zoneDays } from "./zone_days.ts";

/**
 * A key that changes with the stored data of some series; null while too much is pending.
 *
 * @param before a day: only readings that change figures of earlier days change the key
 */
export async function stateOfSeries(
  place: SeriesPlace,
  seriesIds: readonly string[],
  before?: IsoDate,
): Promise<string | null> {
  const states = await statesOfSeries(place, seriesIds, before);
  return states === null ? null : runsOf(states);
}

/** The states, each run of equal ones once: series written by one commit have the same, and a process holds thousands. */
function runsOf(states: readonly string[]): string {
  const runs: string[] = [];
  let count = 0;
  for (const [rank, state] of states.entries()) {
    count++;
    if (states[rank + 1] === state) continue;
    runs.push(`${count} ${state}`);
    count = 0;
  }
  return runs.join();
}

/** As {@link stateOfSeries}, a key for each series. */
export async function statesOfSeries(
  { store, projectId }: SeriesPlace,
  seriesIds: readonly string[],
  before?: IsoDate,
): Promise<readonly string[] | null> {
  if (seriesIds.length === 0) return [];
  const { came, compaction: seen } = await momentOf(store, projectId, seriesIds);
  if (came === null) return null;
  const compaction = seen ?? await readCompaction(store, projectId);
  // Heads are read after: those of readings compacted in between have changed.
  const heads = await headsOfSeries(store, projectId, seriesIds, compaction);
  const zone = zoneDays(compaction.value.timeZone);
  const beforeS = before === undefined ? Infinity : zone.startOf(epochDay(before));
  return seriesIds.map((seriesId) => {
    const [head, readings] = [heads.get(seriesId), came.get(seriesId)];
    const isSeen = readings !== undefined &&
      (head === undefined || new PendingSeries(readings, head).changesBefore(beforeS));
    return `${storedState(head, beforeS)} ${isSeen ? readings.revision : ""}`;
  });
}

/** A series also read since that day changes its head at each compaction, and seldom the earlier days. */
function storedState(head: StoredHead | undefined, beforeS: number): string {
  const { value = null, versionstamp } = head ?? {};
  const isReadSince = value?.last != null && value.last.epochS >= beforeS;
  return isReadSince ? `earlier ${value.earlierChanges}` : versionstamp ?? "";
}
