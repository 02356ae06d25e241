import type { Reading, SeriesBatch } from "../../domain/series/types.ts";
import { decodeArrival, type EncodedArrival } from "./arrival_bytes.ts";
import { getAll } from "./entries.ts";
import { Slices } from "../slices.ts";
import { keys } from "./keys.ts";
import { type Entry, type Key, KEYS_PER_READ, type Store } from "./store.ts";

/** Readings that were acknowledged and are not in the points of their series yet. */
export interface Arrival {
  readonly key: Key;
  readonly versionstamp: string;
  readonly batches: readonly SeriesBatch[];
}

/** An arrival as this process has just written it. */
export interface WrittenArrival extends EncodedArrival {
  readonly key: Key;
  readonly versionstamp: string;
}

/** An arrival whose readings were not decoded. */
interface Found {
  readonly key: Key;
  readonly versionstamp: string;
  readonly bytes: number;
}

/** Seconds of the buckets in arrival keys: that of the newest reading. */
export const BUCKET_S = 300;

/** What one step of a compaction takes at most: bounded in memory, and wide enough that a series is rarely rewritten. */
const STEP = { readings: 100_000, bytes: 8 * 1024 * 1024 };

/** Where the number is that grows whenever the arrivals of a project change. */
export function arrivalsVersionKey(projectId: string): Key {
  return keys.version("arrivals", projectId);
}

/** What was acknowledged in a project and is not compacted yet, in the order it came. */
export async function pendingArrivals(
  store: Store,
  projectId: string,
): Promise<readonly Arrival[]> {
  const arrivals: Arrival[] = [];
  for await (const entry of arrivalEntries(store, projectId)) arrivals.push(decoded(entry));
  return arrivals.sort(inOrder);
}

/** The arrivals of a project as the store holds them, by bucket. */
export function arrivalEntries(store: Store, projectId: string): AsyncIterable<Entry> {
  return store.list({ prefix: keys.arrival.under(projectId) }, { batchSize: 50 });
}

/**
 * What was acknowledged before a version, in the order it came, as much at once as memory allows: a collector that
 * catches up on a month may have left millions of readings.
 *
 * @returns one step at least, of nothing when nothing waits
 * @param progress receives the share of the bytes that the steps given so far hold, 0 to 1
 */
export async function* arrivalsBefore(
  store: Store,
  projectId: string,
  versionstamp: string,
  progress: (share: number) => void = () => {},
): AsyncGenerator<readonly Arrival[]> {
  const found: Found[] = [];
  let allBytes = 0;
  for await (const { key, value, versionstamp: written } of arrivalEntries(store, projectId)) {
    if (written >= versionstamp) continue;
    const bytes = value instanceof Uint8Array ? value.length : 0;
    found.push({ key, versionstamp: written, bytes });
    allBytes += bytes;
  }
  found.sort(inOrder);
  let [from, givenBytes] = [0, 0];
  do {
    progress(givenBytes / Math.max(1, allBytes));
    const step = await readStep(store, found, from);
    yield step.arrivals;
    from += step.foundCount;
    givenBytes += step.bytes;
  } while (from < found.length);
}

/** Reads arrivals from a rank on, until a step is full. */
async function readStep(
  store: Store,
  found: readonly Found[],
  from: number,
): Promise<{ arrivals: readonly Arrival[]; foundCount: number; bytes: number }> {
  const slices = new Slices();
  const arrivals: Arrival[] = [];
  let [readings, bytes, foundCount] = [0, 0, 0];
  while (from + foundCount < found.length && readings < STEP.readings && bytes < STEP.bytes) {
    const some = found.slice(from + foundCount, from + foundCount + KEYS_PER_READ);
    for (const entry of await getAll(store, some.map(({ key }) => key))) {
      const { key, value, versionstamp } = entry;
      if (versionstamp === null) continue;
      const arrival = decoded({ key, value, versionstamp });
      arrivals.push(arrival);
      readings += readingCount(arrival);
      await slices.pause();
    }
    foundCount += some.length;
    bytes += some.reduce((sum, one) => sum + one.bytes, 0);
  }
  return { arrivals, foundCount, bytes };
}

/** An arrival with its readings. */
export function decoded(
  { key, versionstamp, value }: { key: Key; versionstamp: string; value: unknown },
): Arrival {
  return { key, versionstamp, batches: decodeArrival(value) };
}

/** How many readings an arrival holds. */
export function readingCount({ batches }: Pick<Arrival, "batches">): number {
  let count = 0;
  for (const { readings } of batches) count += readings.length;
  return count;
}

/**
 * Orders arrivals as they were acknowledged: by commit, then by their rank in it.
 *
 * @returns negative when `a` came first
 */
export function inOrder(
  a: Pick<Arrival, "key" | "versionstamp">,
  b: Pick<Arrival, "key" | "versionstamp">,
): number {
  if (a.versionstamp !== b.versionstamp) return a.versionstamp < b.versionstamp ? -1 : 1;
  return rankOf(a.key) - rankOf(b.key);
}

/** Rank of an arrival among those of its commit; 0 for those of an earlier version of the program. */
function rankOf(key: Key): number {
  const name = String(key.at(-1));
  const dot = name.indexOf(".");
  return dot === -1 ? 0 : Number(name.slice(dot + 1));
}

/** The readings of each series among arrivals given in order, in the order they came. */
export async function readingsBySeries(
  arrivals: readonly Arrival[],
): Promise<ReadonlyMap<string, SeriesBatch>> {
  const slices = new Slices();
  const found = new Map<
    string,
    { seriesId: string; kind: SeriesBatch["kind"]; readings: Reading[] }
  >();
  for (const { batches } of arrivals) {
    for (const { seriesId, kind, readings } of batches) {
      const known = found.get(seriesId);
      if (known === undefined) found.set(seriesId, { seriesId, kind, readings: [...readings] });
      else for (const reading of readings) known.readings.push(reading);
    }
    await slices.pause();
  }
  return found;
}
