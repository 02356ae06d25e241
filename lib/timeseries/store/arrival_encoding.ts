/** Encodes arrivals, names their keys, and puts them in order. @module */

import { keys } from "@/lib/store/keys.ts";
import type { Entry, Key, Store } from "@/lib/store/store.ts";
import type { Reading, SeriesBatch } from "@/lib/timeseries/readings.ts";
import { DATA_KINDS } from "@/lib/timeseries/units.ts";
import { ByteReader, ByteWriter } from "./value_encoding.ts";

export interface EncodedArrival {
  /** Content, preceded by its CRC. */
  readonly bytes: Uint8Array;
  readonly readingCount: number;
  /** Number of series with readings in the arrival. */
  readonly seriesCount: number;
  /** Second of the newest reading. */
  readonly newestS: number;
}

/** Maximum size of an arrival, under the 64 KiB of a value. */
const ARRIVAL_BYTES = 60 * 1024;

/** The readings of batches, in as few arrivals as possible: a long batch goes on in the next one. */
export function* encodedArrivals(batches: readonly SeriesBatch[]): Generator<EncodedArrival> {
  const writer = new ArrivalWriter();
  for (const batch of batches) {
    let from = 0;
    while (from < batch.readings.length) {
      const to = writer.fittingFrom(batch, from);
      if (to === from) yield writer.take();
      else writer.add(batch, from, from = to);
    }
  }
  if (!writer.isEmpty) yield writer.take();
}

/** The readings of batches in one arrival, of any size. */
export function encodeArrival(batches: readonly SeriesBatch[]): Uint8Array {
  const writer = new ArrivalWriter();
  for (const batch of batches) writer.add(batch, 0, batch.readings.length);
  return writer.take().bytes;
}

class ArrivalWriter {
  readonly #writer = new ByteWriter();
  #beforeS = 0;
  #newestS = 0;
  #readingCount = 0;
  #seriesCount = 0;

  get isEmpty(): boolean {
    return this.#seriesCount === 0;
  }

  /** The position up to which readings certainly fit; an empty arrival accepts at least one. */
  fittingFrom({ seriesId, readings }: SeriesBatch, from: number): number {
    let left = ARRIVAL_BYTES - this.#writer.length - textBytes(seriesId) - COUNT_BYTES;
    let to = from;
    for (; to < readings.length; to++) {
      const reading = readings[to];
      left -= reading === undefined ? 0 : readingBytes(reading);
      if (left < 0) break;
    }
    return this.isEmpty && to === from ? from + 1 : to;
  }

  add({ seriesId, kind, readings }: SeriesBatch, from: number, to: number): void {
    const writer = this.#writer;
    writer.text(seriesId);
    writer.byte(DATA_KINDS.indexOf(kind));
    writer.count(to - from);
    for (const reading of readings.slice(from, to)) {
      writer.whole(reading.epochS - this.#beforeS);
      this.#beforeS = reading.epochS;
      this.#newestS = Math.max(this.#newestS, reading.epochS);
      writeReading(writer, reading);
    }
    this.#readingCount += to - from;
    this.#seriesCount++;
  }

  take(): EncodedArrival {
    const arrival = {
      bytes: this.#writer.sealed(),
      readingCount: this.#readingCount,
      seriesCount: this.#seriesCount,
      newestS: this.#newestS,
    };
    this.#writer.clear();
    [this.#beforeS, this.#newestS, this.#readingCount, this.#seriesCount] = [0, 0, 0, 0];
    return arrival;
  }
}

/** Maximum size of the kind and the number of readings of a batch. */
const COUNT_BYTES = 6;
/** Maximum size of a reading that is a value: seconds, flag, value. */
const READING_BYTES = 15;

/** Maximum size of a reading, bytes: seconds, flag, value, text. */
export function readingBytes(reading: Reading): number {
  const text = "removed" in reading ? undefined : reading.text;
  return READING_BYTES + (text === undefined ? 0 : textBytes(text));
}

function textBytes({ length }: string): number {
  return 3 * length + 2;
}

/** The readings of an arrival, in arrival order. @throws DamagedValue when the bytes are damaged */
export function decodeArrival(bytes: unknown): SeriesBatch[] {
  const reader = new ByteReader(bytes);
  const batches: SeriesBatch[] = [];
  let epochS = 0;
  while (!reader.done) {
    const seriesId = reader.text();
    const kind = DATA_KINDS[reader.byte()] ?? "state";
    const readings: Reading[] = [];
    for (let left = reader.count(); left > 0; left--) {
      epochS += reader.whole();
      readings.push(readReading(reader, epochS));
    }
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

/** Key of an arrival, and the stamp of the commit that wrote it. */
export interface ArrivalName {
  readonly key: Key;
  readonly versionstamp: string;
}

/** Length of the buckets in arrival keys, s: the bucket is that of the newest reading. */
export const BUCKET_S = 300;

/** Digits of a rank in a key, enough for years of arrivals. */
const RANK_DIGITS = 12;

/**
 * Orders arrivals by acknowledgement: by commit, then by rank in it.
 *
 * @returns negative when `a` is first
 */
export function inOrder(a: ArrivalName, b: ArrivalName): number {
  if (a.versionstamp !== b.versionstamp) return a.versionstamp < b.versionstamp ? -1 : 1;
  return rankOf(a.key) - rankOf(b.key);
}

/** The last part of the key of an arrival, in ascending order for each process. */
export function arrivalName(process: string, position: number): string {
  return `${process}.${String(position).padStart(RANK_DIGITS, "0")}`;
}

/** Rank of an arrival in its process; 0 for those of an earlier version of the program. */
export function rankOf(key: Key): number {
  return Number(String(key.at(-1)).split(".")[1] ?? 0);
}

/** Key of the counter that changes with the arrivals of a project. */
export function arrivalsVersionKey(projectId: string): Key {
  return keys.version("arrivals", projectId);
}

/** The stored arrivals of a project, by bucket. */
export function arrivalEntries(store: Store, projectId: string): AsyncIterable<Entry> {
  return store.list({ prefix: keys.arrival.under(projectId) }, { batchSize: 50 });
}
