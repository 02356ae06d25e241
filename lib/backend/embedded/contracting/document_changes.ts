/** Changes of the lists of documents since they were read. @module */
import type { Counted } from "@/lib/backend/kv/counted.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, type Key, parsedEntry, type Store } from "@/lib/backend/kv/store.ts";
import { type DocumentPlace, documentPlaces } from "@/lib/backend/records/contracting.ts";

/** How long a change can be read, ms: a list not read for longer is read whole. */
const KEPT_MS = 3_600_000;
/** Extra changes read beyond the requested ones: later changes, and those of a process whose clock is ahead. */
const BEYOND = 100;
const READ_AT_ONCE = 500;
/** Maximum number of places in one value: after a larger commit, the lists are read whole. */
const MOST_PLACES = 500;

/** The key of the counter of changes of an organisation's lists. */
export function documentsVersionKey(orgId: string): Key {
  return keys.version("documents", orgId);
}

export function placeKey(orgId: string, [list, deadline, requestId, documentId]: DocumentPlace) {
  return keys.documentIndex(orgId, list, deadline, requestId, documentId);
}

/** Records a change of an organisation's lists, with the changed places. */
export function noteChange(
  atomic: Atomic,
  orgId: string,
  { places, atMs }: { readonly places: readonly DocumentPlace[]; readonly atMs: number },
): void {
  const [, , , first = ""] = places[0] ?? [];
  atomic.sum(documentsVersionKey(orgId), 1n);
  if (places.length > MOST_PLACES) return;
  atomic.set(keys.documentChange(orgId, atMs, first), places, { expireIn: KEPT_MS });
}

/** Two versions of the lists of an organisation, and the maximum number of changes to read. */
interface Between {
  readonly from: Counted;
  readonly to: Counted;
  readonly most: number;
}

/**
 * The places that changed from one version to another.
 *
 * The stamps select the changes between the two versions, and the counts verify that all were found: an older program
 * counts without recording places, clocks of processes differ, and changes expire.
 *
 * @returns null when there are too many changes, or some are missing
 */
export async function changedPlaces(
  store: Store,
  orgId: string,
  { from, to, most }: Between,
): Promise<readonly DocumentPlace[] | null> {
  const count = Number(to.count - from.count);
  if (count <= 0 || count > most) return null;
  const places: DocumentPlace[] = [];
  let found = 0;
  const newestFirst = store.list({ prefix: keys.documentChange.under(orgId) }, {
    reverse: true,
    limit: count + BEYOND,
    batchSize: Math.min(count + BEYOND, READ_AT_ONCE),
  });
  for await (const entry of newestFirst) {
    if (entry.versionstamp <= from.stamp || entry.versionstamp > to.stamp) continue;
    places.push(...parsedEntry(entry, documentPlaces).value);
    if (++found === count) return places;
  }
  return null;
}
