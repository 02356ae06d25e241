import type { Reading, SeriesBatch } from "../../domain/series/types.ts";
import { Slices } from "../slices.ts";
import { encodeArrival } from "./arrival_bytes.ts";
import { keys } from "./keys.ts";
import { backlogsOf } from "./series_backlogs.ts";
import { arrivalsVersionKey, BUCKET_S } from "./series_pending.ts";
import { type Atomic, type Key, MUTATIONS_PER_COMMIT, type Store } from "./store.ts";

/** Bytes of readings one arrival holds at most. */
const ARRIVAL_BYTES = 48 * 1024;
/** Bytes one commit of arrivals holds at most, keys and overhead left room. */
const COMMIT_BYTES = 600 * 1024;
const NAME_BYTES = 8;

/** An arrival to write. */
interface NewArrival {
  readonly key: Key;
  readonly value: Uint8Array;
  readonly batches: readonly SeriesBatch[];
}

/**
 * Stores readings durably, in as few values as they fit in.
 *
 * Every arrival has a key of its own, never written again: the same body sent twice is applied twice, which changes
 * nothing. Arrivals of one commit share a versionstamp; their rank, the end
 * of the key, keeps the order they were added in.
 */
export async function appendArrivals(
  store: Store,
  projectId: string,
  batches: readonly SeriesBatch[],
): Promise<void> {
  let some: NewArrival[] = [];
  let bytes = 0;
  const slices = new Slices();
  for (const arrival of newArrivals(projectId, batches)) {
    if (bytes + arrival.value.length > COMMIT_BYTES || some.length === MUTATIONS_PER_COMMIT - 1) {
      await commit(store, projectId, some);
      [some, bytes] = [[], 0];
    }
    some.push(arrival);
    bytes += arrival.value.length;
    await slices.pause();
  }
  if (some.length > 0) await commit(store, projectId, some);
}

/** Adds readings to a commit that writes something else with them: a few, as much as one commit holds. */
export function addArrivals(
  atomic: Atomic,
  projectId: string,
  batches: readonly SeriesBatch[],
): void {
  let count = 0;
  for (const { key, value } of newArrivals(projectId, batches)) {
    atomic.set(key, value);
    count++;
  }
  if (count > 0) atomic.sum(arrivalsVersionKey(projectId), 1n);
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

async function commit(
  store: Store,
  projectId: string,
  arrivals: readonly NewArrival[],
): Promise<void> {
  const atomic = store.atomic().sum(arrivalsVersionKey(projectId), 1n);
  for (const { key, value } of arrivals) atomic.set(key, value);
  const committed = await atomic.commit();
  if (!committed.ok) return;
  const { versionstamp } = committed;
  const written = arrivals.map(({ key, batches }) => ({ key, versionstamp, batches }));
  backlogsOf(store).written(projectId, written);
}

/** Grows with every arrival of this process: the order of those of one commit. */
let nextRank = 0;

function* newArrivals(
  projectId: string,
  batches: readonly SeriesBatch[],
): Generator<NewArrival> {
  const name = crypto.getRandomValues(new Uint8Array(NAME_BYTES)).toHex();
  for (const slice of cutBatches(batches)) {
    const key = keys.arrival(projectId, bucketOf(slice), `${name}.${nextRank++}`);
    yield { key, value: encodeArrival(slice), batches: slice };
  }
}

/** Batches cut so that each slice surely fits one value, whatever its readings take. */
function* cutBatches(batches: readonly SeriesBatch[]): Generator<readonly SeriesBatch[]> {
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
