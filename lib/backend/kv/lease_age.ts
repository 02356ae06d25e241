import type { Key, Store } from "./store.ts";
import { StoreMemory } from "./store_memory.ts";

/** A version of a lease, and when this process first read it, by the monotonic clock. */
interface Seen {
  readonly versionstamp: string | null;
  readonly sinceMs: number;
}

const LEASES_REMEMBERED = 2_000;
const SEEN = new StoreMemory<Seen>(LEASES_REMEMBERED);

/**
 * Milliseconds of the monotonic clock since this process first read a lease in this version; 0 the first time.
 *
 * The expiry written in a lease is a time of day: after the clock is set back it is too far ahead, and the lease of
 * a dead holder would remain.
 */
export function unchangedMs(store: Store, key: Key, versionstamp: string | null): number {
  const seen = SEEN.of(store);
  const name = key.join("/");
  const known = seen.get(name);
  if (known?.versionstamp === versionstamp) return performance.now() - known.sinceMs;
  seen.set(name, { versionstamp, sinceMs: performance.now() });
  return 0;
}
