import type { DataKind, Reading } from "@/lib/domain/series/types.ts";
import { readArrival, type ReadingSink } from "./arrival_bytes.ts";
import { type PlacedReadings, SeriesReadings } from "./readings.ts";

/** Readings added together: their positions in the columns. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

/** Readings added together under a number of their own, less than 2^48. */
export interface MarkedRun extends Run {
  readonly mark: number;
}

const FIRST_ROOM = 64;
const GROWTH = 1.5;
const BYTES_PER_READING = 4 + 8 + 8;
/** A removal or a text is an object: about so many bytes, and two for each letter. */
const BYTES_PER_OTHER = 160;
const MARKS = 2 ** 48;

/**
 * Readings of many series in columns of numbers: 20 bytes each, where an object and the lists around it take some 250.
 *
 * Positions never change: earlier lookups remain valid while readings are added.
 */
export class ReadingColumns implements ReadingSink, PlacedReadings {
  readonly #ranks = new Map<string, number>();
  readonly #series: { readonly seriesId: string; readonly kind: DataKind }[] = [];
  readonly #others = new Map<number, Reading>();
  #rankAt = new Uint32Array(FIRST_ROOM);
  #secondAt = new Float64Array(FIRST_ROOM);
  #valueAt = new Float64Array(FIRST_ROOM);
  #count = 0;
  #otherBytes = 0;
  /** Series of the readings being added. */
  #rank = 0;

  /** Bytes of memory that the readings take. */
  get bytes(): number {
    return this.#secondAt.length * BYTES_PER_READING + this.#otherBytes;
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
      if (columns.#rankAt[position] !== rank) {
        rank = columns.#rankAt[position] ?? -1;
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

  seriesAt(position: number): { readonly seriesId: string; readonly kind: DataKind } {
    const series = this.#series[this.#rankAt[position] ?? -1];
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

  /** The readings of each series, those of earlier runs first. */
  bySeries(runs: readonly MarkedRun[]): ReadonlyMap<string, SeriesReadings> {
    const { starts, marks, total } = this.#places(runs);
    const ends = starts.slice();
    const positions = new Uint32Array(total);
    for (const { from, to } of runs) {
      for (let position = from; position < to; position++) {
        const rank = this.#rankAt[position] ?? 0;
        const end = ends[rank] ?? 0;
        positions[end] = position;
        ends[rank] = end + 1;
      }
    }
    const found = new Map<string, SeriesReadings>();
    for (const [rank, series] of this.#series.entries()) {
      const its = positions.subarray(starts[rank], ends[rank]);
      const mark = marks[rank] ?? 0;
      if (its.length > 0) {
        found.set(series.seriesId, new SeriesReadings(this, its, { ...series, mark }));
      }
    }
    return found;
  }

  /** Where the readings of each series start when they follow each other, and the marks of its runs added up. */
  #places(runs: readonly MarkedRun[]) {
    const counts = new Uint32Array(this.#series.length);
    const marks = new Float64Array(this.#series.length);
    for (const { from, to, mark } of runs) {
      let last = -1;
      for (let position = from; position < to; position++) {
        const rank = this.#rankAt[position] ?? 0;
        counts[rank] = (counts[rank] ?? 0) + 1;
        if (rank !== last) marks[rank] = ((marks[rank] ?? 0) + mark) % MARKS;
        last = rank;
      }
    }
    const starts = new Uint32Array(counts.length);
    let total = 0;
    for (const [rank, count] of counts.entries()) {
      starts[rank] = total;
      total += count;
    }
    return { starts, marks, total };
  }

  #grow(): void {
    const room = Math.ceil(this.#secondAt.length * GROWTH);
    const [ranks, seconds, values] = [this.#rankAt, this.#secondAt, this.#valueAt];
    this.#rankAt = new Uint32Array(room);
    this.#secondAt = new Float64Array(room);
    this.#valueAt = new Float64Array(room);
    this.#rankAt.set(ranks);
    this.#secondAt.set(seconds);
    this.#valueAt.set(values);
  }
}
