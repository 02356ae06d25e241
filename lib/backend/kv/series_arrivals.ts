import { DATA_KINDS, type Reading, type SeriesBatch } from "../../domain/series/types.ts";
import { keys } from "./keys.ts";
import { ByteReader, ByteWriter } from "./series_bytes.ts";
import { type Key, MUTATIONS_PER_COMMIT, type Store } from "./store.ts";

/** Bytes of readings one arrival holds at most. */
const ARRIVAL_BYTES = 48 * 1024;
/** Bytes one commit of arrivals holds at most, keys and overhead left room. */
const COMMIT_BYTES = 600 * 1024;
/** Seconds of the buckets arrivals are sorted by: that of their newest reading. */
export const BUCKET_S = 300;

/** Readings that were acknowledged and are not in the series' points yet. */
export interface Arrival {
  readonly key: Key;
  readonly versionstamp: string;
  readonly batches: readonly SeriesBatch[];
}

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
  for (const { key, value } of await arrivalValues(projectId, batches)) {
    if (bytes + value.length > COMMIT_BYTES || count === MUTATIONS_PER_COMMIT) {
      await atomic.commit();
      [atomic, bytes, count] = [store.atomic(), 0, 0];
    }
    atomic.set(key, value);
    bytes += value.length;
    count++;
  }
  if (count > 0) await atomic.commit();
}

/** Readings as the arrivals to write: a few, for a caller who writes something else with them. */
export async function arrivalValues(
  projectId: string,
  batches: readonly SeriesBatch[],
): Promise<readonly { readonly key: Key; readonly value: Uint8Array }[]> {
  return await Promise.all([...slices(batches)].map(async (slice) => {
    const value = encodeArrival(slice);
    return { key: keys.arrival(projectId, bucketOf(slice), await hashOf(value)), value };
  }));
}

/** Everything that was acknowledged and is not compacted yet, in the order it came. */
export async function pendingArrivals(
  store: Store,
  projectId: string,
): Promise<readonly Arrival[]> {
  const arrivals: Arrival[] = [];
  for await (const entry of store.list({ prefix: keys.arrival.under(projectId) })) {
    const { key, versionstamp } = entry;
    arrivals.push({ key, versionstamp, batches: decodeArrival(entry.value) });
  }
  return arrivals.sort((a, b) => a.versionstamp < b.versionstamp ? -1 : 1);
}

/** The readings of each series among arrivals, in the order they came. */
export function readingsBySeries(
  arrivals: readonly Arrival[],
  wanted?: ReadonlySet<string>,
): ReadonlyMap<string, SeriesBatch> {
  const found = new Map<
    string,
    { seriesId: string; kind: SeriesBatch["kind"]; readings: Reading[] }
  >();
  for (const { batches } of arrivals) {
    for (const { seriesId, kind, readings } of batches) {
      if (wanted !== undefined && !wanted.has(seriesId)) continue;
      const known = found.get(seriesId);
      if (known === undefined) found.set(seriesId, { seriesId, kind, readings: [...readings] });
      else for (const reading of readings) known.readings.push(reading);
    }
  }
  return found;
}

/** Arrivals as bytes behind a CRC. */
export function encodeArrival(batches: readonly SeriesBatch[]): Uint8Array {
  const writer = new ByteWriter();
  let beforeS = 0;
  for (const { seriesId, kind, readings } of batches) {
    writer.text(seriesId);
    writer.byte(DATA_KINDS.indexOf(kind));
    writer.count(readings.length);
    for (const reading of readings) {
      writer.whole(reading.epochS - beforeS);
      beforeS = reading.epochS;
      writeReading(writer, reading);
    }
  }
  return writer.sealed();
}

/**
 * The readings of an arrival.
 *
 * @throws DamagedValue when the bytes are not what was written
 */
export function decodeArrival(bytes: unknown): readonly SeriesBatch[] {
  const reader = new ByteReader(bytes);
  const batches: SeriesBatch[] = [];
  let epochS = 0;
  while (!reader.done) {
    const seriesId = reader.text();
    const kind = DATA_KINDS[reader.byte()] ?? "state";
    const readings = Array.from({ length: reader.count() }, () => {
      epochS += reader.whole();
      return readReading(reader, epochS);
    });
    batches.push({ seriesId, kind, readings });
  }
  return batches;
}

const REMOVED = 0;
const VALUE = 1;
const TEXT = 2;

function writeReading(writer: ByteWriter, reading: Reading): void {
  if ("removed" in reading) return writer.byte(REMOVED);
  writer.byte(reading.text === undefined ? VALUE : TEXT);
  writer.decimal(reading.value);
  if (reading.text !== undefined) writer.text(reading.text);
}

function readReading(reader: ByteReader, epochS: number): Reading {
  const what = reader.byte();
  if (what === REMOVED) return { epochS, removed: true };
  const value = reader.decimal();
  return what === TEXT ? { epochS, value, text: reader.text() } : { epochS, value };
}

/** Batches cut so that each slice surely fits one value, whatever its readings take. */
function* slices(batches: readonly SeriesBatch[]): Generator<readonly SeriesBatch[]> {
  let slice: SeriesBatch[] = [];
  let bytes = 0;
  for (const { seriesId, kind, readings } of batches) {
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
    if (taken.length > 0) slice.push({ seriesId, kind, readings: taken });
  }
  if (slice.length > 0) yield slice;
}

/** At most: seconds, flag, value, text. */
function readingBytes(reading: Reading): number {
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

async function hashOf(value: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(value));
  return new Uint8Array(digest).toBase64({ alphabet: "base64url" }).slice(0, 16);
}
