import type { Reading, SeriesBatch } from "../../domain/series/types.ts";
import { decodeArrival } from "./arrival_bytes.ts";
import { getAll } from "./entries.ts";
import { keys } from "./keys.ts";
import type { Key, Store } from "./store.ts";

/** Readings that were acknowledged and are not in the series' points yet. */
export interface Arrival {
  readonly key: Key;
  readonly versionstamp: string;
  readonly batches: readonly SeriesBatch[];
}

/** Bytes of arrivals one step of a compaction reads: half a million readings of as many series, or more of fewer. */
const BYTES_AT_ONCE = 8 * 1024 * 1024;

/**
 * What was acknowledged of some series and is not compacted yet, in the order it came.
 *
 * @param wanted the series; all of them when left out
 */
export async function pendingArrivals(
  store: Store,
  projectId: string,
  wanted?: ReadonlySet<string>,
): Promise<readonly Arrival[]> {
  const arrivals: Arrival[] = [];
  for await (const entry of store.list({ prefix: keys.arrival.under(projectId) })) {
    const { key, versionstamp } = entry;
    arrivals.push({ key, versionstamp, batches: decodeArrival(entry.value, wanted) });
  }
  return arrivals.sort(inOrder);
}

/**
 * What was acknowledged before a version, in the order it came, as much at once as memory bears: a collector that
 * catches up on a month may have left millions of readings.
 *
 * @returns one step at least, of nothing when nothing waits
 */
export async function* arrivalsBefore(
  store: Store,
  projectId: string,
  versionstamp: string,
): AsyncGenerator<readonly Arrival[]> {
  const found: { readonly key: Key; readonly versionstamp: string; readonly bytes: number }[] = [];
  for await (const entry of store.list({ prefix: keys.arrival.under(projectId) })) {
    if (entry.versionstamp >= versionstamp) continue;
    const bytes = entry.value instanceof Uint8Array ? entry.value.length : 0;
    found.push({ key: entry.key, versionstamp: entry.versionstamp, bytes });
  }
  found.sort(inOrder);
  let step: typeof found = [];
  let bytes = 0;
  for (const one of found) {
    step.push(one);
    bytes += one.bytes;
    if (bytes < BYTES_AT_ONCE) continue;
    yield await arrivalsAt(store, step);
    [step, bytes] = [[], 0];
  }
  yield await arrivalsAt(store, step);
}

/** Those that still are what they were: one that came again meanwhile has its turn later. */
async function arrivalsAt(
  store: Store,
  some: readonly { readonly key: Key; readonly versionstamp: string }[],
): Promise<readonly Arrival[]> {
  const entries = await getAll(store, some.map(({ key }) => key));
  return entries.flatMap(({ key, versionstamp, value }, at) =>
    versionstamp === null || versionstamp !== some[at]?.versionstamp
      ? []
      : [{ key, versionstamp, batches: decodeArrival(value) }]
  );
}

function inOrder(
  a: { readonly versionstamp: string },
  b: { readonly versionstamp: string },
): number {
  return a.versionstamp < b.versionstamp ? -1 : 1;
}

/** The readings of each series among arrivals, in the order they came. */
export function readingsBySeries(arrivals: readonly Arrival[]): ReadonlyMap<string, SeriesBatch> {
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
  }
  return found;
}
