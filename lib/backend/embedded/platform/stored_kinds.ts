import { readEach } from "@/lib/backend/core/at_once.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keyDocs } from "@/lib/backend/kv/keys.ts";
import type { StoredKind } from "@/lib/domain/platform/types.ts";

/** Maximum entries counted for a kind… */
const COUNTED = 1_000;
/** …and maximum bytes read: arrivals have up to 64 KiB each. */
const COUNTED_BYTES = 1024 * 1024;
/** Entries read ahead; few, because of their size. */
const READ_AHEAD = 50;
/** Maximum time of the count; after it, only the first entries of each kind are counted. */
const COUNTED_FOR_MS = 500;
/** Kinds counted at the same time, so that a slow kind does not delay all the others. */
const KINDS_AT_ONCE = 10;

/** The kinds with an entry in the store, in key order. */
export async function countedKinds(services: Services): Promise<StoredKind[]> {
  const untilMs = services.now() + COUNTED_FOR_MS;
  const kinds = await readEach([...keyDocs()], async ({ name, holds }): Promise<StoredKind> => ({
    name,
    holds,
    ...await countedEntries(services, name, untilMs),
  }), KINDS_AT_ONCE);
  return kinds.filter(({ count }) => count > 0);
}

/** Counts the entries of a kind up to a limit and a time: "isMore" when some were not counted. */
async function countedEntries({ store, now }: Services, name: string, untilMs: number) {
  let [count, bytes] = [0, 0];
  const options = { limit: COUNTED + 1, batchSize: READ_AHEAD };
  for await (const { value } of store.list({ prefix: [name] }, options)) {
    const isFirst = count < READ_AHEAD;
    if (count === COUNTED || (!isFirst && (bytes > COUNTED_BYTES || now() > untilMs))) {
      return { count, isMore: true };
    }
    count++;
    bytes += value instanceof Uint8Array ? value.length : 0;
  }
  return { count, isMore: false };
}
