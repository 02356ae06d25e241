import { BoundedMap } from "../cache/bounded_map.ts";
import type { Key, Store } from "./store.ts";

/** A version of a lease, and when this process first saw it, by the monotonic clock. */
interface Seen {
  readonly versionstamp: string | null;
  readonly sinceMs: number;
}

const SEEN = new WeakMap<Store, BoundedMap<Seen>>();
const LEASES_REMEMBERED = 2_000;

/**
 * How long this process has seen a lease unchanged, in milliseconds of the monotonic clock; 0 the first time.
 *
 * The end written in a lease is a time of day: once the clock is set back it lies too far ahead, and a lease whose
 * holder died would stay.
 */
export function unchangedMs(store: Store, key: Key, versionstamp: string | null): number {
  const seen = SEEN.get(store) ?? new BoundedMap<Seen>(LEASES_REMEMBERED);
  SEEN.set(store, seen);
  const name = key.join("/");
  const known = seen.get(name);
  if (known?.versionstamp === versionstamp) return performance.now() - known.sinceMs;
  seen.set(name, { versionstamp, sinceMs: performance.now() });
  return 0;
}
