/** Encodes arrived readings as runs of one series. @module */

import { sumBy } from "@/lib/base/sums.ts";
import type { Reading, SeriesBatch } from "@/lib/timeseries/readings.ts";
import { DATA_KINDS, type DataKind } from "@/lib/timeseries/units.ts";
import { ByteReader, ByteWriter } from "./value_encoding.ts";

interface NamedSeries {
  readonly storedId: string;
  readonly kind: DataKind;
}

/** Readings in columns, one row per reading. */
interface ReadingRows {
  readonly count: number;
  readonly series: readonly NamedSeries[];
  /** Number of the series of each row; negative for a row without a series. */
  readonly seriesOf: Int32Array;
  /** Seconds since 1970. */
  readonly seconds: Float64Array;
  readonly values: Float64Array;
  /** Readings by row that are not a plain value: texts and removals. */
  readonly others: ReadonlyMap<number, Reading>;
}

/** Readings in columns, grouped by series in arrival order: one run per series. */
export interface SeriesRuns extends Pick<ReadingRows, "series" | "seconds" | "values" | "others"> {
  readonly runCount: number;
  readonly seriesOfRun: Int32Array;
  readonly ends: Int32Array;
  readonly rows: Int32Array;
}

/** Number of rows of each series, by number; reused, all 0 between two synchronous calls. */
let counts = new Int32Array(1_024);

/** Rows sorted by series, in the order of first arrival, in two passes. */
export function runsBySeries(readings: ReadingRows): SeriesRuns {
  const { count, series, seriesOf } = readings;
  if (series.length > counts.length) counts = new Int32Array(2 * series.length);
  const seriesOfRun = new Int32Array(Math.min(count, series.length));
  let runCount = 0;
  for (let row = 0; row < count; row++) {
    const number = seriesOf[row] ?? -1;
    if (number < 0) continue;
    const before = counts[number] ?? 0;
    if (before === 0) seriesOfRun[runCount++] = number;
    counts[number] = before + 1;
  }
  // Position of the next row of a series.
  const ends = new Int32Array(runCount);
  let stored = 0;
  for (let run = 0; run < runCount; run++) {
    const number = seriesOfRun[run] ?? 0;
    const start = stored;
    stored += counts[number] ?? 0;
    counts[number] = start;
  }
  const rows = new Int32Array(stored);
  for (let row = 0; row < count; row++) {
    const number = seriesOf[row] ?? -1;
    if (number < 0) continue;
    const position = counts[number] ?? 0;
    rows[position] = row;
    counts[number] = position + 1;
  }
  for (let run = 0; run < runCount; run++) {
    const number = seriesOfRun[run] ?? 0;
    ends[run] = counts[number] ?? 0;
    counts[number] = 0;
  }
  return { ...readings, runCount, seriesOfRun, ends, rows };
}

export function runsOf(batches: readonly SeriesBatch[]): SeriesRuns {
  const count = sumBy(batches, ({ readings }) => readings.length);
  const [seconds, values] = [new Float64Array(count), new Float64Array(count)];
  const others = new Map<number, Reading>();
  const ends = new Int32Array(batches.length);
  let row = 0;
  for (const [run, { readings }] of batches.entries()) {
    for (const reading of readings) {
      seconds[row] = reading.epochS;
      if ("removed" in reading || reading.text !== undefined) others.set(row, reading);
      else values[row] = reading.value;
      row++;
    }
    ends[run] = row;
  }
  return {
    series: batches.map(({ seriesId, kind }) => ({ storedId: seriesId, kind })),
    runCount: batches.length,
    seriesOfRun: Int32Array.from(batches, (_, run) => run),
    ends,
    rows: Int32Array.from({ length: count }, (_, position) => position),
    seconds,
    values,
    others,
  };
}

/** The first bytes of the runs of series, id and kind, written once and copied into each arrival. */
class RunHeaders {
  readonly #written = new ByteWriter();
  /** Start of the bytes of each series, by its number, then the end of the last one. */
  readonly #starts: number[] = [0];

