import { dropOldest } from "@/lib/backend/core/bounded_map.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { getUnder, type MaybeEntry, parsed, type Store } from "@/lib/backend/kv/store.ts";
import type { StoredCompaction } from "./compaction/lease.ts";
import { type SeriesHead, seriesHead } from "./head.ts";

export type StoredHead = Pick<MaybeEntry<SeriesHead>, "value" | "versionstamp">;

/** Maximum number of heads cached per store: about 10 MB. */
const HEADS_HELD = 20_000;

interface HeldHeads {
  /** Stamp of the project's compaction, which every commit that writes a head changes. */
  readonly stamp: string | null;
  readonly heads: Map<string, StoredHead>;
}

/** By project, in order of last use. */
const HELD = new WeakMap<Store, Map<string, HeldHeads>>();

/**
 * Caches the heads of some series of a project until a series of the project is compacted.
 *
 * A page of a thousand series then reads one key between two compactions.
 *
 * @param known the project's compaction, if already read
 */
export async function headsOfSeries(
  store: Store,
  projectId: string,
  seriesIds: readonly string[],
  known?: Pick<StoredCompaction, "versionstamp">,
): Promise<ReadonlyMap<string, StoredHead>> {
  // Read before the heads: one written meanwhile is cached under an outdated stamp.
  const { versionstamp: stamp } = known ?? await store.get(keys.compaction(projectId));
  const { heads } = heldOf(store, projectId, stamp);
  const missing = seriesIds.filter((seriesId) => !heads.has(seriesId));
  if (missing.length === 0) return heads;
  const found = await getUnder(store, keys.seriesHead.under(projectId), missing);
  for (const [at, entry] of found.entries()) {
    const seriesId = missing[at];
    if (seriesId === undefined) continue;
    const { value, versionstamp } = parsed(entry, seriesHead);
    heads.set(seriesId, { value, versionstamp });
  }
  bound(store);
  return heads;
}

/** As `headsOfSeries()`, if all of them are in memory as of that compaction; null otherwise. */
export function heldHeads(
  store: Store,
  projectId: string,
  { seriesIds, stamp }: { readonly seriesIds: readonly string[]; readonly stamp: string | null },
): ReadonlyMap<string, StoredHead> | null {
  const { heads } = heldOf(store, projectId, stamp);
  return seriesIds.every((seriesId) => heads.has(seriesId)) ? heads : null;
}

function heldOf(store: Store, projectId: string, stamp: string | null): HeldHeads {
  const projects = HELD.get(store) ?? new Map<string, HeldHeads>();
  HELD.set(store, projects);
  const known = projects.get(projectId);
  const held = known?.stamp === stamp ? known : { stamp, heads: new Map() };
  projects.delete(projectId);
  projects.set(projectId, held);
  return held;
}

function bound(store: Store): void {
  const projects = HELD.get(store) ?? new Map<string, HeldHeads>();
  dropOldest(projects, HEADS_HELD, ({ heads }) => heads.size);
}
