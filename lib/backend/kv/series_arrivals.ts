import { hash } from "node:crypto";
import { setImmediate as others } from "node:timers/promises";
import type { Reading, SeriesBatch } from "../../domain/series/types.ts";
import { encodeArrival } from "./arrival_bytes.ts";
import { keys } from "./keys.ts";
import { type Key, MUTATIONS_PER_COMMIT, type Store } from "./store.ts";

/** Bytes of readings one arrival holds at most. */
const ARRIVAL_BYTES = 48 * 1024;
/** Values written before others have their turn: about two milliseconds. */
const VALUES_AT_ONCE = 4;
/** Bytes one commit of arrivals holds at most, keys and overhead left room. */
const COMMIT_BYTES = 600 * 1024;
/** Seconds of the buckets arrivals are sorted by: that of their newest reading. */
export const BUCKET_S = 300;

/**
 * Keeps readings durably, as few values as they fit in.
 *
 * The key holds the hash of the content, so a batch sent again is the same value: nothing grows,
 * and it counts as having come again now.
 */
export async function appendArrivals(
  store: Store,
  projectId: string,
  batches: readonly SeriesBatch[],
): Promise<void> {
  let atomic = store.atomic();
  let bytes = 0;
  let count = 0;
  for (const { key, value } of arrivalValues(projectId, batches)) {
    if (bytes + value.length > COMMIT_BYTES || count === MUTATIONS_PER_COMMIT) {
      await atomic.commit();
      [atomic, bytes, count] = [store.atomic(), 0, 0];
    }
    atomic.set(key, value);
    bytes += value.length;
    // Writing ten thousand readings takes a while: others have their turn.
    if (++count % VALUES_AT_ONCE === 0) await others();
  }
  if (count > 0) await atomic.commit();
}

/** @throws RangeError when a reading is of no second since 1970, or no number */
export function checkReading(reading: Reading): void {
  const isPoint = !("removed" in reading);
  if (!Number.isSafeInteger(reading.epochS) || reading.epochS < 0) {
    throw new RangeError(`Not a second since 1970: ${reading.epochS}`);
  }
  if (isPoint && !Number.isFinite(reading.value)) {
    throw new RangeError(`Not a value: ${reading.value}`);
  }
}

/** Readings as the arrivals to write: a few, for a caller who writes something else with them. */
export function* arrivalValues(
  projectId: string,
  batches: readonly SeriesBatch[],
): Generator<{ readonly key: Key; readonly value: Uint8Array }> {
  for (const slice of slices(batches)) {
    const value = encodeArrival(slice);
    yield { key: keys.arrival(projectId, bucketOf(slice), hashOf(value)), value };
  }
}

/** Batches cut so that each slice surely fits one value, whatever its readings take. */
function* slices(batches: readonly SeriesBatch[]): Generator<readonly SeriesBatch[]> {
  let slice: SeriesBatch[] = [];
  let bytes = 0;
  for (const batch of batches) {
    const { seriesId, kind, readings } = batch;
    let taken: Reading[] = [];
    for (const reading of readings) {
      const size = readingBytes(reading) + (taken.length === 0 ? 3 * seriesId.length + 8 : 0);
      if (bytes + size > ARRIVAL_BYTES) {
        if (taken.length > 0) slice.push({ seriesId, kind, readings: taken });
        yield slice;
        [slice, taken, bytes] = [[], [], 0];
      }
      taken.push(reading);
      bytes += size;
    }
    if (taken.length === readings.length) slice.push(batch);
    else if (taken.length > 0) slice.push({ seriesId, kind, readings: taken });
  }
  if (slice.length > 0) yield slice;
}

/** Bytes that a reading takes at most: seconds, flag, value, text. */
export function readingBytes(reading: Reading): number {
  const text = "removed" in reading ? undefined : reading.text;
  return 15 + (text === undefined ? 0 : 3 * text.length + 2);
}

function bucketOf(batches: readonly SeriesBatch[]): number {
  let newestS = 0;
  for (const { readings } of batches) {
    for (const { epochS } of readings) if (epochS > newestS) newestS = epochS;
  }
  return Math.floor(newestS / BUCKET_S);
}

function hashOf(value: Uint8Array): string {
  return hash("sha256", value, "base64url").slice(0, 16);
}
