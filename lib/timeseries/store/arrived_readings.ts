/** Holds arrived readings by series, in columns. @module */

import { copiedInto } from "@/lib/base/bytes.ts";
import { type Point, type Reading, slotOf } from "@/lib/timeseries/readings.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import { decodeArrival } from "./arrival_encoding.ts";

/** Readings of many series, by position. */
interface PlacedReadings {
  readingAt(position: number): Reading;
  secondAt(position: number): number;
  valueAt(position: number): number;
  isRemoval(position: number): boolean;
}

export interface Extent {
  readonly count: number;
  readonly spanS: number;
}

/** The readings of one series in columns, in arrival order. */
export class SeriesReadings {
  readonly seriesId: string;
  readonly kind: DataKind;
  readonly mark: number;
  /** Changes with the readings: cache key of results computed from them. */
  readonly revision: string;
  #newest: Point | "removed" | null = null;

  constructor(
    private readonly columns: PlacedReadings,
    private readonly positions: Uint32Array,
    { seriesId, kind, mark }: Pick<SeriesReadings, "seriesId" | "kind" | "mark">,
  ) {
    this.seriesId = seriesId;
    this.kind = kind;
    this.mark = mark;
    this.revision = `${positions.length.toString(36)}.${mark.toString(36)}`;
  }

  get count(): number {
    return this.positions.length;
  }

  /** Every reading, in arrival order. */
  all(): readonly Reading[] {
    return Array.from(this.positions, (position) => this.columns.readingAt(position));
  }

  /**
   * Readings that determine the content of a series of this kind: the last of those that replace each other in a slot.
   *
   * A sensor that sends each second then has one reading in five minutes, a register two.
   */
  deciding(kind: DataKind): readonly Reading[] {
    const readings: Reading[] = [];
    for (let position = 0; position < this.positions.length; position++) {
      if (!this.isReplaced(position, kind)) readings.push(this.readingAt(position));
    }
    return readings;
  }

  inOrderOf(ranks: readonly number[]): SeriesReadings {
    const positions = Uint32Array.from(ranks, (position) => this.#position(position));
    return new SeriesReadings(this.columns, positions, this);
  }

  readingAt(position: number): Reading {
    return this.columns.readingAt(this.#position(position));
  }

  secondAt(position: number): number {
    return this.columns.secondAt(this.#position(position));
  }

  /** Number of readings that determine the content, and the time they span. */
  extent(kind: DataKind): Extent {
    let [count, fromS, toS] = [0, Infinity, -Infinity];
    for (let position = 0; position < this.positions.length; position++) {
      if (this.isReplaced(position, kind)) continue;
      const epochS = this.columns.secondAt(this.#position(position));
      count++;
      fromS = Math.min(fromS, epochS);
      toS = Math.max(toS, epochS);
    }
    return { count, spanS: count === 0 ? 0 : toS - fromS };
  }

  /** The newest point; "removed" when a reading is a removal. */
  get newest(): Point | "removed" | null {
    return this.#newest ??= this.#findNewest();
  }

  #findNewest(): Point | "removed" | null {
    let [newest, newestS] = [-1, -Infinity];
    for (const position of this.positions) {
      if (this.columns.isRemoval(position)) return "removed";
      const epochS = this.columns.secondAt(position);
      if (epochS >= newestS) [newest, newestS] = [position, epochS];
    }
    if (newest === -1) return null;
    const reading = this.columns.readingAt(newest);
    return "removed" in reading ? "removed" : reading;
  }

  /** Second of the first reading that arrived. */
  get firstS(): number {
    return this.columns.secondAt(this.#position(0));
  }

  /** True when all readings are points in time order after a given point, without a fall for a register. */
  follows({ epochS, value }: Point, kind: DataKind): boolean {
    for (const position of this.positions) {
      const [nextS, next] = [this.columns.secondAt(position), this.columns.valueAt(position)];
      if (nextS < epochS || this.columns.isRemoval(position)) return false;
      if (kind === "index" && next < value) return false;
      [epochS, value] = [nextS, next];
    }
    return true;
  }

  /** True when the neighbouring readings in its slot replace this reading, for any stored content. */
  isReplaced(position: number, kind: DataKind): boolean {
    const epochS = this.#secondOfPoint(position);
    const nextS = this.#secondOfPoint(position + 1);
    if (nextS === epochS) return epochS !== null;
    if (epochS === null || nextS === null || nextS < epochS || kind === "consumption") return false;
    if (slotOf(nextS) !== slotOf(epochS)) return false;
    if (kind !== "index") return true;
    // A register stores the first reading of a slot too.
    const beforeS = this.#secondOfPoint(position - 1);
    return beforeS !== null && beforeS < epochS && slotOf(beforeS) === slotOf(epochS);
  }

  /** Null for a removal or an absent reading. */
  #secondOfPoint(rank: number): number | null {
    const position = this.positions[rank];
    if (position === undefined || this.columns.isRemoval(position)) return null;
    return this.columns.secondAt(position);
  }

  #position(position: number): number {
    return this.positions[position] ?? 0;
  }
}

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
export class ReadingColumns implements PlacedReadings {
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
    for (const { seriesId, kind, readings } of decodeArrival(bytes)) {
      this.series(seriesId, kind);
      for (const reading of readings) {
        if ("removed" in reading || reading.text !== undefined) this.other(reading);
        else this.point(reading.epochS, reading.value);
      }
    }
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