  /** Adds the series that are new at the end of a list. */
  extend(series: readonly NamedSeries[]): void {
    for (const { storedId, kind } of series.slice(this.#starts.length - 1)) {
      this.#written.text(storedId);
      this.#written.byte(DATA_KINDS.indexOf(kind));
      this.#starts.push(this.#written.length);
    }
  }

  lengthOf(number: number): number {
    return (this.#starts[number + 1] ?? 0) - (this.#starts[number] ?? 0);
  }

  /** @throws RangeError when no series has this number */
  write(writer: ByteWriter, number: number): void {
    const [from, to] = [this.#starts[number], this.#starts[number + 1]];
    if (from === undefined || to === undefined) throw new RangeError(`No series ${number}`);
    writer.copy(this.#written, from, to);
  }
}

const HEADERS = new WeakMap<readonly NamedSeries[], RunHeaders>();

/** The heads of a list of series, kept with it: the claims of a residence have one list, which only grows. */
export function runHeadersOf(series: readonly NamedSeries[]): RunHeaders {
  const headers = HEADERS.getOrInsertComputed(series, () => new RunHeaders());
  headers.extend(series);
  return headers;
}

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
  let position = 0;
  for (let run = 0; run < runs.runCount; run++) {
    const end = runs.ends[run] ?? 0;
    do {
      const fitting = writer.fittingFrom(run, position, end, ARRIVAL_BYTES);
      if (fitting === position && position < end) yield writer.take();
      else writer.add(run, position, position = fitting);
    } while (position < end);
  }
  if (!writer.isEmpty) yield writer.take();
}

export function encodeArrival(batches: readonly SeriesBatch[]): Uint8Array {
  const runs = runsOf(batches);
  const writer = new ArrivalWriter(runs);
  let position = 0;
  for (let run = 0; run < runs.runCount; run++) {
    writer.add(run, position, position = runs.ends[run] ?? 0);
  }
  return writer.take().bytes;
}

class ArrivalWriter {
  readonly #writer = new ByteWriter();
  readonly #heads: RunHeaders;
  #beforeS = 0;
  #readingCount = 0;
  #seriesCount = 0;

  constructor(private readonly runs: SeriesRuns) {
    this.#heads = runHeadersOf(runs.series);
  }

  get isEmpty(): boolean {
    return this.#seriesCount === 0;
  }

  /** The rank up to which readings of a run certainly fit; an empty arrival accepts at least one. */
  fittingFrom(run: number, position: number, end: number, maxBytes: number): number {
    let left = maxBytes - this.#writer.length - this.#heads.lengthOf(this.#seriesOf(run)) -
      COUNT_BYTES;
    const { rows, others } = this.runs;
    let fitting = position;
    if (others.size === 0) {
      if ((end - position) * READING_BYTES <= left) return end;
      fitting += Math.max(0, Math.floor(left / READING_BYTES));
    } else {
      while (fitting < end) {
        const other = others.get(rows[fitting] ?? 0);
        left -= other === undefined ? READING_BYTES : readingBytes(other);
        if (left < 0) break;
        fitting++;
      }
    }
    return this.isEmpty && fitting === position && position < end ? position + 1 : fitting;
  }

  add(run: number, from: number, to: number): void {
    const { rows, seconds, values, others } = this.runs;
    const writer = this.#writer;
    this.#heads.write(writer, this.#seriesOf(run));
    writer.count(to - from);
    for (let position = from; position < to; position++) {
      const row = rows[position] ?? 0;
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
    const columns = {
      bytes: this.#writer.sealed(),
      readingCount: this.#readingCount,
      seriesCount: this.#seriesCount,
    };
    this.#writer.clear();
    [this.#beforeS, this.#readingCount, this.#seriesCount] = [0, 0, 0];
    return columns;
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
