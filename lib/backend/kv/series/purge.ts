import { groupsOf } from "@/lib/backend/core/groups.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { sumBy } from "@/lib/domain/numbers/sums.ts";
import type { RetentionStart } from "@/lib/domain/series/retention.ts";
import type { SeriesLease } from "./compaction/lease.ts";
import { type PurgeLine, purgeLineKey, readPurgeLine } from "./purge_lines.ts";
import { type RemovedKey, type TooOld, tooOld, valueCount } from "./too_old.ts";
import { seriesIdsOf } from "./year.ts";

const REMOVALS_PER_COMMIT = 150;

interface PurgePlace {
  readonly store: Store;
  readonly projectId: string;
  readonly lease: SeriesLease;
  /** Epoch milliseconds. */
  readonly nowMs: number;
}

/**
 * Removes the readings and figures of a residence that are past their retention.
 *
 * Series by series, a few keys a commit, each with its line of the log: an interrupted purge continues at the next
 * run. Before a key is deleted, the head of its series records it, so that late readings count by difference. The
 * last readings before the first day retained remain, to recompute that day.
 *
 * @returns number of readings and figures removed; null when the lease was lost
 */
export async function purgeResidence(
  place: PurgePlace,
  kept: RetentionStart,
): Promise<number | null> {
  let count = 0;
  const { store, projectId, lease: { timeZone } } = place;
  for (const seriesId of await seriesIdsOf(store, projectId)) {
    const old = await tooOld({ store, projectId, timeZone }, seriesId, kept);
    if (old === null) continue;
    const steps = [
      { what: "points", date: kept.points, gone: old.points },
      { what: "days", date: kept.days, gone: old.days },
      { what: "months", date: kept.months, gone: old.months },
    ] as const;
    if (!await begin(place, old, kept.points)) return null;
    for (const step of steps) if (!await remove(place, step)) return null;
    count += old.recut.count + sumBy(steps, ({ gone }) => valueCount(gone));
  }
  return count;
}

/** Records the purge in the head, and splits the readings that remain. */
async function begin(place: PurgePlace, { seriesId, head, recut }: TooOld, date: string) {
  const line = await lineOf(place, { what: "points", date });
  return await place.lease.write((atomic) => {
    atomic.set(keys.seriesHead(place.projectId, seriesId), head);
    for (const key of recut.gone) atomic.delete(key);
    for (const { key, bytes } of recut.set) atomic.set(key, bytes);
    if (recut.count === 0) return;
    const after = {
      ...line,
      seriesCount: line.seriesCount + 1,
      valueCount: line.valueCount + recut.count,
    };
    atomic.set(purgeLineKey(place.projectId, line), after);
  });
}

/** A step of the purge, and the first day retained. */
interface Step {
  readonly what: keyof RetentionStart;
  readonly date: string;
  readonly gone: readonly RemovedKey[];
}

async function remove(place: PurgePlace, { what, date, gone }: Step): Promise<boolean> {
  for (const [rank, some] of groupsOf(gone, REMOVALS_PER_COMMIT).entries()) {
    const line = await lineOf(place, { what, date });
    const values = line.valueCount + valueCount(some);
    // The series was already counted when its last readings were split.
    const seriesCount = line.seriesCount + (rank === 0 && what !== "points" ? 1 : 0);
    const held = await place.lease.write((atomic) => {
      for (const { key } of some) atomic.delete(key);
      atomic.set(purgeLineKey(place.projectId, line), { ...line, seriesCount, valueCount: values });
    });
    if (!held) return false;
  }
  return true;
}

function lineOf(
  { store, projectId, nowMs }: PurgePlace,
  { what, date }: Pick<Step, "what" | "date">,
): Promise<PurgeLine> {
  const nothing = { seriesId: null, seriesCount: 0, valueCount: 0, difference: null };
  return readPurgeLine(store, projectId, { what, date, atMs: nowMs, ...nothing });
}
