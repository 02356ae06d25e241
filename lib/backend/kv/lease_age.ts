import type { Key, Store } from "./store.ts";
import { StoreMemory } from "./store_memory.ts";

/** A version of a lease, and when this process first saw it, by the monotonic clock. */
interface Seen {
  readonly versionstamp: string | null;
  readonly sinceMs: number;
}

const LEASES_REMEMBERED = 2_000;
const SEEN = new StoreMemory<Seen>(LEASES_REMEMBERED);

/**
 * How long this process has seen a lease unchanged, in milliseconds of the monotonic clock; 0 the first time.
 *
 * The end written in a lease is a time of day: once the clock is set back it lies too far ahead, and a lease whose
 * holder died would stay.
 */
export function unchangedMs(store: Store, key: Key, versionstamp: string | null): number {
  const seen = SEEN.of(store);
  const name = key.join("/");
  const known = seen.get(name);
  if (known?.versionstamp === versionstamp) return performance.now() - known.sinceMs;
  seen.set(name, { versionstamp, sinceMs: performance.now() });
  return 0;
}
