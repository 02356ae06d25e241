import { DATA_KINDS, type Reading, type SeriesBatch } from "../../domain/series/types.ts";
import { ByteReader, ByteWriter } from "./series_bytes.ts";

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
 * @param wanted the series to read, the others being passed over; all of them when left out
 * @throws DamagedValue when the bytes are not what was written
 */
export function decodeArrival(
  bytes: unknown,
  wanted?: ReadonlySet<string>,
): readonly SeriesBatch[] {
  const reader = new ByteReader(bytes);
  const batches: SeriesBatch[] = [];
  let epochS = 0;
  while (!reader.done) {
    const seriesId = reader.text();
    const kind = DATA_KINDS[reader.byte()] ?? "state";
    const isWanted = wanted === undefined || wanted.has(seriesId);
    const readings: Reading[] = [];
    for (let left = reader.count(); left > 0; left--) {
      epochS += reader.whole();
      if (isWanted) readings.push(readReading(reader, epochS));
      else passReading(reader);
    }
    if (isWanted) batches.push({ seriesId, kind, readings });
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

function passReading(reader: ByteReader): void {
  const what = reader.byte();
  if (what === REMOVED) return;
  reader.passDecimal();
  if (what === TEXT) reader.passText();
}
