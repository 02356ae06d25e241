import { copiedInto } from "@/lib/backend/core/typed_arrays.ts";
import type { DataKind, Reading } from "@/lib/domain/series/types.ts";
import { readArrival, type ReadingSink } from "./arrival_bytes.ts";
import { type PlacedReadings, SeriesReadings } from "./readings.ts";

/** Positions in the columns of readings added together. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

/** Readings added together, with a number of their own below 2^48. */
export interface MarkedRun extends Run {
  readonly mark: number;
}

/** A series of the columns; one object shared by all its readings. */
interface PlacedSeries {
  readonly seriesId: string;
  readonly kind: DataKind;
}

const FIRST_ROOM = 64;
const FIRST_PLACES = 4;
const GROWTH = 1.5;
const BYTES_PER_READING = 4 + 8 + 8;
/** Approximate bytes of a removal or a text, which are objects, without its letters (two bytes each). */
const BYTES_PER_OTHER = 160;
const MARKS = 2 ** 48;

/**
 * Readings of many series in columns of numbers: 20 bytes each, where objects in lists take some 250.
 *
 * Positions never change: earlier lookups remain valid while readings are added.
 */
export class ReadingColumns implements ReadingSink, PlacedReadings {
  readonly #ranks = new Map<string, number>();
  readonly #series: PlacedSeries[] = [];
  readonly #others = new Map<number, Reading>();
  #rankAt = new Uint32Array(FIRST_ROOM);
  #secondAt = new Float64Array(FIRST_ROOM);
  #valueAt = new Float64Array(FIRST_ROOM);
  #count = 0;
  #otherBytes = 0;
  #rank = 0;

  /** Bytes of memory that the readings take. */
  get bytes(): number {
    return this.#secondAt.length * BYTES_PER_READING + this.#otherBytes;
  }

  get seriesCount(): number {
    return this.#series.length;
  }

  /** Adds a stored arrival. @throws DamagedValue when the bytes are damaged */
  addArrival(bytes: unknown): Run {
    const from = this.#count;
    readArrival(bytes, this);
    return { from, to: this.#count };
  }

  addRun(columns: ReadingColumns, { from, to }: Run): Run {
    const start = this.#count;
    let rank = -1;
    for (let position = from; position < to; position++) {
      if (columns.rankAt(position) !== rank) {
        rank = columns.rankAt(position);
        const { seriesId, kind } = columns.seriesAt(position);
        this.series(seriesId, kind);
      }
      const other = columns.#others.size === 0 ? undefined : columns.#others.get(position);
      if (other !== undefined) this.other(other);
      else this.point(columns.secondAt(position), columns.#valueAt[position] ?? 0);
    }
    return { from: start, to: this.#count };
  }

  series(seriesId: string, kind: DataKind): void {
    const known = this.#ranks.get(seriesId);
    if (known === undefined) {
      this.#ranks.set(seriesId, this.#series.length);
      this.#series.push({ seriesId, kind });
    }
    this.#rank = known ?? this.#series.length - 1;
  }

  point(epochS: number, value: number): void {
    if (this.#count === this.#secondAt.length) this.#grow();
    const position = this.#count++;
    this.#rankAt[position] = this.#rank;
    this.#secondAt[position] = epochS;
    this.#valueAt[position] = value;
  }

  other(reading: Reading): void {
    const text = "removed" in reading ? "" : reading.text ?? "";
    this.#others.set(this.#count, reading);
    this.#otherBytes += BYTES_PER_OTHER + 2 * text.length;
    this.point(reading.epochS, "removed" in reading ? 0 : reading.value);
  }

  /** Number of the series of a reading, in order of first arrival. */
  rankAt(position: number): number {
    return this.#rankAt[position] ?? -1;
  }

  /** The same for the id of a series; -1 when it has no reading. */
  rankOf(seriesId: string): number {
    return this.#ranks.get(seriesId) ?? -1;
  }

  seriesAt(position: number): PlacedSeries {
    const series = this.#series[this.rankAt(position)];
    if (series === undefined) throw new RangeError(`No reading at ${position}`);
    return series;
  }

  readingAt(position: number): Reading {
    return this.#others.get(position) ??
      { epochS: this.secondAt(position), value: this.valueAt(position) };
  }

  secondAt(position: number): number {
    return this.#secondAt[position] ?? 0;
  }

  valueAt(position: number): number {
    return this.#valueAt[position] ?? 0;
  }

  isRemoval(position: number): boolean {
    const other = this.#others.size === 0 ? undefined : this.#others.get(position);
    return other !== undefined && "removed" in other;
  }

  /** Frees the memory of the shorter columns immediately: left to V8, it causes collections of the whole heap. */
  #grow(): void {
    const room = Math.ceil(this.#secondAt.length * GROWTH);
    this.#rankAt = new Uint32Array(
      this.#rankAt.buffer.transfer(room * Uint32Array.BYTES_PER_ELEMENT),
    );
    this.#secondAt = longer(this.#secondAt, room);
    this.#valueAt = longer(this.#valueAt, room);
  }
}

function longer({ buffer }: Float64Array<ArrayBuffer>, room: number): Float64Array<ArrayBuffer> {
  return new Float64Array(buffer.transfer(room * Float64Array.BYTES_PER_ELEMENT));
}

/** The readings of each series, earlier runs first. A series without new readings keeps the same object. */
export class ReadingsBySeries {
  /** By rank of the series in the columns. */
  readonly #places: (SeriesPlaces | undefined)[] = [];

  constructor(private readonly columns: ReadingColumns) {}

  add({ from, to, mark }: MarkedRun): void {
    const { columns } = this;
    let last = -1;
    let places: SeriesPlaces | undefined;
    for (let position = from; position < to; position++) {
      const rank = columns.rankAt(position);
      if (places === undefined || rank !== last) {
        last = rank;
        places = this.#places[rank] ??= new SeriesPlaces(columns.seriesAt(position));
        places.mark = (places.mark + mark) % MARKS;
      }
      places.add(position);
    }
  }

  of(seriesId: string): SeriesReadings | undefined {
    return this.#places[this.columns.rankOf(seriesId)]?.readings(this.columns);
  }

  *all(): Generator<SeriesReadings> {
    for (const places of this.#places) {
      if (places !== undefined) yield places.readings(this.columns);
    }
  }
}

class SeriesPlaces {
  mark = 0;
  #positions = new Uint32Array(FIRST_PLACES);
  #count = 0;
  #readings: SeriesReadings | null = null;

  constructor(private readonly series: PlacedSeries) {}

  add(position: number): void {
    if (this.#count === this.#positions.length) {
      this.#positions = copiedInto(new Uint32Array(2 * this.#count), this.#positions);
    }
    // Lists returned earlier end at their own count.
    this.#positions[this.#count++] = position;
    this.#readings = null;
  }

  readings(columns: ReadingColumns): SeriesReadings {
    return this.#readings ??= new SeriesReadings(
      columns,
      this.#positions.subarray(0, this.#count),
      { ...this.series, mark: this.mark },
    );
  }
}
