import { groupsOf } from "@/lib/backend/core/groups.ts";
import { RESIDENCES_REMEMBERED, StoreMemory } from "@/lib/backend/kv/store_memory.ts";
import type { RetentionStart } from "@/lib/domain/series/retention.ts";
import { readCompaction } from "./compaction/lease.ts";
import { type SeriesOfResidence, type TooOld, tooOld, valueCount } from "./too_old.ts";
import { seriesIdsOf } from "./year.ts";

export interface PurgeCounts {
  readonly seriesCount: number;
  readonly pointCount: number;
  /** Figures of days. */
  readonly dayCount: number;
  readonly monthCount: number;
}

const SERIES_AT_ONCE = 20;

/**
 * Counts what a purge of a residence would remove, with the same rules.
 *
 * The cost depends on its series, three short walks each, and on the old data, not on the retained data. A count is cached
 * while the residence is not written.
 */
export async function countTooOld(
  place: SeriesOfResidence,
  kept: RetentionStart,
): Promise<PurgeCounts> {
  const { store, projectId } = place;
  const { versionstamp } = await readCompaction(store, projectId);
  const remembered = COUNTED.of(store);
  const when = [versionstamp, kept.points, kept.days, kept.months].join();
  const known = remembered.get(projectId);
  if (known?.when === when) return await known.counts;
  const counted = { when, counts: countAll(place, kept) };
  remembered.set(projectId, counted);
  try {
    return await counted.counts;
  } catch (fault) {
    if (remembered.get(projectId) === counted) remembered.delete(projectId);
    throw fault;
  }
}

interface Counted {
  /** The last write of the residence, and its retention. */
  readonly when: string;
  /** Shared by concurrent callers. */
  readonly counts: Promise<PurgeCounts>;
}

const COUNTED = new StoreMemory<Counted>(RESIDENCES_REMEMBERED);

async function countAll(place: SeriesOfResidence, kept: RetentionStart): Promise<PurgeCounts> {
  const seriesIds = await seriesIdsOf(place.store, place.projectId);
  let counts = { ...NOTHING, seriesCount: seriesIds.length };
  for (const some of groupsOf(seriesIds, SERIES_AT_ONCE)) {
    const old = await Promise.all(some.map((seriesId) => tooOld(place, seriesId, kept)));
    counts = old.reduce(withSeries, counts);
  }
  return counts;
}

const NOTHING: PurgeCounts = { seriesCount: 0, pointCount: 0, dayCount: 0, monthCount: 0 };

function withSeries(counts: PurgeCounts, old: TooOld | null): PurgeCounts {
  if (old === null) return counts;
  return {
    seriesCount: counts.seriesCount,
    pointCount: counts.pointCount + old.recut.count + valueCount(old.points),
    dayCount: counts.dayCount + valueCount(old.days),
    monthCount: counts.monthCount + valueCount(old.months),
  };
}
