import { countedAt } from "@/lib/backend/kv/counted.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import type { Backlog } from "./arrivals/backlog.ts";
import { backlogsOf } from "./arrivals/backlogs.ts";
import { arrivalsVersionKey } from "./arrivals/pending.ts";
import type { SeriesReadings } from "./arrivals/readings.ts";
import { type StoredCompaction, storedCompaction } from "./compaction/lease.ts";

interface SeriesMoment {
  /** Their uncompacted readings; null when there are too many for memory. */
  readonly came: ReadonlyMap<string, SeriesReadings> | null;
  /** The compaction read at the same moment; undefined when it may be older or newer than the readings. */
  readonly compaction?: StoredCompaction;
}

/** Maximum number of attempts to read without a compaction in between. */
const TRIES = 3;

/** The pending readings of some series, and the compaction of their project, in one read when nothing has changed. */
export async function momentOf(
  store: Store,
  projectId: string,
  seriesIds: readonly string[],
): Promise<SeriesMoment> {
  const backlogs = backlogsOf(store);
  for (let tries = 0; tries < TRIES; tries++) {
    const held = backlogs.held(projectId);
    const { replacements } = held;
    const [arrivals, compaction] = await store.getMany([
      arrivalsVersionKey(projectId),
      keys.compaction(projectId),
    ]);
    if (arrivals === undefined || compaction === undefined) break;
    const fresh = await backlogs.fresh(projectId, countedAt(arrivals));
    // Readings compacted since the read are in heads newer than that compaction.
    if (fresh !== held || held.replacements !== replacements) continue;
    return { came: cameOf(held, seriesIds), compaction: storedCompaction(compaction) };
  }
  return { came: cameOf(await backlogs.fresh(projectId), seriesIds) };
}

function cameOf(backlog: Backlog, seriesIds: readonly string[]): SeriesMoment["came"] {
  return backlog.isLarge ? null : backlog.ofMany(seriesIds);
}
