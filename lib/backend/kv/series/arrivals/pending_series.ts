import type { StoredHead } from "@/lib/backend/kv/series/heads.ts";
import { slotOf } from "@/lib/domain/series/merge.ts";
import type { DataKind, Point, Reading } from "@/lib/domain/series/types.ts";
import type { Extent, SeriesReadings } from "./readings.ts";

/** The pending readings of a series, and its head read with them. */
export class PendingSeries {
  readonly seriesId: string;
  readonly kind: DataKind;

  constructor(readonly came: SeriesReadings, readonly head: StoredHead) {
    this.seriesId = came.seriesId;
    this.kind = head.value?.kind ?? came.kind;
  }

  /** Changes with the readings and with the stored data: cache key of results computed from both. */
  get revision(): string {
    return `${this.head.versionstamp} ${this.came.revision}`;
  }

  /** The readings to merge. All readings of a purged series, since ignored readings are counted. */
  get readings(): readonly Reading[] {
    return this.head.value?.purged ? this.came.all() : this.came.deciding(this.kind);
  }

  /** True when a reading must be merged; `came` is in the order of slots. */
  isWanted(came: SeriesReadings, rank: number): boolean {
    return Boolean(this.head.value?.purged) || !came.isReplaced(rank, this.kind);
  }

  /** Number of pending readings, merged or not. */
  get count(): number {
    return this.came.count;
  }

  /** Number of readings to merge, and the time they span. */
  get extent(): Extent {
    return this.came.extent(this.kind);
  }

  /**
   * The newest reading of the series, from its head alone.
   *
   * @returns undefined when its points are needed: a reading was removed, or is older than the retention
   */
  newest(): Point | undefined {
    if (this.head.value?.purged) return undefined;
    const came = this.came.newest;
    if (came === "removed") return undefined;
    const last = this.head.value?.last ?? null;
    if (came === null) return last ?? undefined;
    return last === null || came.epochS >= last.epochS ? came : last;
  }

  /** True when figures before a second may differ from the stored ones. */
  changesBefore(beforeS: number): boolean {
    const fromS = this.changesFromS;
    return fromS === null || fromS < beforeS;
  }

  /**
   * The second from which figures may differ from the stored ones, when all arrivals follow the stored points. No
   * new fall of the register is possible then.
   *
   * @returns null when more may differ: a reading is late or was removed, or a register fell
   */
  get changesFromS(): number | null {
    const { value: head } = this.head;
    if (head === null || head.last === null || !this.came.follows(head.last, head.kind)) {
      return null;
    }
    if (head.kind !== "index") return head.last.epochS;
    // A register's consumption between two points is spread over the time between them, and a reading in the last
    // point's slot may replace it.
    const isReplaced = slotOf(this.came.firstS) === slotOf(head.last.epochS);
    const fromS = isReplaced ? head.previousS : head.last.epochS;
    // When the register fell at that point, the next reading determines whether it was a dip.
    return fromS === null || (head.falls.at(-1)?.epochS ?? -Infinity) >= fromS ? null : fromS;
  }
}
