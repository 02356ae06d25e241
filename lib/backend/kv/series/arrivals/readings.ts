import { slotOf } from "@/lib/domain/series/merge.ts";
import type { DataKind, Point, Reading } from "@/lib/domain/series/types.ts";

/** Readings of many series, by position. */
export interface PlacedReadings {
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
    for (let rank = 0; rank < this.positions.length; rank++) {
      if (!this.isReplaced(rank, kind)) readings.push(this.readingAt(rank));
    }
    return readings;
  }

  inOrderOf(ranks: readonly number[]): SeriesReadings {
    const positions = Uint32Array.from(ranks, (rank) => this.#position(rank));
    return new SeriesReadings(this.columns, positions, this);
  }

  readingAt(rank: number): Reading {
    return this.columns.readingAt(this.#position(rank));
  }

  secondAt(rank: number): number {
    return this.columns.secondAt(this.#position(rank));
  }

  /** Number of readings that determine the content, and the time they span. */
  extent(kind: DataKind): Extent {
    let [count, fromS, toS] = [0, Infinity, -Infinity];
    for (let rank = 0; rank < this.positions.length; rank++) {
      if (this.isReplaced(rank, kind)) continue;
      const epochS = this.columns.secondAt(this.#position(rank));
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
  isReplaced(rank: number, kind: DataKind): boolean {
    const epochS = this.#secondOfPoint(rank);
    const nextS = this.#secondOfPoint(rank + 1);
    if (nextS === epochS) return epochS !== null;
    if (epochS === null || nextS === null || nextS < epochS || kind === "consumption") return false;
    if (slotOf(nextS) !== slotOf(epochS)) return false;
    if (kind !== "index") return true;
    // A register stores the first reading of a slot too.
    const beforeS = this.#secondOfPoint(rank - 1);
    return beforeS !== null && beforeS < epochS && slotOf(beforeS) === slotOf(epochS);
  }

  /** Null for a removal or an absent reading. */
  #secondOfPoint(rank: number): number | null {
    const position = this.positions[rank];
    if (position === undefined || this.columns.isRemoval(position)) return null;
    return this.columns.secondAt(position);
  }

  #position(rank: number): number {
    return this.positions[rank] ?? 0;
  }
}
