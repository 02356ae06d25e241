import { ByteReader, ByteWriter } from "@/lib/backend/kv/series/bytes.ts";
import {
  DATA_KINDS,
  type DataKind,
  type Reading,
  type SeriesBatch,
} from "@/lib/domain/series/types.ts";
import { type RunHeads, runHeadsOf } from "./run_heads.ts";
import { runsOf, type SeriesRuns } from "./runs.ts";

export interface EncodedArrival {
  /** Content, preceded by its CRC. */
  readonly bytes: Uint8Array;
  readonly readingCount: number;
  /** Number of series with readings in the arrival. */
  readonly seriesCount: number;
}

/** Maximum size of an arrival, under the 64 KiB of a value. */
const ARRIVAL_BYTES = 60 * 1024;

export function* encodedArrivals(runs: SeriesRuns): Generator<EncodedArrival> {
  const writer = new ArrivalWriter(runs);
  let rank = 0;
  for (let run = 0; run < runs.runCount; run++) {
    const end = runs.ends[run] ?? 0;
    do {
      const fitting = writer.fittingFrom(run, rank, end, ARRIVAL_BYTES);
      if (fitting === rank && rank < end) yield writer.take();
      else writer.add(run, rank, rank = fitting);
    } while (rank < end);
  }
  if (!writer.isEmpty) yield writer.take();
}

export function encodeArrival(batches: readonly SeriesBatch[]): Uint8Array {
  const runs = runsOf(batches);
  const writer = new ArrivalWriter(runs);
  let rank = 0;
  for (let run = 0; run < runs.runCount; run++) writer.add(run, rank, rank = runs.ends[run] ?? 0);
  return writer.take().bytes;
}

class ArrivalWriter {
  readonly #writer = new ByteWriter();
  readonly #heads: RunHeads;
  #beforeS = 0;
  #readingCount = 0;
  #seriesCount = 0;

  constructor(private readonly runs: SeriesRuns) {
    this.#heads = runHeadsOf(runs.series);
  }

  get isEmpty(): boolean {
    return this.#seriesCount === 0;
  }

  /** The rank up to which readings of a run certainly fit; an empty arrival accepts at least one. */
  fittingFrom(run: number, rank: number, end: number, maxBytes: number): number {
    let left = maxBytes - this.#writer.length - this.#heads.lengthOf(this.#seriesOf(run)) -
      COUNT_BYTES;
    const { rows, others } = this.runs;
    let fitting = rank;
    if (others.size === 0) {
      if ((end - rank) * READING_BYTES <= left) return end;
      fitting += Math.max(0, Math.floor(left / READING_BYTES));
    } else {
      while (fitting < end) {
        const other = others.get(rows[fitting] ?? 0);
        left -= other === undefined ? READING_BYTES : readingBytes(other);
        if (left < 0) break;
        fitting++;
      }
    }
    return this.isEmpty && fitting === rank && rank < end ? rank + 1 : fitting;
  }

  add(run: number, from: number, to: number): void {
    const { rows, seconds, values, others } = this.runs;
    const writer = this.#writer;
    this.#heads.write(writer, this.#seriesOf(run));
    writer.count(to - from);
    for (let rank = from; rank < to; rank++) {
      const row = rows[rank] ?? 0;
      const epochS = seconds[row] ?? 0;
      writer.whole(epochS - this.#beforeS);
      this.#beforeS = epochS;
      const other = others.size === 0 ? undefined : others.get(row);
      if (other !== undefined) writeReading(writer, other);
      else {
        writer.byte(VALUE);
        writer.decimal(values[row] ?? 0);
      }
    }
    this.#readingCount += to - from;
    this.#seriesCount++;
  }

  take(): EncodedArrival {
    const taken = {
      bytes: this.#writer.sealed(),
      readingCount: this.#readingCount,
      seriesCount: this.#seriesCount,
    };
    this.#writer.clear();
    [this.#beforeS, this.#readingCount, this.#seriesCount] = [0, 0, 0];
    return taken;
  }

  #seriesOf(run: number): number {
    return this.runs.seriesOfRun[run] ?? -1;
  }
}

/** Maximum size of the number of readings of a run. */
const COUNT_BYTES = 5;
/** Maximum size of a reading that is a value: seconds, flag, value. */
const READING_BYTES = 15;

/** Maximum size of a reading, bytes: seconds, flag, value, text. */
export function readingBytes(reading: Reading): number {
  const text = "removed" in reading ? undefined : reading.text;
  return READING_BYTES + (text === undefined ? 0 : 3 * text.length + 2);
}

export interface ReadingSink {
  series(seriesId: string, kind: DataKind): void;
  point(epochS: number, value: number): void;
  /** A removal, or a point with a text. */
  other(reading: Reading): void;
}

/** The readings of an arrival. @throws DamagedValue when the bytes are damaged */
export function decodeArrival(bytes: unknown): readonly SeriesBatch[] {
  const batches: { seriesId: string; kind: DataKind; readings: Reading[] }[] = [];
  const add = (reading: Reading) => void batches.at(-1)?.readings.push(reading);
  readArrival(bytes, {
    series: (seriesId, kind) => void batches.push({ seriesId, kind, readings: [] }),
    point: (epochS, value) => add({ epochS, value }),
    other: add,
  });
  return batches;
}

/**
 * Iterates over the readings of an arrival in arrival order, without an object per point.
 *
 * @throws DamagedValue when the bytes are damaged, before the first reading
 */
export function readArrival(bytes: unknown, sink: ReadingSink): void {
  const reader = new ByteReader(bytes);
  let epochS = 0;
  while (!reader.done) {
    const seriesId = reader.name();
    sink.series(seriesId, DATA_KINDS[reader.byte()] ?? "state");
    for (let left = reader.count(); left > 0; left--) {
      epochS += reader.whole();
      readReading(reader, epochS, sink);
    }
  }
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

function readReading(reader: ByteReader, epochS: number, sink: ReadingSink): void {
  const what = reader.byte();
  if (what === REMOVED) return sink.other({ epochS, removed: true });
  const value = reader.decimal();
  if (what === TEXT) sink.other({ epochS, value, text: reader.text() });
  else sink.point(epochS, value);
}
