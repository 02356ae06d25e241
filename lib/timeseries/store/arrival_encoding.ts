/** Encodes arrived readings, series by series. @module */

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
