import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic, Key, Store } from "@/lib/backend/kv/store.ts";
import { readCompaction } from "./compaction/lease.ts";

/**
 * The write of the time zone that defines the days of a project: allowed only before its first reading (decision 010).
 *
 * @spec projects.clock
 * @returns null once the project has a reading
 */
export async function choosingTimeZone(
  store: Store,
  projectId: string,
  timeZone: string,
): Promise<((atomic: Atomic) => void) | null> {
  // Read first: a compaction that starts later makes the commit fail.
  const { value, versionstamp } = await readCompaction(store, projectId);
  if (value.timeZone === timeZone) return () => {};
  const places = [keys.arrival.under(projectId), keys.seriesHead.under(projectId)];
  const found = await Promise.all(places.map((prefix) => hasEntry(store, prefix)));
  if (value.holder !== null || found.includes(true)) return null;
  const key = keys.compaction(projectId);
  return (atomic) => atomic.check({ key, versionstamp }).set(key, { ...value, timeZone });
}

async function hasEntry(store: Store, prefix: Key): Promise<boolean> {
  return (await Array.fromAsync(store.list({ prefix }, { limit: 1 }))).length > 0;
}
